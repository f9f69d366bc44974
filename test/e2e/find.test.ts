import { beforeEach, describe, expect, it } from 'vitest';
import { bangkokDate } from '../../src/core/time.js';
import { width } from '../../src/format/width.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { listenOn } from '../fixtures/served-bank.js';

let machine: Machine;

beforeEach(async () => {
  machine = quickMachine();
  await ran('sandbox settings rateLimit=0');
});

async function ran(words: string | readonly string[], code = 0): Promise<string> {
  const { stdout, stderr, code: ended } = await machine.payctl(words);
  expect(ended, `${String(words)}: ${stderr}`).toBe(code);
  return stdout;
}

interface Row {
  kind: string;
  reference: string;
  transactionId: string;
  amount: string;
  at: string;
  payer: string;
  state: string;
  sources: string[];
  contradiction: string | null;
}

async function found(options: string, code = 0): Promise<Row[]> {
  return JSON.parse(await ran(`--sandbox find ${options} -o json`, code));
}

async function payBill(reference: string, amount: string): Promise<void> {
  const words = `--sandbox qr create --ref1 ${reference} --amount ${amount} -o json -q qrRawData`;
  const payload: string = JSON.parse(await ran(`${words.replace('qrRawData', 'data.qrRawData')}`));
  await ran(['sandbox', 'pay', payload]);
}

describe('find', () => {
  it('finds bills at the bank without a reference, all pages, newest first', async () => {
    for (let number = 1; number <= 3; number++) await payBill(`ORDER${number}`, `${number}0.00`);
    const all = await found('');
    expect(all.map(({ reference }) => reference)).toEqual(['ORDER3', 'ORDER2', 'ORDER1']);
    expect(Object.keys(all[0] ?? {})).toEqual([
      ...['kind', 'reference', 'transactionId', 'amount', 'at', 'payer', 'state'],
      ...['sources', 'contradiction'],
    ]);
    expect(all[0]).toMatchObject({
      ...{ kind: 'bill', amount: '30.00', state: 'paid', sources: ['bank'], contradiction: null },
      payer: expect.stringMatching(/^.\*\*\*$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+07:00$/),
    });
    expect(await found('--amount 20')).toHaveLength(1);
    expect(await found('--ref1 ORDER1')).toHaveLength(1);
    expect(await found('--payer NOBODYatALL', 6)).toEqual([]);
    expect(await found('--kind ewallet,dd', 6)).toEqual([]);
    expect(await found('--to yesterday', 6)).toEqual([]);
    const { stdout, stderr } = await machine.payctl('--sandbox find --limit 2 -o json');
    expect(JSON.parse(stdout)).toEqual(all.slice(0, 2));
    expect(stderr).toBe('these are the first 2 of 3 payments; --limit 3 shows all\n');
  });

  it('finds charges by reference 1, long or short, with their refunds', async () => {
    const references = ['ORDER7', 'ORDER2026000000007'];
    // After 23:00 the bank refunds no such payment.
    await ran(`sandbox clock ${bangkokDate(Date.now())}T12:00:00+07:00`);
    for (const reference of references) {
      const name = `--partner-transaction-id SBX${reference}`;
      const pay = `--qr-data OPAQUE --transaction-amount 10.00 --reference1 ${reference}`;
      await ran(`--sandbox cpm pay ${pay} ${name}`);
      await ran(`--sandbox cpm refund ${name}`);
    }
    for (const reference of references) {
      const row = { reference, state: 'reversed', sources: ['bank', 'journal'] };
      expect(await found(`--ref1 ${reference}`)).toMatchObject([row]);
    }
  });

  it('sorts bills and wallets by amount, and goes on from a place', async () => {
    for (const [reference, amount] of Object.entries({ SMALL: '7.00', LARGE: '900.00' })) {
      await payBill(reference, amount);
    }
    for (const reference of ['SBXMIDDLE1', 'SBXMIDDLE2']) {
      const code = (await ran('--sandbox sandbox buyer-code --raw')).trim();
      const order = `--tran-type W --out-trade-no ${reference} --total-fee 50.00`;
      await ran(`--sandbox ewallet pay ${order} --buyer-identity-code ${code}`);
    }
    const largest = ['LARGE', 'SBXMIDDLE2', 'SBXMIDDLE1', 'SMALL'];
    const sorted = async (options: string) =>
      (await found(options)).map(({ reference }) => reference);
    expect(await sorted('--sort largest')).toEqual(largest);
    expect(await sorted('--sort smallest')).toEqual(largest.toReversed());
    expect(await sorted('--sort oldest --limit 1')).toEqual(['SMALL']);
    const [, second] = await found('--sort largest --limit 2');
    const place = `${second?.amount},${second?.at}`;
    expect(await sorted(`--sort largest --begin-at ${place}`)).toEqual(largest.slice(1));
    expect(await found(`--sort largest --begin-at 0,${second?.at}`, 6)).toEqual([]);
    await ran(`--sandbox find --sort largest --begin-at ${second?.at}`, 2);
  });

  it('asks the parts of a long window at the pace of the bank', async () => {
    await payBill('ORDER1', '10.00');
    await ran('sandbox settings rateLimit=5');
    expect(await found('--from -90d')).toHaveLength(1);
    const asked: { dryRun: unknown[] } = JSON.parse(
      await ran('--sandbox find --from -8d --dry-run -o json'),
    );
    // Newest first: what is known when a later part fails is what most people look for.
    const days = JSON.stringify(asked).match(/fromDate[^0-9]+[0-9-]+/g) ?? [];
    expect(days).toHaveLength(3);
    expect(days).toEqual([...days].sort().reverse());
  });

  it('merges bank, journal and confirmations, and marks what contradicts', async () => {
    await payBill('ORDER1', '100.00');
    const [bill] = await found('');
    const forged = {
      ...{ transactionId: bill?.transactionId, amount: '900.00', billPaymentRef1: 'ORDER1' },
      ...{ transactionDateandTime: bill?.at, payeeProxyId: '1', payerName: 'นาย สมชาย ตั้งใจดี' },
    };
    const code = (await ran('sandbox buyer-code --wallet W --raw')).trim();
    const pay = '--sandbox ewallet pay --tran-type W --out-trade-no SBXT1 --total-fee 10';
    await ran(`${pay} --buyer-identity-code ${code} --wait 0`);
    const { child, ended, url } = await listenOn(machine, '--sandbox');
    await fetch(url, { method: 'POST', body: JSON.stringify(forged) });
    child.kill('SIGTERM');
    await ended;

    const rows = await found('');
    expect(rows.map(({ kind, sources }) => [kind, sources])).toEqual([
      ['ewallet', ['journal']],
      ['bill', ['bank', 'confirmation']],
    ]);
    expect(rows[1]).toMatchObject({ amount: '100.00', state: 'paid' });
    expect(rows[1]?.contradiction).toBe('the bank says 100.00, a confirmation says 900.00');
    expect(await found('--amount 900')).toEqual([rows[1]]);
    expect(await found('--payer สมชาย')).toHaveLength(1);
    const table = await ran('--sandbox find -o table --show-pii --payer สมชาย');
    expect(table).toContain('นาย สมชาย ตั้งใจดี');
    expect(table).toContain('! the bank says 100.00, a confirmation says 900.00');
    const [head = '', line = ''] = table.split('\n');
    const cells = (text: string, mark: string) => width(text.slice(0, text.indexOf(mark)));
    expect(cells(line, 'ORDER1')).toBe(cells(head, 'REFERENCE'));
  });

  it('sums the payments of each state, as its list has them', async () => {
    for (const amount of ['10.00', '20.50']) await payBill('ORDER1', amount);
    const code = (await ran('sandbox buyer-code --wallet W --raw')).trim();
    const charge = (words: string, reference: string) =>
      ran(`--sandbox ewallet ${words} --tran-type W --out-trade-no ${reference} --total-fee 7.25`);
    await charge(`pay --buyer-identity-code ${code}`, 'SBXT1');
    await charge('create', 'SBXT2');
    await ran('sandbox pay SBXT2');
    await charge('refund', 'SBXT2');
    const rows = await found('');
    const sums = JSON.parse(await ran('--sandbox find --sums -o json'));
    expect(sums).toEqual([
      { state: 'paid', count: 3, amount: '37.75' },
      { state: 'reversed', count: 1, amount: '7.25' },
    ]);
    for (const { state, count } of sums) {
      expect(rows.filter((row) => row.state === state)).toHaveLength(count);
    }
    expect(await ran('--sandbox find --sums --to yesterday -o json', 6)).toBe('[]\n');
  });

  it('prints what this machine knows where the bank cannot be asked, and ends with 9', async () => {
    const code = (await ran('sandbox buyer-code --wallet W --raw')).trim();
    const pay = '--sandbox ewallet pay --tran-type W --out-trade-no SBXT1 --total-fee 10';
    await ran(`${pay} --buyer-identity-code ${code} --wait 0`);
    await ran('sandbox faults html-error --operation bill.search');
    const {
      stdout,
      stderr,
      code: ended,
    } = await machine.payctl('--sandbox find --retries 0 -o json');
    expect(ended, stderr).toBe(9);
    expect(JSON.parse(stdout)).toMatchObject([{ reference: 'SBXT1' }]);
    expect(stderr).toContain('the bank could not be asked');
  });

  it('refuses days that run backwards, unknown kinds and amounts', async () => {
    await ran('--sandbox find --from today --to yesterday', 2);
    await ran('--sandbox find --kind cheque', 2);
    await ran('--sandbox find --amount 1,00', 2);
    await ran('--sandbox find --limit 0', 2);
  });
});
