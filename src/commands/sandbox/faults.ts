import { loadCatalogue } from '../../bank/families.js';
import { requireOneOf } from '../../bank/require-operation.js';
import { usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { meant } from '../../core/meant.js';
import { visible } from '../../core/text.js';
import { sandboxOperator } from '../../messages/sandbox.js';
import type { Result } from '../../runtime/command.js';
import { group, option, optionalArgument, text } from '../../runtime/parameter.js';
import { count, duration } from '../../runtime/value-parsers.js';
import { type CodedRefusal, type FaultOrder, faultReference } from '../../sandbox/faults.js';
import { sandboxCommand } from './sandbox-command.js';

export const faults = sandboxCommand({
  words: ['sandbox', 'faults'],
  summary: 'show the faults of the embedded bank, set one, or clear them',
  notes: [
    'before-commit, committed-but-reply-lost, late-effect, truncated, html-error, wrong-reference, reset, slow, stalled, flapping-503, rate-limited, token-revoked and others affect calls; names that end in -callback affect confirmations.',
    'A code that payctl explain knows (8102, 1111, BU0001) refuses calls with that code, and nothing happens.',
  ],
  parameters: {
    name: optionalArgument('fault', 'name or code of the fault to set, or clear'),
    order: group({
      operation: text('--operation <id>', 'operation that fails (all)'),
      reference: text('--ref <reference>', 'only calls under this reference'),
      times: option('--times <n>', 'how often (always)', times),
      probability: option('--probability <p>', '0 to 1 (1; flapping-503 0.5)', probability),
      seed: option('--seed <n>', 'makes --probability repeatable (1)', count),
      atByte: option('--at-byte <n>', 'reset and truncated: after how many bytes', count),
      ms: option('--delay <duration>', 'slow: how long', duration),
      status: option(
        '--status <n>',
        'HTTP status, for a code that has several, and for html-error',
        count,
      ),
      retryAfter: text('--retry-after <text>', 'value of the Retry-After header'),
    }),
  },
  examples: [
    'payctl sandbox faults committed-but-reply-lost --operation ewallet.pay --times 1',
    'payctl sandbox faults 9900 --status 504 --operation ewallet.create --times 1',
    'payctl sandbox faults clear',
  ],
  run: async (services, { name, order: details }): Promise<Result> => {
    const { clearFaults, listFaults, setFault } = await import('../../sandbox/operator.js');
    const { refuseDetails } = await import('../../sandbox/faults.js');
    const isOrder = name !== undefined && name !== 'clear';
    if (!isOrder) refuseDetails(details);
    const order = isOrder ? await faultOrder(name, details) : undefined;
    const bank = await services.bank();
    if (order !== undefined) await setFault(bank, order);
    else if (name === 'clear') await clearFaults(bank);
    return { data: fromPlain(listFaults(bank)) };
  },
});

function times(value: string, flag: string): number {
  const number = count(value, flag);
  if (number > 0) return number;
  throw usageError(sandboxOperator.timesZero(flag));
}

function probability(value: string): number {
  if (/^(0(\.[0-9]{1,6})?|1(\.0{1,6})?)$/.test(value)) return Number(value);
  throw usageError(sandboxOperator.probabilityWrong(JSON.stringify(value)));
}

/** The options of a fault. */
type FaultDetails = Partial<Omit<FaultOrder, 'name' | 'code' | 'description'>>;

/**
 * A fault by its name, or by the code with which the bank refuses. Throws USAGE for an unknown one, for
 * one that would never occur, and for what HTTP cannot carry.
 */
export async function faultOrder(name: string, details: FaultDetails): Promise<FaultOrder> {
  const { CALL_FAULTS, CONFIRMATION_FAULTS, isFaultName } = await import('../../sandbox/faults.js');
  const { operation = '*', status = 200, retryAfter = '0', reference } = details;
  const isOfConfirmations = CONFIRMATION_FAULTS.some((known) => known === name);
  if (isOfConfirmations && (operation !== '*' || reference !== undefined))
    throw usageError(sandboxOperator.ofAllConfirmations(name));
  if (status < 200 || status > 599) throw usageError(sandboxOperator.noStatus(status));
  if (!/^[ -~]+$/.test(retryAfter)) throw usageError(sandboxOperator.noHeader(visible(retryAfter)));
  if (operation !== '*') await requireReached(operation, reference);
  const order = { ...details, operation };
  if (isFaultName(name) && name !== 'code') return { ...order, name };
  const { refusalCodes, findRefusals } = await import('../../explain/explain.js');
  const refusals = findRefusals(name);
  if (refusals.length > 0)
    return { ...order, name: 'code', ...chooseRefusal(refusals, details.status) };
  const names = Object.keys(CALL_FAULTS).filter((known) => known !== 'code');
  const all = [...names, ...CONFIRMATION_FAULTS, ...refusalCodes()];
  const hint = meant(name, all, sandboxOperator.faultNames(all.join(', ')));
  throw usageError(sandboxOperator.noFault(JSON.stringify(name)), hint);
}

/** Throws USAGE for an unknown operation, and for one whose calls have no reference by which to find them. */
async function requireReached(id: string, reference: string | undefined): Promise<void> {
  const catalogue = await loadCatalogue();
  requireOneOf(
    id,
    catalogue.map((one) => one.id),
  );
  const operation = catalogue.find((one) => one.id === id);
  if (reference === undefined || (operation && faultReference(operation))) return;
  throw usageError(sandboxOperator.withoutReference(id), sandboxOperator.leaveRefOut);
}

/** The first of the specification's table, unless a status chooses another. */
function chooseRefusal(
  refusals: readonly CodedRefusal[],
  status: number | undefined,
): CodedRefusal {
  const [first, ...others] = refusals;
  const refusal =
    status === undefined ? first : refusals.find((candidate) => candidate.status === status);
  if (refusal) return refusal;
  // "4XX or 5XX": the specification leaves its status open.
  const isOpen = first?.code === '8101' && others.length === 0;
  if (first && isOpen && status !== undefined && status >= 400 && status <= 599) {
    return { ...first, status };
  }
  throw usageError(
    sandboxOperator.otherStatus(first?.code ?? '', status ?? 0),
    isOpen
      ? sandboxOperator.anyErrorStatus
      : sandboxOperator.statuses([...new Set(refusals.map((one) => one.status))].join(', ')),
  );
}
