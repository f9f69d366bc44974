import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pay } from '../../src/sandbox/customer.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { payctl as run, sandboxEnvironment } from '../fixtures/command.js';
import { type FakeHost, fakeHost } from '../fixtures/fake-host.js';
import { writeBillPayment } from '../fixtures/qr.js';
import { START as NOW, servedWorld } from '../fixtures/sandbox.js';
import { stubBank } from '../fixtures/stub-bank.js';
import { table } from '../fixtures/table.js';

const { billerId } = SANDBOX_PROFILE;
const SEARCH = 'bill search --from-date 2026-03-10 --to-date 2026-03-10';

const payctl = (url: string, line: string, tty = false, on = fakeHost({ now: NOW })) =>
  run(line, { tty, on, env: sandboxEnvironment(url) });

describe('a list of the embedded bank', async () => {
  const { bank, url } = await servedWorld({}, afterAll);

  beforeAll(async () => {
    for (let number = 1; number <= 33; number++) {
      const ref1 = `R${String(number).padStart(2, '0')}`;
      await pay(bank, writeBillPayment({ billerId, ref1, ref3: 'SBXA', amount: `${number}` }));
    }
  });

  it('is whole, in the envelope of the bank', async () => {
    const { code, stdout, stderr } = await payctl(url, `${SEARCH} -o json`);
    const { searchPaymentStatusReport: report } = JSON.parse(stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(report.originalGroupInformationAndStatus.totalRecords).toBe('33');
    const refs = report.searchPaymentReport.map(
      (record: {
        supplementaryData: { envelope: { originalMessage: { billReference1: string } } };
      }) => record.supplementaryData.envelope.originalMessage.billReference1,
    );
    expect(new Set(refs).size).toBe(33);
    expect(refs).toHaveLength(33);
  });

  it('is a line a payment in a table, on a narrow terminal too', async () => {
    const { stdout } = await payctl(url, `${SEARCH} -o table --no-color`, true);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(34);
    expect(lines[0]?.trim().split(/ +/).slice(0, 4)).toEqual(['TIME', 'AMOUNT', 'STATUS', 'REF1']);
    expect(
      lines.filter((line) => /^2026-03-10 10:00:00 +7\.00 THB +ACCC +R07/.test(line)),
    ).toHaveLength(1);
  });

  it.each([
    'TIME,AMOUNT,REF1',
    'time,amount,ref1',
    'acceptanceDateTime,interbankSettlementAmount,billReference1',
  ])('has the columns that are named as the table does: %s', async (columns) => {
    const { code, stdout } = await payctl(
      url,
      `${SEARCH} --bill-reference1 R07 -o jsonl --columns ${columns}`,
    );
    expect(code).toBe(0);
    expect(Object.values(JSON.parse(stdout))).toEqual([
      '2026-03-10T10:00:00.000+07:00',
      { amount: '7.00', currency: 'THB' },
      'R07',
    ]);
  });

  it.each([
    ['--limit 1', 1, 'this is 1 of 33 records; --limit 33 fetches all\n'],
    ['--limit 5', 5, 'these are 5 of 33 records; --limit 33 fetches all\n'],
    ['--limit 20', 20, 'these are 20 of 33 records; --limit 33 fetches all\n'],
    ['--limit 33', 33, ''],
    ['--page-number 2', 13, ''],
    ['--page-size 3', 3, ''],
    ['--page-number 5', 0, ''],
  ])('is as long as asked for: %s', async (flags, lines, stderr) => {
    const ended = await payctl(url, `${SEARCH} ${flags} -o jsonl`);
    expect(ended).toMatchObject({ code: 0, stderr });
    expect(ended.stdout.split('\n')).toHaveLength(lines + 1);
  });

  it.each(['--limit 5 -o raw', '--limit 5 --page-number 1', '--limit 0'])(
    'is refused where one flag denies the other: %s',
    async (flags) => {
      expect(await payctl(url, `${SEARCH} ${flags}`)).toMatchObject({ code: 2, stdout: '' });
    },
  );

  it('is one page as the bank sent it', async () => {
    const { stdout } = await payctl(url, `${SEARCH} -o raw`);
    expect(stdout.match(/transactionStatus/g)).toHaveLength(20);
    const api = 'api POST /v3/payment/billpayment/inquiry -o json -f messageIdentification=M1';
    const whole = await payctl(url, `${api} -f creationDateTime=2026-03-10T10:00:00.000+07:00`);
    expect(whole.stdout.match(/transactionStatus/g)).toHaveLength(20);
  });
});

describe('pages that are not as they should be', async () => {
  /** What the bank answers to each page, from the last one on always the same. */
  let pages: readonly string[];
  let wrapped: boolean;
  let onPage: (page: number) => void;
  const pageOf = (body: string) => Number(/"pageNumber":"([0-9]+)"/.exec(body)?.[1] ?? 1);
  const bank = await stubBank(({ body }) => {
    const page = pageOf(body);
    onPage(page);
    // `COUNT`, `COUNT@FIRST`, `COUNT/TOTAL`, with the total as a number `COUNT#TOTAL`; or an HTTP status.
    const spec = pages[Math.min(page, pages.length) - 1] ?? '';
    const [, count = '', from = 20 * (page - 1), sign, digits = ''] =
      /^(\d+)(?:@(\d+))?(?:([/#])(\d+))?$/.exec(spec) ?? [];
    const status = Number(spec);
    if (status > 20) return { status, code: status === 404 ? 1104 : 1102 };
    const total = sign === '#' ? Number(digits) : sign && digits;
    const records = Array.from({ length: Number(count) }, (_, at) => ({
      id: `${Number(from) + at}`,
    }));
    const report = {
      originalGroupInformationAndStatus: { responseStatus: 'SUCCESS', totalRecords: total },
      searchPaymentReport: records,
    };
    const data = { searchPaymentStatusReport: report };
    return { data: wrapped ? { status: { code: 1000 }, data } : data };
  });
  beforeEach(() => {
    bank.forget();
    wrapped = false;
    onPage = () => undefined;
  });

  async function search(flags = '', on?: FakeHost) {
    const line = `${SEARCH} -o jsonl ${flags}`;
    const { code, stdout, stderr, host } = await payctl(bank.url, line, false, on);
    const ids = stdout
      .split('\n')
      .filter(Boolean)
      .map((text) => JSON.parse(text).id);
    const message = stderr.startsWith('{') ? JSON.parse(stderr).error.message : stderr.trimEnd();
    return { code, ids, message, host };
  }

  const WHOLE = table(`
    with a total as text | 20/53 20/53 13/53 | 53
    with a total as a number | 20#53 20#53 13#53 | 53
    without a total, up to a short page | 20 20 13 | 53
    without a total, up to an empty page | 20 20 0 | 40
    without a total, up to one that is not there | 20 20 404 | 40
    with a list that grows | 20/40 20/53 13/53 | 53
    with nothing in it | 0/0 | 0
  `);
  it.each(WHOLE)('a list is whole %s', async (_, answers = '', records) => {
    pages = answers.split(' ');
    const { code, ids, message } = await search();
    expect([code, message, ids.length]).toEqual([0, '', Number(records)]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(bank.calls).toHaveLength(pages.length);
  });

  it('every page is a call with an id of its own, the first with the one that was given', async () => {
    const given = 'A'.repeat(32);
    pages = ['20/53', '20/53', '13/53'];
    await search(`--request-uid ${given}`);
    const ids = bank.calls.map(({ headers }) => headers.requestuid);
    expect(ids[0]).toBe(given);
    expect(new Set(ids).size).toBe(3);
  });

  it('a list that is wrapped once more is whole, too', async () => {
    wrapped = true;
    pages = ['20/53', '20/53', '13/53'];
    expect((await search()).ids).toHaveLength(53);
  });

  const BROKEN = table(`
    a page that repeats | 20@0/53 | 20 | 2 | page 2 repeats what came before it; 20 of 53 records were fetched
    a page that repeats without a total | 20@0 | 20 | 2 | page 2 repeats
    pages that overlap | 20/53 20@19/53 2@38/53 0/53 | 40 | 4 | the bank counts 53 records and gave 40
    a list that shrinks | 20/53 20/52 | 40 | 2 | the list shrank from 53 to 52
    an end before the total | 20/53 0/53 | 20 | 2 | the bank counts 53 records and gave 20
    a page that is not there before the total | 20/53 404 | 20 | 2 | the bank counts 53 records and gave 20
    a total below the first page | 20/5 | 20 | 1 | the bank counts 5 records and gave 20
    nothing where it counts some | 0/33 | 0 | 1 | the bank counts 33 records and gave 0
  `);
  it.each(BROKEN)(
    '%s is exit 14, with what was fetched',
    async (_, answers = '', records, calls, why) => {
      pages = answers.split(' ');
      const { code, ids, message } = await search();
      expect([code, ids.length, bank.calls.length]).toEqual([14, Number(records), Number(calls)]);
      expect(message).toContain(why);
    },
  );

  it.each([
    [503, 9],
    [400, 5],
  ])('a page that fails in the middle (HTTP %i) decides the exit', async (status, exit) => {
    pages = ['20/53', '20/53', String(status)];
    const { code, ids, message } = await search('--retries 0');
    expect({ code, length: ids.length }).toEqual({ code: exit, length: 40 });
    expect(message).toMatch(/^page 3: .*; 40 of 53 records were fetched$/);
  });

  it('an endless list ends at 1,000 records, at the pace that the bank allows', async () => {
    pages = ['20/1000000'];
    const { code, ids, message, host } = await search();
    expect({ code, length: ids.length, calls: bank.calls.length }).toEqual({
      code: 0,
      length: 1000,
      calls: 50,
    });
    expect(message).toBe('these are 1000 of 1000000 records; --limit 1000000 fetches all');
    expect(host.clock.passed()).toBeGreaterThan(8000);
    pages = ['20'];
    expect((await search('--limit 30')).message).toContain(
      'these are the first 30 records, there may be more',
    );
  });

  it('a list waits no longer where the clock is set back meanwhile', async () => {
    const on = fakeHost({ now: NOW });
    onPage = (page) => page === 3 && on.clock.set(-7 * 3_600_000);
    pages = ['20/140'];
    expect((await search('', on)).ids).toHaveLength(140);
    expect(on.clock.passed()).toBeLessThan(10_000);
  });
});
