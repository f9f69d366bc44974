import { PayctlError } from '../core/errors.js';
import { excerpt, visible } from '../core/text.js';
import type { Clock, Host } from '../host/host.js';
import { isListening, type Running, runShell, type ShellEnd, startShell } from '../host/shell.js';
import { attack as words } from '../messages/attack.js';
import { ApplicationClock } from './application-clock.js';

/** How the application under attack is run. */
export interface ApplicationSetup {
  /** Absent: it runs already, and is never killed. */
  start: string | undefined;
  /** Where it takes confirmations. */
  confirmTo: URL;
  env: Readonly<Record<string, string>>;
}

/** How long it may take until it accepts connections. */
const START_MS = 20_000;
/** Without an answer in this time it hangs. */
export const HANG_MS = 10_000;
/** How long it may take to end after SIGTERM. */
const TERM_MS = 1_500;
/** How long its port may stay taken after it was killed. */
const FREE_MS = 5_000;
const LOOK_MS = 25;

/** The application under attack, as processes of the user. */
export class Application {
  /** The time that it sees. */
  readonly time: ApplicationClock;
  readonly #setup: ApplicationSetup;
  readonly #clock: Clock;
  /** Hears that it ended by itself. */
  readonly #onCrash: () => void;
  #running: Running | undefined;
  #isUp = false;
  /** How long it took to start, the last time. */
  startMs = 0;
  #hasStarted = false;
  /** Until the last process is gone, something still listens. */
  #gone: Promise<unknown> = Promise.resolve();
  /** Starts and ends come one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    setup: ApplicationSetup,
    host: Pick<Host, 'clock' | 'files' | 'env'>,
    onCrash: () => void,
  ) {
    this.#setup = setup;
    this.#clock = host.clock;
    this.time = new ApplicationClock(host);
    this.#onCrash = onCrash;
  }

  get canBeKilled(): boolean {
    return this.#setup.start !== undefined;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Resolves once it accepts connections. Rejects with UNAVAILABLE where it never does. */
  up(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#isUp) await this.#start();
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work, work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #start(): Promise<void> {
    const { start } = this.#setup;
    await this.#gone;
    if (start !== undefined) {
      if (!(await this.#isPortFree())) {
        throw new PayctlError('UNAVAILABLE', words.portTaken(this.#setup.confirmTo.host), {
          hint: words.stopOther,
        });
      }
      const running = startShell(start, this.#env());
      this.#running = running;
      void running.ended.then(() => this.#ended(running));
    }
    const running = this.#running;
    const since = this.#clock.now();
    while (!(await this.#accepts())) {
      // Killed while it starts: whoever did so starts it again.
      if (running !== this.#running) return;
      if ((running?.end?.code ?? 0) !== 0 || this.#clock.now() - since > START_MS) {
        this.#running = undefined;
        running?.signal('SIGKILL');
        throw this.#neverUpError(running?.end);
      }
      await this.#clock.sleep(LOOK_MS);
    }
    this.startMs = this.#clock.now() - since;
    this.#isUp = running === this.#running;
  }

  /** What was killed may hold its port a moment longer than the shell that started it lives. */
  async #isPortFree(): Promise<boolean> {
    const until = this.#clock.now() + (this.#hasStarted ? FREE_MS : 0);
    while (await this.#accepts()) {
      if (this.#clock.now() >= until) return false;
      await this.#clock.sleep(LOOK_MS);
    }
    this.#hasStarted = true;
    return true;
  }

  #accepts(): Promise<boolean> {
    const { hostname, port, protocol } = this.#setup.confirmTo;
    const host = hostname.replace(/^\[|\]$/g, '');
    return isListening(host, Number(port) || (protocol === 'https:' ? 443 : 80));
  }

  #neverUpError(end: ShellEnd | undefined): PayctlError {
    const { host } = this.#setup.confirmTo;
    const said = lastLine(end?.stderr || end?.stdout || '');
    return new PayctlError('UNAVAILABLE', words.neverUp(host), {
      ...(said !== '' && { details: [said] }),
      hint: this.canBeKilled ? words.seeStart : words.giveStart,
    });
  }

  /** A command that only starts a service ends by itself, with 0, and the service goes on. */
  async #ended(running: Running): Promise<void> {
    if (this.#running !== running || !this.#isUp) return;
    if (running.end?.code === 0 && (await this.#accepts())) return;
    if (this.#running !== running) return;
    this.#forget();
    this.#onCrash();
  }

  #forget(): Running | undefined {
    const running = this.#running;
    this.#running = undefined;
    if (this.canBeKilled) this.#isUp = false;
    if (running !== undefined) this.#gone = running.ended;
    return running;
  }

  /** Kills it at once, with all that it started. */
  async kill(): Promise<void> {
    const running = this.#forget();
    running?.signal('SIGKILL');
    await this.#inTurn(async () => void (await running?.ended));
  }

  /** Ends it as a machine does that is shut down. */
  async stop(): Promise<void> {
    await this.#turn;
    const running = this.#forget();
    if (running === undefined) return;
    running.signal('SIGTERM');
    await Promise.race([running.ended, this.#clock.sleep(TERM_MS)]);
    running.signal('SIGKILL');
    await running.ended;
  }

  /** Runs a command of the user beside it. */
  async run(line: string): Promise<ShellEnd> {
    return runShell(line, { env: this.#env(), timeoutMs: HANG_MS });
  }

  #env(): Record<string, string> {
    return { ...this.#setup.env, ...this.time.variables() };
  }
}

/** The end of what a program of the user said, fit for a line. */
export function lastLine(text: string): string {
  return visible(excerpt(text.trim().split('\n').at(-1) ?? '', 300));
}
