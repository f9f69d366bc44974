import type { Context } from '../../cli/context.js';
import type { Option } from '../../cli/option.js';
import { day } from '../../cli/values.js';
import { PayctlError } from '../../core/errors.js';
import { at, type Json, textOf } from '../../core/json.js';
import { amountProblem, compareAmounts } from '../../core/money.js';
import { visible } from '../../core/text.js';

const GROUP = 'Expected (exit 5 if the slip says something else):';

export const EXPECTATIONS: readonly Option[] = [
  { flags: '--expect-amount <amount>', summary: 'amount in baht, to the satang', group: GROUP },
  { flags: '--expect-ref1 <text>', summary: 'reference 1', group: GROUP },
  { flags: '--expect-ref2 <text>', summary: 'reference 2', group: GROUP },
  { flags: '--expect-ref3 <text>', summary: 'reference 3', group: GROUP },
  {
    flags: '--expect-receiver <text>',
    summary: 'name, biller or other id, or account of the receiver, as the bank shows it',
    group: GROUP,
  },
  {
    flags: '--expect-date <date>',
    summary: 'Bangkok date of the payment: YYYY-MM-DD, today, yesterday',
    group: GROUP,
  },
];

/** Expected values, by the word after `--expect-`. */
export type Expected = ReadonlyMap<string, string>;

/** Reads and checks the expectations; throws USAGE before anything is sent. */
export function readExpected(context: Context): Expected {
  const expected = new Map<string, string>();
  for (const { flags } of EXPECTATIONS) {
    const [flag = ''] = flags.slice(2).split(' ');
    const value = context.text(flag);
    if (value === undefined) continue;
    const problem = problemOf(flag, value);
    if (problem) throw new PayctlError('USAGE', `--${flag} ${problem}`, { executed: 'no' });
    const isDay = flag === 'expect-date';
    const want = isDay ? day(value, `--${flag}`, context.host.clock.now()) : value;
    expected.set(flag.replace('expect-', ''), want);
  }
  return expected;
}

function problemOf(flag: string, value: string): string | undefined {
  if (value === '') return 'is empty';
  return flag === 'expect-amount' ? amountProblem(value) : undefined;
}

/** Where the bank's record says something else, each with both sides as `shown` has them. */
export function differences(
  shown: Json,
  record: Json,
  expected: Expected,
): { field: string; message: string }[] {
  return [...expected].flatMap(([field, want]) => {
    const found = SAID[field]?.(record) ?? [];
    const same = field === 'amount' ? isSameAmount : isSameText;
    if (found.some((value) => same(value, want))) return [];
    const said = SAID[field]?.(shown).map(visible).join(', ') || 'absent';
    return { field, message: `is ${said}; expected ${visible(want)}` };
  });
}

/** What the record says on each matter; the receiver goes by several names. */
const SAID: Readonly<Record<string, (record: Json) => string[]>> = {
  amount: (record) => texts(record, 'amount'),
  ref1: (record) => texts(record, 'ref1'),
  ref2: (record) => texts(record, 'ref2'),
  ref3: (record) => texts(record, 'ref3'),
  date: (record) => texts(record, 'transDate').map(dashed),
  receiver: (record) =>
    texts(
      record,
      'receiver.displayName',
      'receiver.name',
      'receiver.proxy.value',
      'receiver.account.value',
    ),
};

function texts(record: Json, ...paths: string[]): string[] {
  const found = paths.map((path) => textOf(at(record, path)) ?? '').filter((text) => text !== '');
  return [...new Set(found)];
}

/** The record writes `20260131`. */
function dashed(date: string): string {
  return date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}

function isSameAmount(found: string, want: string): boolean {
  return compareAmounts(found, want) === 0;
}

function isSameText(found: string, want: string): boolean {
  return found === want;
}
