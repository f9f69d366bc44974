import { PayctlError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import { type InboxHold, type MessageName, messageKey, type ReceivedMessage } from '../inbox.js';
import type { InboxContext } from './inbox-context.js';
import { createLease, type Lease } from './lease.js';
import { joinStatements, raw, sql } from './sql.js';

/** A forwarder that has not renewed its lease for so long is taken to be gone. */
const LEASE_MS = 30_000;
/** Messages that a forwarder fetches at once. */
const FETCHED = 20;

/** Gives the messages that wait to be forwarded to a target, to one process at a time. */
export class InboxForwarder {
  readonly #context: InboxContext;
  #held: { target: string; lease: Lease; renewedAt: number } | undefined;
  /** What this process forwards next, while it has the lease. */
  readonly #fetched = new Map<string, ReceivedMessage>();

  constructor(context: InboxContext) {
    this.#context = context;
  }

  async next(target: string): Promise<ReceivedMessage | undefined> {
    if (!(await this.#hasLease(target))) return undefined;
    if (this.#fetched.size === 0) await this.#fetch(target);
    const [next] = this.#fetched.values();
    return next;
  }

  /** Rejects where the store cannot be used now: nothing could be acknowledged. */
  async hold(): Promise<InboxHold> {
    await this.#context.server.query(raw('SELECT 1'));
    return {
      renew: async () => {
        if (this.#held) await this.#hasLease(this.#held.target, true).catch(ignoreUnavailable);
        return true;
      },
      release: async () => {
        const { lease } = this.#held ?? {};
        this.#held = undefined;
        await lease?.release().catch(ignoreUnavailable);
      },
    };
  }

  /** Whether this process may forward to the target: takes the lease, or renews it in time. */
  async #hasLease(target: string, renew = false): Promise<boolean> {
    const { host, server, name } = this.#context;
    const now = host.process.uptime();
    const known = this.#held?.target === target ? this.#held : undefined;
    const age = known ? now - known.renewedAt : Number.POSITIVE_INFINITY;
    if (known && age < (renew ? LEASE_MS / 6 : LEASE_MS / 2)) return true;
    const lease = known?.lease ?? createLease(server, this.#leaseName(target), name, LEASE_MS);
    const isHeld = await lease.take();
    // Another process may have forwarded in between.
    if (!isHeld || age >= LEASE_MS) this.#fetched.clear();
    this.#held = isHeld ? { target, lease, renewedAt: now } : undefined;
    return isHeld;
  }

  #leaseName(target: string): string {
    return `forward ${this.#context.inbox} ${sha256(target)}`;
  }

  async #fetch(target: string): Promise<void> {
    const waiting = sql`inbox = ${this.#context.inbox} AND forwarding = 'waiting'`;
    const rows = await this.#context.server.query(
      joinStatements(
        sql`UPDATE payctl.inbox SET target = ${sha256(target)} WHERE ${waiting} AND target IS NULL`,
        sql`SELECT fingerprint, at, machine, message, state, judgement, forwarding, forwarded
      FROM payctl.inbox WHERE ${waiting} AND target = ${sha256(target)}
      ORDER BY seq LIMIT ${FETCHED}`,
      ),
    );
    for (const row of rows) {
      const [arrival] = this.#context.rows.readEntries(row) ?? [];
      if (arrival?.type === 'received') this.#fetched.set(messageKey(arrival), arrival);
    }
  }

  /** The message was forwarded, or given up. */
  drop(message: MessageName): void {
    this.#fetched.delete(messageKey(message));
  }
}

/** A lease that could not be renewed or given back ends by itself. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof PayctlError) || error.exitClass !== 'UNAVAILABLE') throw error;
}
