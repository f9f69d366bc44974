import { EXIT, type ExitClass, isExitClass } from '../core/errors.js';
import { isLosslessNumber } from '../core/json.js';
import { hashOf } from '../state/end-line.js';
import type { EndValues } from '../state/store.js';
import type { Entry, Journal, Written } from './journal.js';
import {
  attemptsOf,
  decisive,
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
  /** The archive that its lines lie in. */
  archive?: string;
}

/** What a row is made of. */
interface Lines {
  key: string;
  entries: readonly Entry[];
}

export function rowOf(journal: Journal, { key, entries }: Lines): Row | undefined {
  const attempts = attemptsOf(entries);
  const attempt = attempts[decisive(journal, attempts)];
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
    ...(archived && { archive: archived.file }),
  };
}

/** The host name of whoever wrote it. */
export function machineOf({ by }: Pick<Written, 'by'>): string {
  return by.boot.split(' ', 1).join('');
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

/** Cached outcome of a charge: the number of the claim's newest part, and the row it led to. Valid for that part only. */
export interface End {
  newest: number;
  row: Row;
}

/** How a charge has ended with these lines, as the store remembers it; undefined while it is open. */
export function endOf(journal: Journal, lines: Lines, newest: number): EndValues | undefined {
  const row = rowOf(journal, lines);
  if (row === undefined || row.state === 'corrupt' || isOpen(row.state)) return undefined;
  return packed({ newest, row }, textsOf(lines.entries));
}

/** Shorter texts would stand in many charges; none is looked for inside one. */
export const SHORTEST_INSIDE = 12;

/** Fields excluded from the text index: the same in every charge, or never what a person looks for. */
const COMMON: ReadonlySet<string> = new Set([
  ...['type', 'at', 'by', 'machine', 'kept', 'operation', 'profile', 'baseUrl', 'method', 'path'],
  ...['contents', 'credentials', 'class', 'executed', 'url', 'http', 'message', 'hint', 'asked'],
]);

/** By which a charge is found: its reference, and the ids that its lines hold. */
function textsOf(entries: readonly Entry[]): Set<string> {
  const texts = new Set<string>();
  const look = (value: unknown): void => {
    const text = typeof value === 'string' || isLosslessNumber(value) ? String(value) : '';
    if (text.length >= SHORTEST_INSIDE) texts.add(text);
    else if (text === '' && typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) if (!COMMON.has(name)) look(inner);
    }
  };
  for (const entry of entries) {
    if (entry.type === 'intent') texts.add(entry.reference).add(entry.requestUId);
    look(entry);
  }
  return texts;
}

/** Values without their names: there may be very many. */
function packed({ newest, row }: End, texts: ReadonlySet<string>): EndValues {
  const { key, operation, reference, requestUId, startedAt, endedAt } = row;
  const { profile, baseUrl, state, class: kind, attempts, amount } = row;
  const words = [key, operation, reference, requestUId, startedAt, endedAt, profile, baseUrl];
  const { archive, machine = archive && '' } = row;
  const more = [machine, archive].filter((word) => word !== undefined);
  return {
    key,
    newest,
    values: [newest, attempts, state, kind, amount, ...words, ...more, [...texts].map(hashOf)],
  };
}

export function unpacked(values: readonly unknown[]): End | undefined {
  const [newest, attempts, state, kind, amount, ...words] = values;
  const [key, operation, reference, requestUId, startedAt, endedAt, profile, baseUrl, ...rest] =
    words.filter((word) => typeof word === 'string');
  const [machine, archive, ...more] = rest;
  if (more.length > 0) return undefined;
  const known = STATES.find((candidate) => candidate === state);
  if (typeof newest !== 'number' || typeof attempts !== 'number' || !known) return undefined;
  if (!isExitClass(kind) || (amount !== null && typeof amount !== 'string')) return undefined;
  if (key === undefined || operation === undefined || reference === undefined) return undefined;
  if (requestUId === undefined || startedAt === undefined || endedAt === undefined)
    return undefined;
  if (profile === undefined || baseUrl === undefined) return undefined;
  const named = { operation, reference, amount, state: known, requestUId, startedAt, endedAt };
  const row: Row = { ...named, attempts, profile, baseUrl, class: kind, exit: EXIT[kind], key };
  if (machine) row.machine = machine;
  if (archive !== undefined) row.archive = archive;
  return { newest, row };
}
