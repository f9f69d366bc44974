import { agrees } from '../../bank/questions.js';
import { option, text, type ValuesOf } from '../../cli/parameter.js';
import { amount, day } from '../../cli/values.js';
import { at, type Json, textOf } from '../../core/json.js';
import { visible } from '../../core/text.js';

const GROUP = { group: 'Expected (exit 5 if the slip says something else):' };

export const EXPECTATIONS = {
  amount: option('--expect-amount <amount>', 'amount in baht, to the satang', amount, GROUP),
  ref1: text('--expect-ref1 <text>', 'reference 1', GROUP),
  ref2: text('--expect-ref2 <text>', 'reference 2', GROUP),
  ref3: text('--expect-ref3 <text>', 'reference 3', GROUP),
  receiver: text(
    '--expect-receiver <text>',
    'name, biller or other id, or account of the receiver, as the bank shows it',
    GROUP,
  ),
  date: option(
    '--expect-date <date>',
    'Bangkok date of the payment: YYYY-MM-DD, today, yesterday',
    day,
    GROUP,
  ),
};

/** What is expected of the record, by the word after `--expect-`. */
export type Expected = ValuesOf<typeof EXPECTATIONS>;

/** Where the bank's record says something else, each with both sides as `shown` has them. */
export function differences(
  shown: Json,
  record: Json,
  expected: Expected,
): { field: string; message: string }[] {
  return Object.entries(expected).flatMap(([field, want]) => {
    if (want === undefined) return [];
    const found = SAID[field]?.(record) ?? [];
    if (found.some((value) => agrees(value, want, field === 'amount'))) return [];
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
