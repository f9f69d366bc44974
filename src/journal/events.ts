import { EXIT, type ExitClass } from '../core/errors.js';
import { hostNameInMark } from '../host/identity.js';
import { LEASE_MS } from './fence.js';
import { type Inspection, inspectStored } from './history.js';
import type { Archived, Entry, Intent, Journal } from './journal.js';
import { charges } from './list.js';
import { pagesToRead } from './read-claims.js';
import type { ChargeRow } from './rows.js';

/**
 * What somebody did, as a program reads it that watches over many: a line of the journal, a decision
 * without one, a declaration about the shared store, or a look of the console.
 */
export interface AuditEvent {
  /** ISO 8601 in UTC. */
  time: string;
  type:
    | Exclude<Entry['type'], 'archived'>
    | ('decision' | 'declaration' | 'look')
    | ('proposal' | 'release' | 'refusal' | 'proposal-end' | 'note');
  user?: string;
  sudoUser?: string;
  /** Who signed in to the console and did it. */
  subject?: string;
  name?: string;
  address?: string;
  host?: string;
  pid?: number;
  machine?: string;
  profile?: string;
  operation?: string;
  reference?: string;
  amount?: string;
  state?: string;
  class?: ExitClass;
  exit?: number;
  note?: string;
}

/**
 * The lines since a moment, oldest first. A charge has no line from before its start, so no more is held
 * than what is newer than the start of the next one; those that were tried again are listed by their last
 * start, and are read first. `onDamaged` gets charges that cannot be read whole.
 */
export async function* eventsSince(
  journal: Journal,
  since: number,
  onDamaged: (row: ChargeRow) => Promise<void>,
): AsyncGenerator<AuditEvent> {
  const held: AuditEvent[] = [];
  const hold = async (row: ChargeRow, { history, faults }: Inspection): Promise<void> => {
    if (faults.length > 0 || row.state === 'corrupt') await onDamaged(row);
    for (const event of auditEvents(history.entries)) {
      if (Date.parse(event.time) >= since) insert(held, event);
    }
  };
  const repeated = new Set<string>();
  for await (const { row, inspection } of chargesSince(journal, since, isRepeated)) {
    repeated.add(row.key);
    await hold(row, inspection);
  }
  const isLeft = ({ key }: ChargeRow): boolean => !repeated.has(key);
  for await (const { row, inspection } of chargesSince(journal, since, isLeft)) {
    const later = held.findIndex(({ time }) => time >= row.startedAt);
    yield* held.splice(0, later < 0 ? held.length : later);
    await hold(row, inspection);
  }
  yield* held;
}

function isRepeated({ attempts }: ChargeRow): boolean {
  return attempts !== 1;
}

/** The wanted ones of the charges that may have lines since then, by their start, each as it was read. */
async function* chargesSince(
  journal: Journal,
  since: number,
  isWanted: (row: ChargeRow) => boolean,
): AsyncGenerator<{ row: ChargeRow; inspection: Inspection }> {
  for await (const page of pagesToRead(journal, wantedRows(journal, since, isWanted))) {
    const rows = new Map(page.map((row) => [row.key, row]));
    for (const claim of await journal.store.claims.readMany(page)) {
      const row = rows.get(claim.key);
      if (row) yield { row, inspection: inspectStored(claim) };
    }
  }
}

async function* wantedRows(
  journal: Journal,
  since: number,
  isWanted: (row: ChargeRow) => boolean,
): AsyncGenerator<ChargeRow> {
  // Until its lease ends a process may report what others have found out, and recorded, before.
  const endedSince = since - LEASE_MS;
  for await (const row of charges(journal, { endedSince })) if (isWanted(row)) yield row;
}

/** Most events are newer than those that are held. */
function insert(held: AuditEvent[], event: AuditEvent): void {
  const before = held.findLastIndex(({ time }) => time <= event.time);
  held.splice(before + 1, 0, event);
}

/** The mark of an archive repeats lines, and is no event of the charge. */
function auditEvents(entries: readonly Entry[]): AuditEvent[] {
  let intent: Intent | undefined;
  const events = new Map<string, AuditEvent>();
  for (const entry of entries) {
    if (entry.type === 'intent') intent = entry;
    if (intent === undefined || entry.type === 'archived') continue;
    const event = toAuditEvent(entry, intent);
    events.set(JSON.stringify(event), event);
  }
  return [...events.values()];
}

function toAuditEvent(entry: Exclude<Entry, Archived>, intent: Intent): AuditEvent {
  const { at: time, type, by, machine, user, sudoUser, subject, name } = entry;
  const { profile, operation, reference, amount } = intent;
  const who = { user, sudoUser, subject, name, host: hostNameInMark(by), pid: by.pid, machine };
  return { time, type, ...who, profile, operation, reference, amount, ...outcomeFacts(entry) };
}

function outcomeFacts(
  entry: Exclude<Entry, Archived>,
): Pick<AuditEvent, 'state' | 'class' | 'exit' | 'note'> {
  switch (entry.type) {
    case 'outcome':
    case 'resolution': {
      const { class: kind, state } = entry.outcome;
      return { state, class: kind, exit: EXIT[kind] };
    }
    case 'inquiry':
      return { state: entry.state ?? entry.found };
    case 'settlement':
      return { state: entry.as, note: entry.note };
    case 'intent':
      return {};
  }
}
