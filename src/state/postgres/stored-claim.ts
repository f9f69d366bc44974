import { isJsonObject, parseJson } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { storeClaims } from '../../messages/store-claims.js';
import { type Link, parseChain } from '../chain.js';
import type { Damage, StoredClaim, StoredLineMetadata, StoredRevision } from '../claims.js';
import type { Sealer } from '../seal.js';
import { associatedOriginal, entryName } from './own-revision.js';
import { type DatabaseRow, readNumber, readText } from './sql.js';

export function missing(key: string, number: number): Damage {
  return { file: entryName(key, number), line: 1, why: storeClaims.linesMissing };
}

/** A line of a claim, its link in the chain and its row. */
interface ChainedLine {
  revision: number;
  link: Link;
  row: DatabaseRow;
}

/** A claim whose lines are there, or what is left of it. Without a sealer its originals stay sealed. */
export async function readStoredClaim(
  key: string,
  rows: readonly DatabaseRow[],
  sealer?: Sealer,
): Promise<StoredClaim> {
  const [first] = rows;
  if (!(first?.retired instanceof Uint8Array)) return readClaim(key, rows, sealer);
  // Few claims that are read are retired, and no other part of a charge unpacks anything.
  const { retiredClaim } = await import('./retired.js');
  return retiredClaim(key, readNumber(first, 'newest'), first.retired);
}

/** All lines of a claim form one chain; each revision has those of its writer. */
function readClaim(
  key: string,
  rows: readonly DatabaseRow[],
  sealer: Sealer | undefined,
): StoredClaim {
  const [first] = rows;
  if (first === undefined) return { key, newest: 0, revisions: [] };
  const lines = rows.filter(({ line }) => typeof line === 'string');
  const chain = parseChain(lines.map((row) => readText(row, 'line')));
  const chained = chain.links.map((link, index) => chainedLine(link, lines[index]));
  const broken = lines.length > 0 ? chain.broken : undefined;
  const silentMs = first.silent === null ? Number.MAX_SAFE_INTEGER : readNumber(first, 'silent');
  const claim: StoredClaim = { key, newest: 0, revisions: [], silentMs };
  const newest = readNumber(first, 'newest');
  for (let revision = 1; revision <= newest; revision += 1) {
    const own = chained.filter((line) => line.revision === revision);
    if (own.length === 0 && broken === undefined) claim.missing ??= missing(key, revision);
    if (own.length === 0) break;
    claim.newest = revision;
    claim.revisions.push(toRevision(key, revision, own, sealer));
  }
  claim.tail = chain.links.at(-1);
  if (broken) addFault(claim, key, broken);
  // The row of the claim counts its lines.
  else if (lines.length < readNumber(first, 'last')) claim.missing ??= missing(key, newest);
  return claim;
}

function chainedLine(link: Link, row: DatabaseRow = {}): ChainedLine {
  return { revision: readNumber(row, 'part'), link, row };
}

function toRevision(
  key: string,
  number: number,
  lines: readonly ChainedLine[],
  sealer: Sealer | undefined,
): StoredRevision {
  return {
    place: entryName(key, number),
    lines: lines.map(({ link }) => link.content),
    faults: [],
    torn: false,
    metadata: lines.map(({ row }) => ({
      at: { clock: readText(row, 'server'), at: readNumber(row, 'at') },
      text: readText(row, 'line'),
      ...readOriginal(key, row, sealer),
    })),
  };
}

function readOriginal(
  key: string,
  row: DatabaseRow,
  sealer: Sealer | undefined,
): Pick<StoredLineMetadata, 'original' | 'sealed'> {
  if (!(row.sealed instanceof Uint8Array)) return {};
  const bank = readText(row, 'bank');
  const sealed = { bank, bytes: row.sealed };
  if (sealer === undefined) return { sealed };
  const associated = associatedOriginal(bank, key, readNumber(row, 'seq'));
  const original = parseJson(sealer.open(associated, row.sealed).toString());
  return isJsonObject(original) ? { original, sealed } : { sealed };
}

/** Adds a fault to the last revision that could be read, or to an empty first one. */
function addFault(claim: StoredClaim, key: string, broken: { line: number; why: Message }): void {
  const last = claim.revisions.at(-1);
  const fault = { file: entryName(key, claim.newest || 1), ...broken };
  if (last) last.faults.push(fault);
  else {
    claim.revisions.push({ place: entryName(key, 1), lines: [], faults: [fault], torn: false });
    claim.newest = 1;
  }
}
