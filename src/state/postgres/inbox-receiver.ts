import { randomName, sha256 } from '../../core/hash.js';
import {
  type InboxStore,
  type IncomingMessage,
  messageKey,
  type ReceivedMessage,
} from '../inbox.js';
import { type InboxContext, PAGE } from './inbox-context.js';
import { hasAmounts, paymentSql } from './inbox-paid.js';
import { type DatabaseRow, list, raw, readText, readTime, type Sql, sql } from './sql.js';

interface Waiting {
  message: IncomingMessage;
  done: (arrived: Arrived) => void;
  failed: (error: unknown) => void;
}

type Arrived = Awaited<ReturnType<InboxStore['receive']>>;

/** Stores messages, as many at once as have come while the server was busy. */
export class InboxReceiver {
  readonly #context: InboxContext;
  #waiting: Waiting[] = [];
  #isReceiving = false;

  constructor(context: InboxContext) {
    this.#context = context;
  }

  /** All messages that come while a statement runs share the next one. */
  receive(message: IncomingMessage): Promise<Arrived> {
    return new Promise((done, failed) => {
      this.#waiting.push({ message, done, failed });
      if (!this.#isReceiving) void this.#receiveAll();
    });
  }

  async #receiveAll(): Promise<void> {
    this.#isReceiving = true;
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, PAGE);
      try {
        const arrived = await this.#keep(some.map(({ message }) => message));
        some.forEach(({ done }, index) => {
          const one = arrived[index];
          if (one) done(one);
        });
      } catch (error) {
        for (const { failed } of some) failed(error);
      }
    }
    this.#isReceiving = false;
  }

  /**
   * A message is new where its row has our receipt. If the answer to the insertion was lost, the row is
   * written again: a commit that writes nothing would not wait for the standby.
   */
  async #keep(messages: readonly IncomingMessage[]): Promise<Arrived[]> {
    const { server, host, sealer, inbox } = this.#context;
    const receipt = randomName(host);
    const once = new Map(messages.map((message) => [messageKey(message), message]));
    const withAmount = await hasAmounts(server);
    await sealer.retryWithCurrentKey(() => {
      const rows = Array.from(once.values(), (message) => this.#row(message, receipt, withAmount));
      return server.query(sql`
        INSERT INTO payctl.inbox AS known
          (inbox, id, fingerprint, receipt, machine, message, forwarding, target, marks, paid_at
          ${raw(withAmount ? ', amount' : '')})
        VALUES ${list(rows)} ON CONFLICT (inbox, id, fingerprint)
        DO UPDATE SET receipt = known.receipt WHERE known.receipt = EXCLUDED.receipt`);
    });
    // Read after the commit: only then it is certain what other machines inserted at the same time.
    const ids = messages.map(({ id }) => sha256(id));
    const stored = await server.query(sql`
      SELECT id, fingerprint, at, machine, receipt, seq
      FROM payctl.inbox WHERE inbox = ${inbox} AND id = ANY(${ids}) ORDER BY seq`);
    const counted = new Set<string>();
    return messages.map((message) => this.#arrivedAs(message, receipt, stored, counted));
  }

  #row(
    { id, fingerprint, body, forwardTo }: IncomingMessage,
    receipt: string,
    withAmount: boolean,
  ): Sql {
    const { inbox, machine, rows, marks, readPayment } = this.#context;
    const { paidAt, amount } = paymentSql(readPayment(body), raw('clock_timestamp()'));
    const sealed = rows.seal(`message ${fingerprint}`, { id, body });
    return sql`(${inbox}, ${sha256(id)}, ${fingerprint}, ${receipt}, ${machine}, ${sealed},
        ${forwardTo === undefined ? null : 'waiting'},
        ${forwardTo ? sha256(forwardTo) : null}, ${marks.forBody(body)}, ${paidAt}
        ${withAmount ? sql`, ${amount}` : raw('')})`;
  }

  /** How a message arrived, by the rows that have its id; `counted` are keys that came before it in one batch. */
  #arrivedAs(
    { id, fingerprint, body, forwardTo }: IncomingMessage,
    receipt: string,
    rows: readonly DatabaseRow[],
    counted: Set<string>,
  ): Arrived {
    const same = rows.filter((row) => row.id === sha256(id));
    const own = same.find((row) => row.fingerprint === fingerprint);
    const key = messageKey({ id, fingerprint });
    const isNew = own?.receipt === receipt && !counted.has(key);
    counted.add(key);
    const contradicts = same[0] !== own;
    const arrival: ReceivedMessage = {
      type: 'received',
      at: readTime(own, 'at'),
      id,
      fingerprint,
      body,
      forward: forwardTo !== undefined,
      contradicts,
      machine: readText(own, 'machine'),
    };
    return { arrival, as: isNew ? (contradicts ? 'contradiction' : 'new') : 'duplicate' };
  }
}
