import { PayctlError } from '../core/errors.js';
import { remember } from './index-file.js';
import { type Journal, type SettledAs, type Settlement, stamp } from './journal.js';
import { list, unknownReference } from './list.js';
import { type Row, rowOf } from './rows.js';
import { addFile, readHistory } from './store.js';

export interface SettleRequest {
  reference: string;
  /** Which of the reference's charges, where several are open (`ewallet.refund`). */
  operation?: string;
  as: SettledAs;
  note: string;
}

/**
 * Records a person's word on a charge that no inquiry can decide. Throws PayctlError: NOT_FOUND
 * for an unknown reference, CONFLICT for one that is final or in flight, USAGE where several match.
 */
export function settle(journal: Journal, { reference, operation, as, note }: SettleRequest): Row {
  const row = theOne(journal, { reference, operation, as });
  const settlement: Settlement = {
    type: 'settlement',
    ...stamp(journal),
    as,
    note,
  };
  const history = readHistory(journal, row.key);
  const now = rowOf(journal, history);
  if (now?.state !== row.state || !addFile(journal, history, [settlement])) {
    throw new PayctlError('CONFLICT', `${reference} changed while it was being settled`, {
      hint: `payctl journal show ${reference}`,
    });
  }
  const entries = [...history.entries, settlement];
  const settled = { key: history.key, newest: history.newest + 1, entries };
  remember(journal, settled);
  return rowOf(journal, settled) ?? row;
}

function theOne(journal: Journal, { reference, operation, as }: Omit<SettleRequest, 'note'>): Row {
  const rows = list(journal, { operation }).filter(
    (row) => row.reference === reference || row.key === reference,
  );
  const open = rows.filter(
    ({ state }) =>
      state === 'unknown' ||
      state === 'pending' ||
      // The mistake that could charge twice is mended; the other way round nothing is.
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
