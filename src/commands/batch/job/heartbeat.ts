import type { Host } from '../../../host/host.js';
import { type JobWorker, RENEW_MS, WORKER_LEASE_MS } from '../../../state/postgres/job-worker.js';

/** Renews the lease of this worker in the store until it ends. */
export class Heartbeat {
  readonly #host: Pick<Host, 'clock' | 'process'>;
  readonly #worker: JobWorker;
  readonly #over = new AbortController();
  #renewedAt: number;

  constructor(host: Pick<Host, 'clock' | 'process'>, worker: JobWorker) {
    this.#host = host;
    this.#worker = worker;
    this.#renewedAt = host.process.uptime();
    void this.#renew();
  }

  /** Whether the lease still holds long enough for a call to be sent. */
  get isHeld(): boolean {
    return this.#host.process.uptime() - this.#renewedAt < WORKER_LEASE_MS - 2 * RENEW_MS;
  }

  end(): void {
    this.#over.abort();
  }

  async #renew(): Promise<void> {
    const { clock, process: machine } = this.#host;
    for (;;) {
      await clock.sleep(RENEW_MS, this.#over.signal);
      if (this.#over.signal.aborted) return;
      const renewedAt = machine.uptime();
      try {
        await this.#worker.renew();
        this.#renewedAt = renewedAt;
      } catch {
        // The store is unreachable: saving results fails too, and reports it.
      }
    }
  }
}
