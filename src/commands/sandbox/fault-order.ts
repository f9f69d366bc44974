import { usageError } from '../../core/errors.js';
import { nearest } from '../../core/text.js';
import type { CodedRefusal, FaultOrder } from '../../sandbox/faults/faults.js';

/** What a person says of a fault beside its name. */
export type FaultDetails = Partial<Omit<FaultOrder, 'name' | 'code' | 'description'>>;

/** A fault by its name, or by the code with which the bank refuses. Throws USAGE for an unknown one. */
export async function orderOf(name: string, details: FaultDetails): Promise<FaultOrder> {
  const { CALL_FAULTS, CONFIRMATION_FAULTS, isFaultName } = await import(
    '../../sandbox/faults/faults.js'
  );
  const order = { ...details, operation: await operationOf(details.operation) };
  if (isFaultName(name) && name !== 'code') return { ...order, name };
  const { refusalCodes, refusalsOf } = await import('../explain/codes.js');
  const refusals = refusalsOf(name);
  if (refusals.length > 0) return { ...order, name: 'code', ...chosen(refusals, details.status) };
  const names = Object.keys(CALL_FAULTS).filter((known) => known !== 'code');
  const all = [...names, ...CONFIRMATION_FAULTS, ...refusalCodes()];
  const guess = nearest(name, all);
  throw usageError(
    `there is no fault ${JSON.stringify(name)}, and no code with which the bank refuses a call`,
    guess ? `did you mean ${guess}?` : `give one of ${all.join(', ')}`,
  );
}

/** The first of the specification's table, unless a status chooses another. */
function chosen(refusals: readonly CodedRefusal[], status: number | undefined): CodedRefusal {
  const [first, ...others] = refusals;
  const found = status === undefined ? first : refusals.find((one) => one.status === status);
  if (found) return found;
  // "4XX or 5XX": the specification leaves its status open.
  const isOpen = first?.code === '8101' && others.length === 0;
  if (first && isOpen && status !== undefined && status >= 400 && status <= 599) {
    return { ...first, status };
  }
  const statuses = isOpen ? '400 to 599' : refusals.map((one) => one.status).join(', ');
  throw usageError(
    `${first?.code} does not come with HTTP status ${status}`,
    `give --status ${statuses}`,
  );
}

/** A fault for an operation that does not exist would never occur. */
async function operationOf(id: string | undefined): Promise<string> {
  if (id === undefined || id === '*') return '*';
  const { loadCatalogue } = await import('../../bank/families.js');
  const ids = (await loadCatalogue()).map((operation) => operation.id);
  if (ids.includes(id)) return id;
  const guess = nearest(id, ids);
  throw usageError(
    `there is no operation ${JSON.stringify(id)}`,
    guess ? `did you mean ${guess}?` : `the operations are ${ids.join(', ')}`,
  );
}
