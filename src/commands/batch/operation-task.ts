import { checkInput, inputText } from '../../bank/check.js';
import type { Fields, Operation } from '../../bank/define.js';
import { relativeDates } from '../../bank/flags.js';
import { generatedFields } from '../../bank/generate.js';
import type { Outcome } from '../../client/outcome.js';
import { fromPlain } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { parseAmount } from '../../core/money.js';
import type { Clock, Random } from '../../host/host.js';
import { rowMessages } from '../../messages/batch.js';
import { mergeFields } from '../../runtime/raw-fields.js';
import type { Services } from '../../runtime/services.js';
import type { ChargePermission } from '../../state/permission.js';
import { createPacing, type Pacing } from './pace.js';
import { endedResult } from './result-lines.js';
import type { InputRow, PreparedRow, RejectedRow } from './row-reader.js';
import { type BatchTask, STOPS, UNANSWERED } from './runner.js';

export interface PrepareParts {
  operation: Operation;
  /** Fields for every row; a row's own value wins. */
  base: Fields;
  environment: 'test' | 'live';
  outTradeNoPrefix?: string;
  /** Relative dates count from the start of the run, so they are the same in every row. */
  startedAt: number;
  /** The bank's. */
  clock: Pick<Clock, 'now'>;
  random: Random;
}

/** Completes rows and checks them against the specification. */
export function preparer(parts: PrepareParts): (row: InputRow) => PreparedRow | RejectedRow {
  const { operation, base, environment, outTradeNoPrefix, startedAt, clock, random } = parts;
  const withDates = relativeDates(operation);
  const named = operation.reference ?? operation.positional;

  return ({ line, given, problem }) => {
    if (given === undefined) return { line, problem: problem ?? rowMessages.unreadable };
    const now = clock.now();
    const dated = withDates(mergeFields(base, given), startedAt);
    const fields = {
      ...dated,
      ...generatedFields(operation, dated, { now, random, outTradeNoPrefix }),
    };
    const checked = checkInput(operation, fields, { environment, now, outTradeNoPrefix });
    const reference = named && inputText(checked.ok ? checked.value : fields, named);
    const identity = reference === undefined ? { line } : { line, reference };
    if (!checked.ok) {
      const problems = checked.problems.map(({ field, message }) =>
        rowMessages.field(field, message),
      );
      return { ...identity, problem: rowMessages.problems(problems) };
    }
    const { value: input, warnings } = checked;
    const amount = operation.amount && parseAmount(inputText(input, operation.amount) ?? '');
    return typeof amount === 'bigint'
      ? { ...identity, input, warnings, amount }
      : { ...identity, input, warnings };
  };
}

interface CallTerms {
  waitMs?: number;
  /** Rows per second; undefined for no limit. */
  rate?: number;
  /** For money. */
  permission: ChargePermission | undefined;
  /** Why no money may be sent any more. */
  refusal?: () => Message | undefined;
}

export function operationTask(
  services: Services,
  parts: PrepareParts,
  terms: CallTerms,
): BatchTask {
  const { operation, base } = parts;
  return {
    id: operation.id,
    words: operation.command.join(' '),
    moves: operation.effect === 'money' ? 'money' : 'something',
    base: fromPlain(base),
    prepare: preparer(parts),
    async begin({ cutoff }) {
      const pacing = await createPacing(services, operation, terms.rate);
      try {
        const call = await createRowCall(services, operation, pacing, cutoff, terms);
        const { before: pace, end } = pacing;
        return { pace, stops: STOPS, unanswered: UNANSWERED, call, result: endedResult, end };
      } catch (error) {
        // It would slow the runs of others until it expires.
        await pacing.end();
        throw error;
      }
    },
  };
}

/** The call of a row; one that can move money goes through the journal. */
async function createRowCall(
  services: Services,
  operation: Operation,
  { turn, before }: Pacing,
  signal: AbortSignal,
  { permission, waitMs, refusal }: CallTerms,
): Promise<(row: PreparedRow) => Promise<Outcome>> {
  const { stopping } = services;
  const onWait = ({ class: ended, retryAfterMs }: Outcome) => {
    if (ended === 'RATE_LIMITED') before.slower(retryAfterMs);
  };
  if (operation.once) {
    const options = { signal, stopping, onWait, turn };
    return async ({ input }) => (await services.initiate(operation, input, options)).outcome;
  }
  const caller = await services.caller();
  if (operation.effect !== 'money') {
    // A call still waiting for its turn when the run stops is not sent.
    const options = { signal, onWait, ...(turn && { turn, stopping }) };
    return ({ input }) => caller.call(operation, input, options);
  }
  if (permission === undefined) throw new TypeError('nobody permitted to send money');
  const { charge } = await import('../../journal/charge.js');
  await services.warnBeforeFirstCharge();
  const journal = await services.journalToCharge();
  const connection = await services.connection();
  return ({ input }) =>
    services.whileInFlight((onSending) => {
      const options = { signal, stopping, onWait, waitMs, turn, refusal, onSending };
      return charge({ journal, connection, caller, operation, input, permission, options });
    });
}
