import { PayctlError } from '../core/errors.js';
import { addEntries, extended, readHistory } from './history.js';
import { type Journal, type SettledAs, type Settlement, stamp } from './journal.js';
import { list, unknownReference } from './list.js';
import { type Row, rowOf } from './rows.js';

interface SettleRequest {
  reference: string;
  /** Which of the reference's charges, where several are open (`ewallet.refund`). */
  operation?: string;
  as: SettledAs;
  note: string;
}

/**
 * Records a person's word on a charge that no inquiry can decide. Rejects with PayctlError: NOT_FOUND
 * for an unknown reference, CONFLICT for one that is final or in flight, USAGE where several match.
 */
export async function settle(
  journal: Journal,
  { reference, operation, as, note }: SettleRequest,
): Promise<Row> {
  const row = await theOne(journal, { reference, operation, as });
  const settlement: Settlement = {
    type: 'settlement',
    ...stamp(journal),
    as,
    note,
  };
  const history = await readHistory(journal, row.key);
  const now = rowOf(journal, history);
  const isSame = now?.state === row.state;
  const added = isSame ? await addEntries(journal, history, [settlement]) : undefined;
  if (added === undefined) {
    throw new PayctlError('CONFLICT', `${reference} changed while it was being settled`, {
      hint: `payctl journal show ${reference}`,
    });
  }
  return rowOf(journal, extended(history, added, [settlement])) ?? row;
}

async function theOne(
  journal: Journal,
  { reference, operation, as }: Omit<SettleRequest, 'note'>,
): Promise<Row> {
  const rows = (await list(journal, { operation, text: reference })).filter(
    (row) => row.reference === reference || row.key === reference,
  );
  const open = rows.filter(
    ({ state }) =>
      state === 'unknown' ||
      state === 'pending' ||
      // The mistake that could charge twice can be corrected; the other way round nothing can.
      (state === 'settled-not-executed' && as === 'executed'),
  );
  const [row, other] = open;
  if (row && other === undefined) return row;
  if (other) {
    const names = open.map((candidate) => `${candidate.operation} ${candidate.key}`).join(', ');
    throw new PayctlError('USAGE', `${reference} names several charges: ${names}`, {
      hint: 'say which with --operation, or give its key for the reference',
    });
  }
  const [ended] = rows;
  if (ended) {
    throw new PayctlError(
      'CONFLICT',
      `${reference} cannot be settled by hand: it is ${ended.state}`,
      { hint: `payctl journal show ${reference}` },
    );
  }
  throw unknownReference(reference);
}
