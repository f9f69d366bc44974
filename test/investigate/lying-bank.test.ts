import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pay } from '../../src/sandbox/customer.js';
import { environmentOf } from '../faults/command/bench.js';
import { payctl } from '../fixtures/command.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { START, servedWorld } from '../fixtures/sandbox.js';
import { forward } from '../fixtures/served-bank.js';
import { opened } from '../fixtures/servers.js';
import { table } from '../fixtures/table.js';

type Lie = (text: string) => string;

/** What comes instead of an answer. */
interface Failure {
  status: number;
  text: string;
}

/** The embedded bank, behind what changes its answers to inquiries. */
const { bank, url: bankUrl } = await servedWorld({}, afterAll);
const machine = fakeHost({ now: START });
let env: Record<string, string> = {};
let runs = 0;
let lies: { path: string; lie: Lie }[] = [];
let failures: { path: string; failure: Failure | 'reset' }[] = [];
let slip = '';
let tokenizerId = '';

const proxy = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '' } = request;
  const failing = failures.find(({ path }) => url.startsWith(path))?.failure;
  if (failing === 'reset') {
    response.destroy();
    return;
  }
  const type = { 'content-type': 'application/json' };
  if (failing) {
    response.writeHead(failing.status, type).end(failing.text);
    return;
  }
  const truth = await forward(bankUrl, request);
  const told = lies
    .filter(({ path }) => url.startsWith(path))
    .reduce((text, { lie }) => lie(text), truth.body.toString());
  response.writeHead(truth.status, type).end(told);
}

beforeAll(async () => {
  env = { ...environmentOf(''), PAYCTL_BASE_URL: `http://127.0.0.1:${await opened(proxy)}` };
  const done = async (words: string) => {
    const { code, stdout, stderr } = await run(`${words} -o json`);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  const created = await done('qr create --ref1 ORDER1 --ref2 T4 --amount 100');
  slip = (await pay(bank, created.data.qrRawData)).slip ?? '';
  await done('ewallet create --tran-type W --out-trade-no SBXW1 --total-fee 250');
  await pay(bank, 'SBXW1');
  tokenizerId = (await done(TRANSFER)).tokenizerId;
});

afterAll(() => {
  proxy.close();
});

/** The command in this process, each run with other chance, on one machine. */
const run = (words: string) => payctl(words, { on: machine, env, seed: ++runs });

async function ran(words: string, told: typeof lies = [], failed: typeof failures = []) {
  lies = told;
  failures = failed;
  const { code, stdout, stderr } = await run(words);
  return { code, said: stdout + stderr };
}

const INQUIRY = '/v1/payment/billpayment/inquiry';
const SEARCH = '/v3/payment/billpayment/inquiry';
const SLIP = '/v1/payment/billpayment/transactions/';
const WALLET = '/v1/payment/ewallets/inquire';
const TRANSFERRED = '/v1/payment/transfer/fcd/inquiry';

const swap =
  (from: RegExp, to: string): Lie =>
  (text) =>
    text.replace(from, to);

/** What stands in a list stands there once more, changed. */
const again =
  (change: Lie): Lie =>
  (text) => {
    const body = JSON.parse(text);
    const [first] = body.data;
    if (first) body.data.push(JSON.parse(change(JSON.stringify(first))));
    return JSON.stringify(body);
  };

const PATHS: Readonly<Record<string, string[]>> = {
  ...{ inquiry: [INQUIRY], search: [SEARCH], both: [INQUIRY, SEARCH] },
  ...{ wallet: [WALLET], transfer: [TRANSFERRED] },
};

/** The answer has … | of … | where … stands instead of … | and is not believed by these. */
const SWAPPED = table(String.raw`
  another reference | both | "ORDER2" | "ORDER1" | bill, investigate
  another biller | inquiry | "010000000000102" | "010000000000101" | bill, investigate
  a negative amount | both | "-100.00" | "100\.00" | bill, investigate, find
  no amount above zero | both | "0.00" | "100\.00" | bill, investigate, find
  no amount | both | | "amount":"100\.00", | bill, investigate, find
  another currency | both | "USD" | "(764|THB)" | bill, investigate, find
  a search of another amount | search | "77.00" | "100\.00" | investigate, slip
  a search of another state | search | "RJCT" | "ACCC" | investigate
  a search of another biller | search | 010000000000999 | 010000000000101 | find, search, investigate
  a search of another reference | search | "ORDER2" | "ORDER1" | search
  a search of a negative amount | search | "-100.00" | "100\.00" | search
  a search without an amount | search | | "amount":"100\.00", | search
  a search of another currency | search | "USD" | "THB" | search
  a wallet's currency | wallet | "currency":"USD","amount" | "amount" | wallet, investigate wallet
  a wallet's currencyCode | wallet | "currencyCode":"USD","amount" | "amount" | wallet, investigate wallet
  a wallet's amount of null | wallet | "amount":null | "amount":"250\.00" | wallet, investigate wallet
  an empty amount of a wallet | wallet | "amount":"" | "amount":"250\.00" | wallet, investigate wallet
  a wallet's amount of 0 | wallet | "amount":0 | "amount":"250\.00" | wallet, investigate wallet
  a wallet's negative amount | wallet | "amount":"-250.00" | "amount":"250\.00" | wallet, investigate wallet
  no wallet's amount | wallet | | "amount":"250\.00", | wallet, investigate wallet
  a transfer confirmed in another currency | transfer | $1"USD" | ("confirmAmount":\{[^}]*"currency":)"THB" | transfer, investigate transfer
`);

const reversed = swap(/"reverseFlag":""/, '"reverseFlag":"R"');
const TWICE: readonly (readonly [what: string, lie: Lie])[] = [
  ['a transaction that is paid, and refunded', again(reversed)],
  [
    'a transaction that is paid, and refunded without its id',
    again((text) => reversed(text).replace(/"transactionId":"[^"]*"/, '"transactionId":""')),
  ],
  [
    'a transaction that is paid, and refunded by its id in capitals',
    again((text) =>
      reversed(text).replace(/(?<="transactionId":)"[^"]*"/, (id) => id.toUpperCase()),
    ),
  ],
];

interface Case {
  what: string;
  command: string;
  told: typeof lies;
}

const LIES: Case[] = [
  ...SWAPPED.flatMap(([what = '', of = '', to = '', from = '', commands = '']) => {
    const lie = swap(new RegExp(from, 'g'), to);
    const told = (PATHS[of] ?? []).map((path) => ({ path, lie }));
    return commands.split(', ').map((command) => ({ what, command, told }));
  }),
  ...TWICE.flatMap(([what, lie]) =>
    ['bill', 'investigate'].map((command) => ({ what, command, told: [{ path: INQUIRY, lie }] })),
  ),
];

const TRANSFER =
  'transfer debit send --partner-transaction-id FD1 --payer-account-no 2220000001 --amount 90.25';

const COMMANDS: Readonly<Record<string, () => string>> = {
  bill: () => 'bill inquire --reference1 ORDER1',
  investigate: () => 'investigate ORDER1',
  find: () => 'find --ref1 ORDER1 -o json',
  search: () => 'bill search --bill-reference1 ORDER1',
  slip: () => `investigate ${slip}`,
  wallet: () => 'ewallet inquire --tran-type W --out-trade-no SBXW1',
  'investigate wallet': () => 'investigate SBXW1',
  transfer: () => `transfer inquire --tokenizer-id ${tokenizerId} --date-from today`,
  'investigate transfer': () => `investigate ${tokenizerId}`,
};
const commandOf = (name: string) => COMMANDS[name]?.() ?? '';

describe('a bank that tells the truth', () => {
  it.each(Object.keys(COMMANDS))('is believed by %s', async (name) => {
    const { code, said } = await ran(commandOf(name));
    expect(code, said).toBe(0);
  });
});

const RIGHTS = JSON.stringify({ status: { code: 9500, description: 'No rights' } });

describe('a bank of which an inquiry fails', () => {
  it.each<readonly [string, string, Failure | 'reset', string, number]>([
    ['503', WALLET, { status: 503, text: 'busy' }, 'SBXW9', 9],
    ['a page', WALLET, { status: 200, text: '<html>hello</html>' }, 'SBXW9', 14],
    ['a missing route', WALLET, { status: 404, text: '<html>' }, 'SBXW9', 14],
    [
      'another code with 404',
      WALLET,
      { status: 404, text: '{"status":{"code":9900}}' },
      'SBXW9',
      9,
    ],
    ['no rights', WALLET, { status: 401, text: RIGHTS }, 'SBXW9', 4],
    ['429', WALLET, { status: 429, text: '{"status":{"code":9900}}' }, 'SBXW9', 7],
    ['a reset', WALLET, 'reset', 'SBXW9', 9],
    ['503', INQUIRY, { status: 503, text: 'busy' }, 'ORDER9', 9],
    ['a page', INQUIRY, { status: 200, text: '<html>hello</html>' }, 'ORDER9', 14],
    ['503', SEARCH, { status: 503, text: 'busy' }, 'ORDER9', 9],
  ])('%s at %s is no verdict', async (_, path, failure, id, exit) => {
    const { code, said } = await ran(`investigate ${id} --retries 0`, [], [{ path, failure }]);
    expect(code, said).toBe(exit);
    expect(said).toContain('No verdict');
    expect(said).not.toContain('Not found');
  });

  it('says that nothing is found where every inquiry has said so', async () => {
    const missing = { path: SEARCH, failure: { status: 404, text: '<html>' } };
    for (const failed of [[], [missing]]) {
      const { code, said } = await ran('investigate ORDER9', [], failed);
      expect(code, said).toBe(6);
    }
  });
});

describe('a flag that says that a bill was refunded', () => {
  it.each([
    ['Y', 5],
    ['?', 8],
  ])('%s is no payment', async (flag, exit) => {
    const lie = swap(/"reverseFlag":""/, `"reverseFlag":"${flag}"`);
    const { code, said } = await ran('bill inquire --reference1 ORDER1', [{ path: INQUIRY, lie }]);
    expect(code, said).toBe(exit);
    const found = await ran('investigate ORDER1', [{ path: INQUIRY, lie }]);
    expect(found.code, found.said).toBe(14);
  });
});

describe('a bank whose answer has', () => {
  it.each(LIES)('$what is not believed by $command', async ({ command, told }) => {
    const { code, said } = await ran(commandOf(command), told);
    expect(code, said).toBe(14);
    expect(said).not.toMatch(/^Paid|"state":"paid"/m);
  });

  it('another reference: the field is named, and nothing of somebody else', async () => {
    const told = [{ path: INQUIRY, lie: swap(/"ORDER1"/g, '"ORDER2"') }];
    const { said } = await ran('investigate ORDER1', told);
    expect(said).toContain('Contradiction: bill inquire: the answer is about another call: ');
    expect(said).toContain('billPaymentRef1 differs from what was sent');
    expect(said).not.toContain('ORDER2');
  });

  it.each<[string, Lie]>([
    ['another sending bank', swap(/"sendingBank":"999"/, '"sendingBank":"014"')],
    ['a negative amount', swap(/"amount":"100\.00"/, '"amount":"-100.00"')],
    ['no amount above zero', swap(/"amount":"100\.00"/, '"amount":"0.00"')],
    ['no amount', swap(/"amount":"100\.00",?/, '')],
    ['another slip', swap(/"transRef":"/, '"transRef":"X')],
    ['another currency', swap(/"paidLocalCurrency":"764"/, '"paidLocalCurrency":"392"')],
  ])('%s confirms no slip, and is not accepted', async (_, lie) => {
    const told = [{ path: SLIP, lie }];
    const verify = `slip verify ${slip} --sending-bank 999`;
    for (const command of [verify, `${verify} --once`]) {
      const { code, said } = await ran(command, told);
      expect(code, said).toBe(14);
      expect(said).not.toContain('confirms the slip');
    }
  });

  it('accepts the slip where the bank tells the truth', async () => {
    const { code, said } = await ran(`slip verify ${slip} --sending-bank 999 --once`);
    expect(code, said).toBe(0);
  });
});
