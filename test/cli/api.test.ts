import { beforeEach, describe, expect, it } from 'vitest';
import { payctl } from '../fixtures/command.js';
import { stubBank } from '../fixtures/stub-bank.js';

const PAY = '/v1/payment/ewallets/pay';

/** What the bank answers in place of a success. */
let page: string | undefined;
let environment: Record<string, string> = {};
const bank = await stubBank(() =>
  page === undefined ? { data: { tradeState: 'SUCCESS' } } : { status: 404, body: page },
);
const sent = () => bank.calls.map(({ method, path, body }) => `${method} ${path} ${body}`);

beforeEach(() => {
  bank.forget();
  page = undefined;
  environment = {};
});

const api = (...argv: string[]) => apiAt('', ...argv);

function apiAt(base: string, ...argv: string[]) {
  const { PAYCTL_API_KEY, PAYCTL_API_SECRET } = bank.env;
  const connection = { PAYCTL_API_KEY, PAYCTL_API_SECRET, PAYCTL_BASE_URL: bank.url + base };
  const env = { ...environment, ...connection, PAYCTL_ENVIRONMENT: 'test' };
  return payctl(['api', ...argv], { env });
}

describe('a path by which a gateway might still find an operation', () => {
  it.each([
    `${PAY}/`,
    `/${PAY}`,
    '/v1//payment/ewallets/pay',
    '/V1/payment/ewallets/pay',
    '/v1/payment/ewallets/PAY',
    '/v1/payment/ewallets/%70ay',
    '/v1/payment%2Fewallets/pay',
    `${PAY}%2F`,
    `${PAY}%20`,
    `${PAY}%3Bx`,
    `${PAY}/?x=1`,
    `${PAY}.`,
    `${PAY}%2e`,
    `${PAY}%252e`,
    `${PAY}%25252e%2F`,
    '/v1/payment/ewallets/%2570ay',
    '/v1/payment/ewallets%3Bv%3D1/pay',
    '/v1/payment/x%2F..%2Fewallets/pay',
    '/v1/payment/ewallets/x/%2e%2e/pay',
    '/v1/payment/x%5c..%5cewallets%5cpay',
    `/partners${PAY}`,
    '/v1%2Fpayment%2Fewallets%2Fpay',
  ])('%s is refused, and named as it is written', async (path) => {
    const { code, stderr } = await api('POST', path, '-f', 'outTradeNo=ABC0001');
    expect(code).toBe(2);
    expect(stderr).toContain(`another spelling of ${PAY}, which is ewallet pay`);
    expect(sent()).toEqual([]);
  });

  it('is refused with --reads too, and by GET', async () => {
    for (const words of [
      ['POST', `${PAY}.`, '--reads'],
      ['GET', `${PAY}.`],
    ]) {
      const { code, stderr } = await api(...words);
      expect([code, stderr]).toEqual([2, expect.stringContaining('another spelling')]);
    }
    const { code, stderr } = await api('GET', `${PAY}?outTradeNo=A`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('as POST, not GET')]);
    expect(sent()).toEqual([]);
  });

  it.each([
    ['/v1', '/payment/ewallets/pay'],
    ['/V1/', '/payment/ewallets/pay'],
    ['/partners/v1/payment', '/ewallets/pay'],
    ['/partners/v1/payment/ewallets', '/pay'],
  ])('is refused where the base URL ends in %s', async (base, path) => {
    const { code, stderr } = await apiAt(base, 'POST', path, '-f', 'outTradeNo=ABC0001');
    expect([code, stderr]).toEqual([2, expect.stringContaining('another spelling')]);
    expect(sent()).toEqual([]);
  });

  it('is accepted where it belongs to a read, or to no operation', async () => {
    expect((await api('POST', '/v1/payment/ewallets/inquire/', '-f', 'outTradeNo=A')).code).toBe(0);
    expect((await api('POST', '/v1/payment/ewallets/payout', '-f', 'outTradeNo=A')).code).toBe(0);
    expect(sent()).toHaveLength(2);
  });
});

describe('a query behind the path', () => {
  it('stays there in a POST', async () => {
    expect((await api('POST', '/v1/other?x=1&y=a%20b', '-f', 'z=2')).code).toBe(0);
    expect(sent()).toEqual(['POST /v1/other?x=1&y=a+b {"z":"2"}']);
  });

  it('is refused beside a field of the same name', async () => {
    const { code, stderr } = await api('POST', `${PAY}?outTradeNo=A`, '-f', 'outTradeNo=B');
    expect(code).toBe(2);
    expect(stderr).toContain('outTradeNo is given twice');
    expect(sent()).toEqual([]);
  });
});

describe('a parameter in a path', () => {
  const CARD = '/v1/payment/qrcode/creditcard';

  // All spellings are in test/client/request.test.ts.
  it.each(['..%2f..%2fewallets%2fpay', '%252e%252e'])(
    'accepts no slash and no dot segment: %s',
    async (value) => {
      environment = { PAYCTL_READ_ONLY: 'true' };
      for (const method of ['GET', 'POST']) {
        const { code, stderr } = await api(method, `${CARD}/${value}`);
        expect([code, stderr]).toEqual([2, expect.stringMatching(/path/)]);
      }
      expect(sent()).toEqual([]);
    },
  );

  it('accepts an id', async () => {
    expect((await api('GET', `${CARD}/20260131090000123456`)).code).not.toBe(2);
    expect(sent()).toEqual([`GET ${CARD}/20260131090000123456 `]);
  });
});

describe('the reference of a charge', () => {
  const rest = '"companyId":"001","terminalId":"1","tranType":"W","totalFee":"1.00"';

  it.each([
    `{"outTradeNo":["ABC0001"],${rest}}`,
    `{"outTradeNo":{"a":1},${rest}}`,
    `{"outTradeNo":"ABC0001 ",${rest}}`,
    `{"outTradeNo":"ABC0001\u200b",${rest}}`,
    `{"outTradeNo":1e3,${rest}}`,
    `{"outTradeNo":"A","outtradeno":"B",${rest}}`,
    `{${rest}}`,
    `{"outTradeNo":"ABC0001","companyId":["001"]}`,
  ])('is refused where it could be read in two ways: %s', async (data) => {
    const { code } = await api('POST', PAY, '--data', data);
    expect(code).toBe(2);
    expect(sent()).toEqual([]);
  });
});

describe('a call outside the catalogue', () => {
  const TYPO = '/v1/payment/balances/inquire';

  it('opens a charge where it may have moved money', async () => {
    page = '<html>';
    const { code, stderr } = await api('POST', TYPO);
    expect(code).toBe(10);
    expect(stderr).toContain('use --reads');
    expect(stderr).toContain('journal settle');
  });

  it('opens none where the caller says that it reads', async () => {
    page = '<html>';
    const { code, host } = await api('POST', TYPO, '--reads', '--retries', '0');
    expect(code).toBe(14);
    expect(host.files.paths().filter((path) => path.includes('/journal/'))).toEqual([]);
    page = undefined;
    expect((await api('POST', TYPO, '--reads')).code).toBe(0);
  });

  it('is refused under a read-only profile, even with --reads', async () => {
    environment = { PAYCTL_READ_ONLY: 'true' };
    const { code, stderr } = await api('POST', TYPO, '--reads');
    expect([code, stderr]).toEqual([2, expect.stringContaining('read-only')]);
    expect(sent()).toEqual([]);
  });

  it('alone takes --reads: with a path of the catalogue it is refused', async () => {
    for (const path of [PAY, '/v1/payment/ewallets/inquire']) {
      const { code, stderr } = await api('POST', path, '--reads', '-f', 'outTradeNo=ABC0001');
      expect([code, stderr]).toEqual([2, expect.stringContaining('catalogue')]);
    }
    expect(sent()).toEqual([]);
  });

  it('is one charge whatever the spelling of its path', async () => {
    const first = await api('POST', '/v1/new/pay', '-f', 'id=7');
    expect(first.code).toBe(0);
    for (const path of ['/v1/new/pay/', '/V1/new//pay', '/v1/new/p%61y', '/v1/new/pay%2e']) {
      const words = ['api', 'POST', path, '-f', 'id=7'];
      const again = await payctl(words, { env: first.host.env, on: first.host });
      expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('nothing was sent')]);
    }
    expect(sent()).toHaveLength(1);
  });
});
