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
  type OwnRevision,
} from './claim-writer.js';

interface SpooledRevision {
  own: OwnRevision;
  /** A call may have gone out on it. */
  sent: boolean;
  store: string;
}

/**
 * Uploads the outcomes that earlier runs of this machine could not bring to the store. Rejects with
 * UNAVAILABLE if it still cannot be reached: nothing may be decided before.
 */
export async function upload(to: Omit<Claiming, 'sealer'>): Promise<void> {
  const { server, spool } = to;
  const names = spool.names();
  if (names.length === 0) return;
  const { store } = await server.greeting();
  const sealer = await server.sealer();
  for (const name of names) {
    const spooled = await readSpooled(name, to);
    if (spooled === undefined) continue;
    if (spooled.store !== store && spooled.store !== '') continue;
    try {
      await new ClaimWriter({ ...to, sealer }, spooled.own).upload();
      spool.remove(name);
    } catch (error) {
      if (!(error instanceof Displaced)) throw error;
      // Nothing was sent on it, so nothing is lost.
      if (spooled.sent) server.warn(storeClaims.outcomeStays(error.said));
      else spool.remove(name);
    }
  }
}

/** What cannot be opened stays in the spool, with a warning, and stops nothing. */
async function readSpooled(
  name: string,
  { spool, server }: Pick<Claiming, 'spool' | 'server'>,
): Promise<SpooledRevision | undefined> {
  try {
    const value = await spool.read(name);
    // Another process brought it to the store meanwhile.
    if (value === undefined) return undefined;
    const spooled = spooledIn(value);
    if (spooled === undefined) server.warn(storeClaims.unreadable(visible(name)));
    return spooled;
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    server.warn(storeClaims.unopened(error.said));
    return undefined;
  }
}

function spooledIn(value: Record<string, unknown>): SpooledRevision | undefined {
  const { key, part, attempt, after, lines, sent, store, end } = value;
  if (typeof key !== 'string' || typeof attempt !== 'string' || typeof part !== 'number') return;
  if (!isRecord(after) || typeof after.seq !== 'number' || typeof after.sum !== 'string') return;
  if (!Array.isArray(lines)) return undefined;
  const own: OwnRevision = {
    key,
    revision: part,
    attempt,
    after: { seq: after.seq, sum: after.sum },
    lines: lines.flatMap((line) => ownLine(line) ?? []),
    end: endValuesIn(end),
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

function endValuesIn(end: unknown): EndValues | undefined {
  if (!isRecord(end) || !Array.isArray(end.values)) return undefined;
  const values = end.values.filter(
    (value) => value === null || typeof value === 'string' || typeof value === 'number',
  );
  return { key: String(end.key), newest: Number(end.newest), values };
}
