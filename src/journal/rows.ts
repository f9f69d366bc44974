import { EXIT, type ExitClass, isExitClass } from '../core/errors.js';
import { isLosslessNumber } from '../core/json.js';
import { hostNameOf } from '../host/identity.js';
import type { CachedOutcome } from '../state/claim-index.js';
import { searchHash } from '../state/outcome-line.js';
import type { Entry, Journal, Written } from './journal.js';
import {
  attemptsOf,
  decisiveIndex,
  type Evidence,
  evidenceOf,
  isOpen,
  STATES,
  type State,
} from './state.js';

/** One charge as a list shows it: its newest attempt. Times are ISO 8601 in UTC. */
export interface Row {
  operation: string;
  reference: string;
  amount: string | null;
  state: State | 'corrupt';
  requestUId: string;
  startedAt: string;
  /** null while it is open. */
  endedAt: string | null;
  /** How often it was tried under this reference; only what was proven not executed is tried again. */
  attempts: number;
  profile: string;
  baseUrl: string;
  /** Class and code of the exit table; null while in flight. */
  class: ExitClass | null;
  exit: number | null;
  /** Names its files in the journal. */
  key: string;
  /** Who sent it, where several machines share the store. */
  machine?: string;
  /** The account that sent it; unknown for charges of older versions. */
  user?: string;
  /** The archive that holds its lines. */
  archive?: string;
}

/** What a row is made from. */
interface ClaimEntries {
  key: string;
  entries: readonly Entry[];
}

export function rowOf(journal: Journal, { key, entries }: ClaimEntries): Row | undefined {
  const attempts = attemptsOf(entries);
  const attempt = attempts[decisiveIndex(journal, attempts)];
  if (attempt === undefined) return undefined;
  const { intent, archived } = attempt;
  const evidence = evidenceOf(journal, attempt);
  const kind = classOf(evidence);
  return {
    operation: intent.operation,
    reference: intent.reference,
    amount: intent.amount ?? null,
    state: evidence.state,
    requestUId: intent.requestUId,
    startedAt: intent.at,
    endedAt: isOpen(evidence.state) ? null : evidence.at,
    attempts: archived?.attempts ?? attempts.length,
    profile: intent.profile,
    baseUrl: intent.baseUrl,
    class: kind,
    exit: kind && EXIT[kind],
    key,
    ...(journal.store.shared && { machine: machineOf(intent) }),
    ...(intent.user !== undefined && { user: intent.user }),
    ...(archived && { archive: archived.file }),
  };
}

/** The host name of the machine that wrote a line. */
export function machineOf({ by }: Pick<Written, 'by'>): string {
  return hostNameOf(by);
}

function classOf({ state, outcome }: Evidence): ExitClass | null {
  switch (state) {
    case 'in-flight':
      return null;
    case 'unknown':
      return 'OUTCOME_UNKNOWN';
    case 'pending':
      return 'PENDING';
    case 'settled-executed':
      return 'SUCCESS';
    case 'settled-not-executed':
      return 'UNAVAILABLE';
    case 'succeeded':
    case 'partial':
    case 'rejected':
    case 'not-executed':
      return outcome?.class ?? 'OUTCOME_UNKNOWN';
  }
}

/** Cached outcome of a charge: the row, and the newest revision that it was made from. Valid for that revision only. */
export interface CachedRow {
  newest: number;
  row: Row;
}

/** How a charge ended with these entries, as the store caches it; undefined while it is open. */
export function cachedOutcomeOf(
  journal: Journal,
  claim: ClaimEntries,
  newest: number,
): CachedOutcome | undefined {
  const row = rowOf(journal, claim);
  if (row === undefined || row.state === 'corrupt' || isOpen(row.state)) return undefined;
  return packRow({ newest, row }, searchTexts(claim.entries));
}

/** Shorter texts occur in many charges, so they are not indexed. */
export const MIN_TEXT_LENGTH = 12;

/** Fields excluded from the text index: equal in most charges, or never searched for. */
const NOT_SEARCHED: ReadonlySet<string> = new Set([
  ...[
    'type',
    'at',
    'by',
    'machine',
    'user',
    'sudoUser',
    'operation',
    'profile',
    'baseUrl',
    'method',
    'path',
  ],
  ...['contents', 'credentials', 'class', 'executed', 'url', 'http', 'message', 'hint', 'remark'],
  'asked',
  'trace',
]);

/** The texts by which a charge is found: its reference, and the ids in its entries. */
function searchTexts(entries: readonly Entry[]): Set<string> {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    const text = typeof value === 'string' || isLosslessNumber(value) ? String(value) : '';
    if (text.length >= MIN_TEXT_LENGTH) texts.add(text);
    else if (text === '' && typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value))
        if (!NOT_SEARCHED.has(name)) collect(inner);
    }
  };
  for (const entry of entries) {
    if (entry.type === 'intent') texts.add(entry.reference).add(entry.requestUId);
    const { metadata: _metadata, ...content } = entry;
    collect(content);
  }
  return texts;
}

/** The row as values without their names, because there may be very many; `unpackRow` reads them. */
function packRow({ newest, row }: CachedRow, texts: ReadonlySet<string>): CachedOutcome {
  const { key, operation, reference, requestUId, startedAt, endedAt } = row;
  const { profile, baseUrl, state, class: kind, attempts, amount } = row;
  const words = [key, operation, reference, requestUId, startedAt, endedAt, profile, baseUrl];
  const { user, archive, machine = archive && '' } = row;
  const more = [machine, archive].filter((word) => word !== undefined);
  const hashes = [...texts].map(searchHash);
  return {
    key,
    newest,
    values: [
      ...[newest, attempts, state, kind, amount, ...words, ...more],
      // In a list of its own: how many words come before it tells what they are.
      ...(user === undefined ? [] : [[user]]),
      hashes,
    ],
  };
}

export function unpackRow(values: readonly unknown[]): CachedRow | undefined {
  const [newest, attempts, state, kind, amount, ...words] = values;
  const [key, operation, reference, requestUId, startedAt, endedAt, profile, baseUrl, ...rest] =
    words.filter((word) => typeof word === 'string');
  const [machine, archive, ...more] = rest;
  if (more.length > 0) return undefined;
  const knownState = STATES.find((candidate) => candidate === state);
  if (typeof newest !== 'number' || typeof attempts !== 'number' || !knownState) return undefined;
  if (!isExitClass(kind) || (amount !== null && typeof amount !== 'string')) return undefined;
  if (key === undefined || operation === undefined || reference === undefined) return undefined;
  if (requestUId === undefined || startedAt === undefined || endedAt === undefined)
    return undefined;
  if (profile === undefined || baseUrl === undefined) return undefined;
  const labels = {
    operation,
    reference,
    amount,
    state: knownState,
    requestUId,
    startedAt,
    endedAt,
  };
  const row: Row = { ...labels, attempts, profile, baseUrl, class: kind, exit: EXIT[kind], key };
  if (machine) row.machine = machine;
  if (archive !== undefined) row.archive = archive;
  const [user]: unknown[] = values.filter(Array.isArray).at(-2) ?? [];
  if (typeof user === 'string') row.user = user;
  return { newest, row };
}
