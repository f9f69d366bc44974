import { describe, expect, it } from 'vitest';
import { search as billSearch } from '../../../src/bank/bill/operations.js';
import type { Operation } from '../../../src/bank/define.js';
import { create, pay } from '../../../src/bank/ewallet/operations.js';
import { relativeDates } from '../../../src/bank/flags.js';
import { inquire as transferInquire } from '../../../src/bank/transfer/operations.js';
import { preparer } from '../../../src/commands/batch/operation-task.js';
import type { InputRow } from '../../../src/commands/batch/row-reader.js';
import { digestInput, WHOLE } from '../../../src/commands/batch/row-source.js';
import { survey } from '../../../src/commands/batch/survey.js';
import { fakeClock, seededRandom } from '../../fixtures/fake-host.js';

const base = { tranType: 'W', companyId: '001', terminalId: '12345678' };

/** Prepares rows, with what is wrong with them in English. */
function prepare(operation: Operation) {
  const parts = {
    operation,
    base,
    environment: 'live',
    startedAt: 0,
    clock: fakeClock(0),
  } as const;
  const made = preparer({ ...parts, random: seededRandom(1), outTradeNoPrefix: 'ABC' });
  return (row: InputRow) => {
    const ready = made(row);
    return 'problem' in ready ? { ...ready, problem: String(ready.problem) } : ready;
  };
}

async function* pieces(rows: readonly InputRow[]) {
  yield rows.slice(0, 1);
  yield rows.slice(1);
}

const payment = (line: number, outTradeNo: string, totalFee = '10.00'): InputRow => ({
  line,
  given: { outTradeNo, totalFee, buyerIdentityCode: '280000000000000001' },
});

describe('a row', () => {
  it('reads relative dates from the start of the run, in date fields only', () => {
    const row = prepare(transferInquire)({
      line: 2,
      given: { tokenizerId: 'today', dateFrom: 'yesterday', dateTo: '+1d' },
    });
    const input = { tokenizerId: 'today', dateFrom: '1969-12-31', dateTo: '1970-01-02' };
    expect(row).toMatchObject({ input });
    const nested = { fromDate: '-7d', toDate: '2026-01-31' };
    const given = { paymentSearchCriteria: { requestedExecutionDate: { dateSearch: nested } } };
    const dates = relativeDates(billSearch)(given, 0);
    expect(JSON.stringify(dates)).toContain('{"fromDate":"1969-12-25","toDate":"2026-01-31"}');
    expect(nested.fromDate).toBe('-7d');
  });

  it('gets generated fields, except the reference of a payment', () => {
    const made = prepare(create)({ line: 2, given: { totalFee: '1.00' } });
    expect(made).toMatchObject({ amount: 100n, reference: expect.stringMatching(/^ABC.{17}$/) });
    const generating = { ...pay, generated: { outTradeNo: 'outTradeNo' } } as const;
    const { outTradeNo: _, ...rest } = payment(2, '').given ?? {};
    expect(prepare(generating)({ line: 2, given: rest })).toEqual({
      line: 2,
      problem: 'outTradeNo is missing',
    });
  });
});

describe('the survey', () => {
  it('allows the same reference of two companies', async () => {
    const other = payment(3, 'A1');
    const rows = [payment(2, 'A1'), { ...other, given: { ...other.given, companyId: '002' } }];
    expect((await survey(pieces(rows), prepare(pay), pay, WHOLE)).wrong).toBe(0);
  });

  it('checks the rows of all parts and counts those of its own', async () => {
    const rows = [
      payment(2, 'A1', '1'),
      payment(3, 'A2', '2'),
      payment(4, 'A3', '4'),
      payment(5, 'A1'),
    ];
    const found = await survey(pieces(rows), prepare(pay), pay, { part: 2, of: 2 });
    expect(found).toMatchObject({ rows: 4, wrong: 1, mine: { rows: 1, satang: 200n } });
  });
});

it('an input is named by its bytes alone', async () => {
  const digest = (...chunks: string[]) =>
    digestInput(
      (async function* () {
        for (const chunk of chunks) yield Buffer.from(chunk);
      })(),
    );
  const one = await digest('a\nb\nc');
  expect(one.lines).toBe(2);
  expect(await digest('a', '\nb\n', 'c')).toEqual(one);
  expect((await digest('a\nb\nd')).digest).not.toBe(one.digest);
});
