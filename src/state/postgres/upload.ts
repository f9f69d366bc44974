import { PayctlError } from '../../core/errors.js';
import { isRecord } from '../../core/fields.js';
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.js';
import { visible } from '../../core/text.js';
import { storeClaims } from '../../messages/store-claims.js';
import type { EndValues } from '../store.js';
import {
  type Claiming,
  ClaimWriter,
  Displaced,
  type OwnLine,
  type OwnPart,
} from './claim-writer.js';

interface Waiting {
  own: OwnPart;
  /** A call may have gone out on it. */
  sent: boolean;
  store: string;
}

/**
 * Brings to the store what earlier runs of this machine could not. Rejects with UNAVAILABLE where it
 * still cannot be reached: nothing may be decided before.
 */
export async function upload(to: Omit<Claiming, 'sealer'>): Promise<void> {
  const { server, spool } = to;
  const names = spool.names();
  if (names.length === 0) return;
  const { store } = await server.greeting();
  const sealer = await server.sealer();
  for (const name of names) {
    const waiting = await readWaiting(name, to);
    if (waiting === undefined) continue;
    if (waiting.store !== store && waiting.store !== '') continue;
    try {
      await new ClaimWriter({ ...to, sealer }, waiting.own).settle();
      spool.remove(name);
    } catch (error) {
      if (!(error instanceof Displaced)) throw error;
      // Nothing was sent on it, so nothing is lost.
      if (waiting.sent) server.warn(storeClaims.outcomeStays(error.said));
      else spool.remove(name);
    }
  }
}

/** What cannot be opened stays, and stops nothing: no other machine knows of it either. */
async function readWaiting(
  name: string,
  { spool, server }: Pick<Claiming, 'spool' | 'server'>,
): Promise<Waiting | undefined> {
  try {
    const value = await spool.read(name);
    // Another process brought it to the store meanwhile.
    if (value === undefined) return undefined;
    const waiting = waitingIn(value);
    if (waiting === undefined) server.warn(storeClaims.unreadable(visible(name)));
    return waiting;
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    server.warn(storeClaims.unopened(error.said));
    return undefined;
  }
}

function waitingIn(value: Record<string, unknown>): Waiting | undefined {
  const { key, part, attempt, after, lines, sent, store, end } = value;
  if (typeof key !== 'string' || typeof attempt !== 'string' || typeof part !== 'number') return;
  if (!isRecord(after) || typeof after.seq !== 'number' || typeof after.sum !== 'string') return;
  if (!Array.isArray(lines)) return undefined;
  const own: OwnPart = {
    key,
    part,
    attempt,
    after: { seq: after.seq, sum: after.sum },
    lines: lines.flatMap((line) => ownLine(line) ?? []),
    end: endIn(end),
  };
  return { own, sent: sent === true, store: typeof store === 'string' ? store : '' };
}

function ownLine(line: unknown): OwnLine | undefined {
  const [text, original]: unknown[] = Array.isArray(line) ? line : [];
  const content = objectIn(text);
  if (content === undefined) return undefined;
  const [bank, value]: unknown[] = Array.isArray(original) ? original : [];
  return typeof bank === 'string' && typeof value === 'string'
    ? { content, original: { bank, value: parseJson(value) } }
    : { content };
}

function objectIn(text: unknown): JsonObject | undefined {
  const value = typeof text === 'string' ? parseJson(text) : undefined;
  return isJsonObject(value) ? value : undefined;
}

function endIn(end: unknown): EndValues | undefined {
  if (!isRecord(end) || !Array.isArray(end.values)) return undefined;
  const values = end.values.filter(
    (value) => value === null || typeof value === 'string' || typeof value === 'number',
  );
  return { key: String(end.key), newest: Number(end.newest), values };
}
