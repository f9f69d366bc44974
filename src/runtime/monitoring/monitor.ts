import { proxyFor, proxySettings } from '../../client/address.js';
import { EXIT, PayctlError, usageError } from '../../core/errors.js';
import type { Message, Text } from '../../core/message.js';
import { tolerate } from '../../core/tolerate.js';
import { errorCode } from '../../host/disk.js';
import type { Host } from '../../host/host.js';
import { probe } from '../../host/probe.js';
import type { Signals } from '../../host/signals.js';
import { running } from '../../messages/running.js';
import type { Command, Result } from '../command.js';
import type { Interaction } from '../door.js';
import { group, type Parsed, type ValuesOf } from '../parameter.js';
import type { RunOptions } from '../run-options.js';
import { Services } from '../services.js';
import { absolutePath } from '../user-file.js';
import { type Charges, COMMANDS } from './figures.js';
import { changeFigures } from './figures-file.js';
import { MONITORED } from './parameters.js';

const PING_MS = 5_000;
/** How often a command that lasts says that it lives. */
const SIGN_MS = 60_000;

interface MonitorParts {
  host: Host;
  options: RunOptions;
  signals: Signals;
  command: Command;
  parsed: Parsed;
  door: Interaction;
}

/** Reports start and end of a run (ping, figures). Its own failures never change the exit. */
export class Monitor {
  readonly #parts: MonitorParts;
  readonly #targets: ValuesOf<typeof MONITORED>;
  readonly #startedAt: number;
  #rows: Result['tally'];
  #book: Result['book'];

  /** Whether the figures of this command go into a file. */
  static watches({ words }: Command): boolean {
    const name = words.join(' ');
    return COMMANDS.some((command) => command === name);
  }

  /** Throws USAGE for what is wrong with its options. */
  constructor(parts: MonitorParts) {
    this.#parts = parts;
    const { host, parsed } = parts;
    this.#targets = group(MONITORED).read(parsed, host.clock.now());
    const { every, metrics } = this.#targets;
    if (every !== undefined && metrics === undefined) throw usageError(running.everyNeedsMetrics);
    this.#startedAt = host.process.uptime();
  }

  /** Takes note of what a batch or a night came to. */
  readonly onResult = ({ tally, book }: Result): void => {
    this.#rows = tally;
    this.#book = book;
  };

  /** Does the work and returns its exit. */
  async watch(work: () => Promise<number>): Promise<number> {
    await this.#ping('start');
    const over = new AbortController();
    const life = this.#parts.command.lasts ? this.#reportAlive(over.signal) : undefined;
    const exit = await work();
    over.abort();
    await life;
    await this.#write(exit);
    await this.#ping(String(exit));
    return exit;
  }

  async #reportAlive(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await this.#write(EXIT.SUCCESS);
      await this.#parts.host.clock.sleep(SIGN_MS, over);
    }
  }

  async #ping(word: string): Promise<void> {
    const { ping } = this.#targets;
    if (ping === undefined) return;
    const url = new URL(ping);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${word}`;
    try {
      const proxy = proxyFor(
        url,
        proxySettings(this.#parts.host.env, await this.#proxyOfProfile()),
      );
      const { status } = await probe(url, {
        timeoutMs: PING_MS,
        ...(proxy instanceof URL && { proxy }),
      });
      if (status >= 300) await this.#warn(running.pingAnswered(url.origin, status));
    } catch (error) {
      await this.#warn(running.notPinged(url.origin, describeReason(error)));
    }
  }

  #services(): Services {
    const { host, options, signals, door } = this.#parts;
    return new Services(host, options, signals, door);
  }

  /** undefined also where the profile cannot be read: the command itself says so. */
  async #proxyOfProfile(): Promise<string | undefined> {
    const profile = await tolerate(() => this.#services().profile());
    return profile?.resolved.values.proxy;
  }

  async #write(exit: number): Promise<void> {
    const { metrics, every } = this.#targets;
    if (metrics === undefined) return;
    const { host, command } = this.#parts;
    const { clock, process: machine } = host;
    const services = this.#services();
    try {
      const run = {
        command: command.words.join(' '),
        exit,
        endedAt: clock.now(),
        seconds: (machine.uptime() - this.#startedAt) / 1_000,
        everySeconds: every === undefined ? undefined : every / 1_000,
        ...(this.#rows && { rows: this.#rows }),
        book: this.#book,
      };
      const charges = await this.#charges(services);
      const end = await certificateEnd(services);
      await changeFigures(host, absolutePath(host, metrics), (figures) =>
        figures.add(run, charges).certificate(end),
      );
    } catch (error) {
      await this.#warn(running.noFigures(describeReason(error)));
    } finally {
      await services.close(false).catch(() => undefined);
    }
  }

  /** Charges whose end is not known, of this machine or of all that share its store. */
  async #charges(services: Services): Promise<Charges> {
    try {
      const { listOpen } = await import('../../journal/list.js');
      const rows = await listOpen(await services.journal());
      const whole = rows.filter(({ state }) => state !== 'corrupt');
      const isDamaged = whole.length < rows.length;
      const now = this.#parts.host.clock.now();
      const oldest = Math.min(now, ...whole.map(({ startedAt }) => Date.parse(startedAt)));
      const oldestSeconds = (now - oldest) / 1_000;
      if (!isDamaged) return { isDamaged, open: whole.length, oldestSeconds };
      return whole.length === 0 ? { isDamaged } : { isDamaged, oldestSeconds };
    } catch (error) {
      await this.#warn(running.openNotCounted(describeReason(error)));
      return { isDamaged: true };
    }
  }

  async #warn(text: Message): Promise<void> {
    await this.#parts.door.tell(text, 'warning');
  }
}

/** undefined also where it cannot be read: the command itself says so. */
async function certificateEnd(services: Services): Promise<number | undefined> {
  try {
    const { resolved } = await services.profile();
    const { clientCert, clientPfx } = resolved.values;
    if (clientCert === undefined && clientPfx === undefined) return undefined;
    const tls = await import('../../config/tls.js');
    const material = await tls.loadTls(services.host, resolved, await services.secrets());
    return material && (await tls.certificateEnd(material));
  } catch {
    return undefined;
  }
}

/** Node's own messages name addresses and paths; its codes do not. */
function describeReason(error: unknown): Text {
  if (error instanceof PayctlError) return error.said;
  return errorCode(error) ?? (error instanceof Error ? error.message : String(error));
}
