import { execFile } from 'node:child_process';

/** The first socket that a service manager passes on: sd_listen_fds(3). */
const FIRST_SOCKET = 3;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The service manager that started this process, systemd or another one that knows sd_notify(3) and
 * sd_listen_fds(3). Without one, nothing happens. Node has no datagram sockets of a local name, so
 * `systemd-notify` sends; its unit needs NotifyAccess=all.
 */
export class ServiceManager {
  /** File descriptors of the sockets that it has opened for us. */
  readonly sockets: readonly number[];
  readonly #env: Environment;
  readonly #watchdogMs: number | undefined;
  #watchdog: NodeJS.Timeout | undefined;

  constructor(env: Environment, pid: number) {
    this.#env = env;
    const isOurs = (given: string | undefined) => given === undefined || Number(given) === pid;
    const passed = env.LISTEN_PID !== undefined && isOurs(env.LISTEN_PID);
    const count = passed ? Number(env.LISTEN_FDS ?? 0) : 0;
    this.sockets = Array.from({ length: count }, (_, index) => FIRST_SOCKET + index);
    const watched = Number(env.WATCHDOG_USEC ?? 0) / 1000;
    this.#watchdogMs = watched > 0 && isOurs(env.WATCHDOG_PID) ? watched / 2 : undefined;
  }

  /** Says that the service is ready and, where the manager watches, that it lives: until `stopping`. */
  ready(): void {
    this.#notify('READY=1');
    if (this.#watchdogMs === undefined) return;
    this.#watchdog = setInterval(() => this.#notify('WATCHDOG=1'), this.#watchdogMs).unref();
  }

  stopping(): void {
    clearInterval(this.#watchdog);
    this.#notify('STOPPING=1');
  }

  /** A manager that does not hear us acts by its own time limits. */
  #notify(state: string): void {
    const { NOTIFY_SOCKET, PATH } = this.#env;
    if (!NOTIFY_SOCKET) return;
    // Its own environment: ours may hold secrets.
    const env = { NOTIFY_SOCKET, PATH };
    execFile('systemd-notify', [state], { env, timeout: 10_000 }, () => undefined).unref();
  }
}
