import type { Outcome } from '../../src/client/outcome.js';
import type { ChargeRow } from '../../src/journal/rows.js';
import type { Disk } from './disk.js';
import type { Run } from './machine.js';
import type { Contents, Result, Scenario } from './simulation.js';

/** What must hold in every history, by name. */
export type Invariant =
  | 'one effect for a reference'
  | 'intent on disk before the first byte'
  | 'outcome on disk before it is told'
  | 'nothing personal on disk'
  | 'nothing was sent where it says so'
  | 'outcomes are true'
  | 'ends are true'
  | 'no effect without a record'
  | 'the way back is found'
  | 'the chain is whole'
  | 'an end is replayed without a request'
  | 'what is open is never sent again'
  | 'other contents are refused'
  | 'no crash of our own';

export interface Broken {
  invariant: Invariant;
  why: string;
}

export const BUYER_CODE = '280000000000000001';

/** Whether a line of that type about that call would survive a power cut now. */
export function hasLine(disk: Disk, type: string, requestUId: string): boolean {
  return lines(disk).some((line) => line.includes(`"type":"${type}"`) && line.includes(requestUId));
}

function lines(disk: Disk): string[] {
  return [...disk.durable]
    .filter(([path]) => !path.endsWith('index.jsonl'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, bytes]) => Buffer.from(bytes).toString('utf8').split('\n'));
}

export function checkOutcome(
  { bank, machine, outcomes, broken }: Scenario,
  outcome: Outcome,
  sound: boolean,
): void {
  outcomes.push(outcome);
  const { class: kind, message, request, replayed } = outcome;
  if (kind === 'SUCCESS' && bank.effects.length === 0) {
    broken.push({ invariant: 'outcomes are true', why: `success without an effect: ${message}` });
  }
  if (kind === 'CONFLICT' || replayed || !sound) return;
  const told = ['outcome', 'resolution', 'inquiry'];
  const isKnown = told.some((type) => hasLine(machine.disk, type, request.requestUId));
  if (kind !== 'OUTCOME_UNKNOWN' && kind !== 'PENDING' && !isKnown) {
    broken.push({ invariant: 'outcome on disk before it is told', why: String(message) });
  }
}

export function checkThrown(
  { parts, operation, broken }: Scenario,
  run: Run,
  error: unknown,
): void {
  if (!(error instanceof parts.PayctlError)) throw error;
  if (error.exitClass !== 'CONFIG') {
    broken.push({ invariant: 'no crash of our own', why: error.message });
  }
  if (run.sent.some((path) => path.endsWith(operation.path))) {
    broken.push({ invariant: 'nothing was sent where it says so', why: error.message });
  }
}

/** In calm, when all is over and was recovered. `again` makes the charge once more. */
export async function checkEnd(
  scenario: Scenario,
  run: Run,
  again: (contents: Contents) => Promise<void>,
): Promise<Result['state']> {
  const { parts, bank, machine, broken } = scenario;
  const [row] = await parts.list(run.journal);
  checkState(scenario, row);
  const before = bank.arrivals.length;
  const ours = lines(machine.disk).findLast((line) => line.includes('"type":"intent"'));
  await again('ours');
  checkRerun(scenario, row, bank.arrivals.length - before, /"100\.00"|"ours"/.test(ours ?? ''));
  const [after] = await parts.list(run.journal);
  const sent = bank.arrivals.length;
  if (after?.state !== 'not-executed') {
    await again('third');
    if (bank.arrivals.length > sent || scenario.outcomes.at(-1)?.class !== 'CONFLICT') {
      broken.push({ invariant: 'other contents are refused', why: String(after?.state) });
    }
  }
  checkEffects(scenario);
  if (lines(machine.disk).some((line) => line.includes(BUYER_CODE))) {
    broken.push({ invariant: 'nothing personal on disk', why: 'the code of the buyer' });
  }
  for (const { file, line, why } of (await parts.verify(run.journal)).faults) {
    broken.push({ invariant: 'the chain is whole', why: `${file}:${line}: ${why}` });
  }
  return row?.state ?? 'none';
}

function checkState(
  { bank, operation, showsReversals, broken }: Scenario,
  row: ChargeRow | undefined,
): void {
  const executed = bank.effects.length > 0;
  const state = row?.state;
  const says = (invariant: Invariant) =>
    broken.push({ invariant, why: `${state ?? 'no record'}, executed ${executed}` });
  if (executed && state === undefined) says('no effect without a record');
  if (state === undefined) return;
  if (state === 'succeeded' ? !executed : executed && !isOpen(state)) says('ends are true');
  // The bank's inquiry tells of every payment; of a reversal only if it shows it; of a transfer
  // that never came to be nothing proves anything.
  const decidable =
    operation.id === 'ewallet.pay' ||
    (executed && (operation.id === 'transfer.debitConfirm' || showsReversals));
  if (decidable && isOpen(state)) says('the way back is found');
}

function checkRerun(
  { outcomes, broken }: Scenario,
  row: ChargeRow | undefined,
  sent: number,
  ours: boolean,
): void {
  const outcome = outcomes.at(-1);
  const why = `${row?.state}: ${sent} sent, ${outcome?.class}`;
  if (row === undefined || row.state === 'not-executed' || !ours) return;
  if (isOpen(row.state) && sent > 0) {
    broken.push({ invariant: 'what is open is never sent again', why });
  }
  if (isOpen(row.state)) return;
  if (sent > 0 || !outcome?.replayed || outcome.class !== row.class) {
    broken.push({ invariant: 'an end is replayed without a request', why });
  }
}

function checkEffects({ bank, outcomes, broken }: Scenario): void {
  if (bank.effects.length > 1) {
    const why = bank.effects.map(({ requestUId, at }) => `${requestUId} at ${at}`).join(', ');
    broken.push({ invariant: 'one effect for a reference', why });
  }
  for (const { class: kind, executed, request, message } of outcomes) {
    if (executed !== 'no' || kind === 'CONFLICT') continue;
    if (bank.effects.some(({ requestUId }) => requestUId === request.requestUId)) {
      broken.push({ invariant: 'outcomes are true', why: `not executed, it says: ${message}` });
    }
  }
}

function isOpen(state: ChargeRow['state']): boolean {
  return state === 'unknown' || state === 'pending' || state === 'in-flight';
}
