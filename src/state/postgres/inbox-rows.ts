import { isJsonObject, jsonText, parseJson, stringifyJson } from '../../core/json.js';
import {
  type InboxEntry,
  type Learnt,
  type MessageName,
  type ReceivedMessage,
  STATES,
} from '../inbox.js';
import type { AssociatedData, Sealer } from '../seal.js';
import type { StoreQueries } from './server.js';
import { type DatabaseRow, raw, readNumber, readText, readTime } from './sql.js';

/** The rows of an inbox, whose contents are sealed. */
export class InboxRows {
  readonly #sealer: Sealer;
  readonly #inbox: string;

  constructor(sealer: Sealer, inbox: string) {
    this.#sealer = sealer;
    this.#inbox = inbox;
  }

  locate(row: DatabaseRow): string {
    return `payctl.inbox, row ${readNumber(row, 'seq')} (${readText(row, 'machine')})`;
  }

  /** undefined where it cannot be opened. */
  openMessage(row: DatabaseRow): { id: string; body: string } | undefined {
    const message = this.#open(`message ${readText(row, 'fingerprint')}`, row.message);
    const [id, body] = [jsonText(message?.id), jsonText(message?.body)];
    return id === undefined || body === undefined ? undefined : { id, body };
  }

  /** The message and what was learnt of it; undefined where it cannot be opened. */
  readEntries(row: DatabaseRow): InboxEntry[] | undefined {
    const fingerprint = readText(row, 'fingerprint');
    const message = this.openMessage(row);
    if (message === undefined) return undefined;
    const { id, body } = message;
    const about = { id, fingerprint };
    const arrival: ReceivedMessage = {
      type: 'received',
      ...about,
      at: readTime(row, 'at'),
      body,
      forward: row.forwarding !== null,
      contradicts: false,
      machine: readText(row, 'machine'),
    };
    const learnt = [this.#readJudgement(row, about), this.#readForwarding(row, about)];
    return [arrival, ...learnt.filter((one) => one !== undefined)];
  }

  #readJudgement(row: DatabaseRow, { id, fingerprint }: MessageName): Learnt | undefined {
    const judgement = this.#open(`judgement ${fingerprint}`, row.judgement);
    const state = STATES.find((known) => known === row.state);
    if (judgement === undefined || state === undefined) return undefined;
    const bankAmount = jsonText(judgement.bankAmount);
    const reason = jsonText(judgement.reason) ?? '';
    const about = { type: 'judged', at: readTime(row, 'judged_at'), id, fingerprint } as const;
    return { ...about, state, reason, ...(bankAmount !== undefined && { bankAmount }) };
  }

  #readForwarding(row: DatabaseRow, { id, fingerprint }: MessageName): Learnt | undefined {
    const type = ENDS.find((known) => known === row.forwarding);
    const forwarded = this.#open(`forwarded ${fingerprint}`, row.forwarded);
    if (forwarded === undefined || type === undefined) return undefined;
    const about = { type, at: readTime(row, 'forwarded_at'), id, fingerprint };
    const reason = jsonText(forwarded.reason);
    return { ...about, to: jsonText(forwarded.to) ?? '', ...(reason !== undefined && { reason }) };
  }

  seal(name: string, value: Record<string, string>): Buffer {
    return this.#sealer.seal(this.#associatedData(name), Buffer.from(stringifyJson(value)));
  }

  #open(name: string, sealed: unknown) {
    if (!(sealed instanceof Uint8Array)) return undefined;
    try {
      const value = parseJson(this.#sealer.open(this.#associatedData(name), sealed).toString());
      return isJsonObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #associatedData(name: string): AssociatedData {
    return { bank: this.#inbox, name };
  }
}

const ENDS = ['delivered', 'dead'] as const;

/** The inboxes of all owners, which every index of the table begins with: from each to the next, not row by row. */
export async function listInboxes(server: StoreQueries): Promise<string[]> {
  const rows = await server.query(
    raw(`WITH RECURSIVE known AS (
  SELECT min(inbox) AS inbox FROM payctl.inbox
  UNION ALL SELECT (SELECT min(next.inbox) FROM payctl.inbox AS next WHERE next.inbox > known.inbox)
    FROM known WHERE known.inbox IS NOT NULL
) SELECT inbox FROM known WHERE inbox IS NOT NULL`),
  );
  return rows.map((row) => readText(row, 'inbox'));
}
