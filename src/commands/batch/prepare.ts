import { checkInput, inputText } from '../../bank/check.js';
import type { Fields, Operation } from '../../bank/define.js';
import { relativeDates } from '../../bank/flags.js';
import { generatedFields } from '../../bank/generate.js';
import { isJsonObject } from '../../core/json.js';
import type { Message, Text } from '../../core/message.js';
import { parseAmount } from '../../core/money.js';
import type { Clock, Random } from '../../host/host.js';
import { rowMessages as messages } from '../../messages/batch.js';
import type { Row } from './row-reader.js';

/** A row's fields over those for all rows. */
function overlay(base: Fields, over: Fields): Fields {
  const fields = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = fields[key];
    fields[key] = isJsonObject(value) && isJsonObject(below) ? overlay(below, value) : value;
  }
  return fields;
}

/** A row that may be sent. */
export interface PreparedRow {
  line: number;
  /** Checked; goes on the wire. */
  input: Fields;
  reference?: string;
  /** In satang, if the operation has an amount and the row gives it. */
  amount?: bigint;
  warnings: readonly Message[];
}

/** A row that is never sent, and why. */
export interface RejectedRow {
  line: number;
  reference?: string;
  problem: Text;
}

export interface PrepareParts {
  operation: Operation;
  /** Fields for every row; a row's own value wins. */
  base: Fields;
  environment: 'test' | 'live';
  outTradeNoPrefix?: string;
  /** Relative dates count from the start of the run, so they are the same in every row. */
  startedAt: number;
  clock: Clock;
  random: Random;
}

/** Completes rows and checks them against the specification. */
export function preparer(parts: PrepareParts): (row: Row) => PreparedRow | RejectedRow {
  const { operation, base, environment, outTradeNoPrefix, startedAt, clock, random } = parts;
  const withDates = relativeDates(operation);
  const named = operation.reference ?? operation.positional;

  return ({ line, given, problem }) => {
    if (given === undefined) return { line, problem: problem ?? messages.unreadable };
    const now = clock.now();
    const dated = withDates(overlay(base, given), startedAt);
    const fields = {
      ...dated,
      ...generatedFields(operation, dated, { now, random, outTradeNoPrefix }),
    };
    const checked = checkInput(operation, fields, { environment, now, outTradeNoPrefix });
    const reference = named && inputText(checked.ok ? checked.value : fields, named);
    const identity = reference === undefined ? { line } : { line, reference };
    if (!checked.ok) {
      const problems = checked.problems.map(({ field, message }) => messages.field(field, message));
      return { ...identity, problem: messages.problems(problems) };
    }
    const { value: input, warnings } = checked;
    const amount = operation.amount && parseAmount(inputText(input, operation.amount) ?? '');
    return typeof amount === 'bigint'
      ? { ...identity, input, warnings, amount }
      : { ...identity, input, warnings };
  };
}
