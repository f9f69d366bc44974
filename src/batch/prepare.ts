import { checkInput, fieldAt } from '../api/check.js';
import { generate } from '../api/ids.js';
import { parseAmount } from '../api/money.js';
import type { Fields, Operation } from '../api/operation.js';
import type { Clock, Random } from '../host/host.js';
import { fromPlain, textOf } from '../json.js';
import { visible } from '../text.js';
import { overlaid } from './columns.js';
import type { Row } from './rows.js';

/** A row that may be sent. */
export interface Ready {
  line: number;
  /** Checked: what goes on the wire. */
  input: Fields;
  reference?: string;
  /** Satang, where the operation has an amount and the row gives one. */
  amount?: bigint;
  warnings: readonly string[];
}

/** A row that is never sent, and why. */
export interface Wrong {
  line: number;
  reference?: string;
  problem: string;
}

export interface PrepareParts {
  operation: Operation;
  /** What holds for every row that does not say otherwise. */
  base: Fields;
  environment: 'test' | 'live';
  outTradeNoPrefix?: string;
  clock: Clock;
  random: Random;
}

/** Holds rows against the specification. */
export function preparer(parts: PrepareParts): (row: Row) => Ready | Wrong {
  const { operation, base, environment, outTradeNoPrefix, clock, random } = parts;
  // A reference of money that a second run would make anew could not stop a second charge.
  const generated = Object.entries(operation.generated ?? {}).filter(
    ([field]) => operation.effect !== 'money' || field !== operation.reference,
  );
  const named = operation.reference ?? operation.positional;

  return ({ line, given, problem }) => {
    if (given === undefined) return { line, problem: problem ?? 'cannot be read' };
    const now = clock.now();
    const fields = overlaid(base, given);
    for (const [field, kind] of generated) {
      fields[field] ??= generate(kind, { now, random, outTradeNoPrefix });
    }
    const checked = checkInput(operation, fields, { environment, now, outTradeNoPrefix });
    const reference = named && textAt(checked.ok ? checked.value : fields, named);
    const known = reference === undefined ? { line } : { line, reference };
    if (!checked.ok) {
      const problems = checked.problems.map(({ field, message }) => `${field} ${message}`);
      return { ...known, problem: visible(problems.join('; ')) };
    }
    const { value: input, warnings } = checked;
    const amount = operation.amount && parseAmount(textAt(input, operation.amount) ?? '');
    return typeof amount === 'bigint'
      ? { ...known, input, warnings, amount }
      : { ...known, input, warnings };
  };
}

function textAt(fields: Fields, path: string): string | undefined {
  return textOf(fromPlain(fieldAt(fields, path) ?? null));
}
