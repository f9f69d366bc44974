import { PayctlError } from '../core/errors.js';
import { excerpt, visible } from '../core/text.js';
import type { Clock } from '../host/host.js';
import { isListening, type Running, runShell, type ShellEnd, startShell } from '../host/shell.js';
import { attack as words } from '../messages/attack.js';

/** How the application under attack is run. */
export interface ApplicationSetup {
  /** Absent: it runs already, and is never killed. */
  start: string | undefined;
  /** Where it takes confirmations. */
  confirmTo: URL;
  env: Readonly<Record<string, string>>;
}

/** So long it may take until it accepts connections. */
const START_MS = 20_000;
/** So long it may take to answer anything. */
export const HANG_MS = 10_000;
/** So long it may take to end by itself. */
const GOODBYE_MS = 1_500;
const LOOK_MS = 25;

/** The application under attack, as processes of the user. */
export class Application {
  readonly #setup: ApplicationSetup;
  readonly #clock: Clock;
  /** Hears that it ended by itself. */
  readonly #onCrash: () => void;
  #running: Running | undefined;
  #starting: Promise<void> | undefined;
  /** Beginnings of it; what one was told is lost by a kill. */
  generation = 0;

  constructor(setup: ApplicationSetup, clock: Clock, onCrash: () => void) {
    this.#setup = setup;
    this.#clock = clock;
    this.#onCrash = onCrash;
  }

  get canBeKilled(): boolean {
    return this.#setup.start !== undefined;
  }

  /** Resolves once it accepts connections. Rejects with UNAVAILABLE where it never does. */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { start, env } = this.#setup;
    if (start !== undefined) {
      if (await this.#isUp()) {
        throw new PayctlError('UNAVAILABLE', words.portTaken(this.#setup.confirmTo.host), {
          hint: words.stopOther,
        });
      }
      const running = startShell(start, env);
      this.#running = running;
      this.generation += 1;
      void running.ended.then(() => this.#ended(running));
    }
    const until = this.#clock.now() + START_MS;
    while (!(await this.#isUp())) {
      const end = this.#running?.end;
      if (end !== undefined && end.code !== 0) throw this.#neverUp(end);
      if (this.#clock.now() > until) throw this.#neverUp(end);
      await this.#clock.sleep(LOOK_MS);
    }
  }

  /** The same as `start`, by who only waits for it. */
  up(): Promise<void> {
    return this.start();
  }

  #isUp(): Promise<boolean> {
    const { hostname, port, protocol } = this.#setup.confirmTo;
    const host = hostname.replace(/^\[|\]$/g, '');
    return isListening(host, Number(port) || (protocol === 'https:' ? 443 : 80));
  }

  #neverUp(end: ShellEnd | undefined): PayctlError {
    const { host } = this.#setup.confirmTo;
    const said = lastLine(end?.stderr || end?.stdout || '');
    return new PayctlError('UNAVAILABLE', words.neverUp(host), {
      ...(said !== '' && { details: [said] }),
      hint: this.canBeKilled ? words.seeStart : words.giveStart,
    });
  }

  /** A command that only starts a service ends by itself, with 0, and the service goes on. */
  async #ended(running: Running): Promise<void> {
    if (this.#running !== running) return;
    if (running.end?.code === 0 && (await this.#isUp())) return;
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#starting = undefined;
    this.#onCrash();
  }

  /** Kills it, with all that it started. */
  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#starting = undefined;
    running?.signal('SIGKILL');
    await running?.ended;
  }

  /** Ends it as a machine does that is shut down. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#starting = undefined;
    if (running === undefined) return;
    running.signal('SIGTERM');
    await Promise.race([running.ended, this.#clock.sleep(GOODBYE_MS)]);
    running.signal('SIGKILL');
    await running.ended;
  }

  /** Runs a command of the user beside it. */
  async run(line: string): Promise<ShellEnd> {
    return runShell(line, { env: this.#setup.env, timeoutMs: HANG_MS });
  }
}

/** The end of what a program of the user said, fit for a line. */
export function lastLine(text: string): string {
  return visible(excerpt(text.trim().split('\n').at(-1) ?? '', 300));
}
