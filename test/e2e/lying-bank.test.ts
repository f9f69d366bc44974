import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedBank, serveBank } from './bank.js';
import { freshMachine, type Machine } from './payctl.js';

type Lie = (text: string) => string;

/** The embedded bank, behind what changes its answers to inquiries. */
let bank: ServedBank;
let machine: Machine;
let lies: { path: string; lie: Lie }[] = [];
let slip = '';

const proxy = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    void answer(request, Buffer.concat(chunks), response);
  });
});

async function answer(
  { url = '', method = 'GET', headers }: IncomingMessage,
  sent: Buffer,
  response: ServerResponse,
): Promise<void> {
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    const isOfConnection = /^(host|connection|content-length)$/.test(name);
    if (typeof value === 'string' && !isOfConnection) passed.set(name, value);
  }
  const body = method === 'GET' ? null : new Uint8Array(sent);
  const truth = await fetch(new URL(url, bank.url), { method, headers: passed, body });
  const told = lies
    .filter(({ path }) => url.startsWith(path))
    .reduce((text, { lie }) => lie(text), await truth.text());
  const type = truth.headers.get('content-type') ?? 'application/json';
  response.writeHead(truth.status, { 'content-type': type }).end(told);
}

beforeAll(async () => {
  const server = freshMachine();
  bank = await serveBank(server);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  machine = freshMachine({ ...bank.env, PAYCTL_BASE_URL: `http://127.0.0.1:${port}` });
  const created = await machine.payctl('qr create --ref1 ORDER1 --ref2 T4 --amount 100 -o json');
  expect(created.code, created.stderr).toBe(0);
  const payload = JSON.parse(created.stdout).data.qrRawData;
  const paid = await server.payctl(['sandbox', 'pay', payload]);
  slip = JSON.parse(paid.stdout).slip;
});

afterAll(async () => {
  proxy.close();
  await bank.stop();
});

async function ran(words: string, told: typeof lies = []) {
  lies = told;
  const { code, stdout, stderr } = await machine.payctl(words);
  return { code, said: stdout + stderr };
}

const INQUIRY = '/v1/payment/billpayment/inquiry';
const SEARCH = '/v3/payment/billpayment/inquiry';
const SLIP = '/v1/payment/billpayment/transactions/';
const ALL = [INQUIRY, SEARCH];

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

const LIES: readonly (readonly [what: string, paths: string[], lie: Lie, commands: string[]])[] = [
  ['another reference', ALL, swap(/"ORDER1"/g, '"ORDER2"'), ['bill', 'investigate']],
  [
    'another biller',
    [INQUIRY],
    swap(/"010000000000101"/g, '"010000000000102"'),
    ['bill', 'investigate'],
  ],
  ['a negative amount', ALL, swap(/"100\.00"/g, '"-100.00"'), ['bill', 'investigate', 'find']],
  ['no amount above zero', ALL, swap(/"100\.00"/g, '"0.00"'), ['bill', 'investigate', 'find']],
  ['no amount', ALL, swap(/"amount":"100\.00",/g, ''), ['bill', 'investigate', 'find']],
  ['another currency', ALL, swap(/"(764|THB)"/g, '"USD"'), ['bill', 'investigate', 'find']],
  [
    'a transaction that is paid, and given back',
    [INQUIRY],
    again(swap(/"reverseFlag":""/, '"reverseFlag":"R"')),
    ['bill', 'investigate'],
  ],
];

const COMMANDS: Readonly<Record<string, string>> = {
  bill: 'bill inquire --reference1 ORDER1',
  investigate: 'investigate ORDER1',
  find: 'find --ref1 ORDER1 -o json',
};

describe('a bank that tells the truth', () => {
  it.each(Object.values(COMMANDS))('is believed by %s', async (command) => {
    const { code, said } = await ran(command);
    expect(code, said).toBe(0);
  });
});

describe('a bank whose answer has', () => {
  const each = LIES.flatMap(([what, paths, lie, commands]) =>
    commands.map((command) => ({ what, command, told: paths.map((path) => ({ path, lie })) })),
  );
  it.each(each)('$what is not believed by $command', async ({ command, told }) => {
    const { code, said } = await ran(COMMANDS[command] ?? '', told);
    expect(code, said).toBe(14);
    expect(said).not.toMatch(/^Paid|"state":"paid"/m);
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

  it('nothing of all that accepts the slip', async () => {
    const { code, said } = await ran(`slip verify ${slip} --sending-bank 999 --once`);
    expect(code, said).toBe(0);
  });
});
