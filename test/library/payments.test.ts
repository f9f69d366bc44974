import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, it as plain } from 'vitest';
import { createPayments, type Payments, type PaymentsSettings } from '../../src/index.js';
import { startBank, type TestBank } from '../../src/testing.js';
import { environmentOf } from '../faults/command/bench.js';
import { quickMachine } from '../fixtures/quick-machine.js';

function journalDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'payctl-payments-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** With a bank, a journal and payments of its own. */
const it = plain.extend<{ bank: TestBank; settings: PaymentsSettings; payments: Payments }>({
  bank: async ({ onTestFinished: finished }, use) => {
    const bank = await startBank({ seed: 1 });
    finished(() => bank.stop());
    await use(bank);
  },
  settings: async ({ bank }, use) => use({ ...bank.settings, stateDir: journalDirectory() }),
  payments: async ({ settings }, use) => {
    const payments = await createPayments(settings);
    await use(payments);
    await payments.close();
  },
});

async function chargeAt(bank: TestBank, outTradeNo = 'SBXA1') {
  const buyerIdentityCode = await bank.buyerCode();
  return { tranType: 'W', outTradeNo, totalFee: '10.00', buyerIdentityCode } as const;
}

const effects = (bank: TestBank) =>
  bank.log({ operation: 'ewallet.pay' }).filter(({ committed }) => committed).length;

describe('a charge', () => {
  it('is a value with typed and exact data, and is replayed', async ({ bank, payments }) => {
    const input = await chargeAt(bank);
    const paid = await payments.charge('ewallet.pay', input);
    expect(paid).toMatchObject({
      ...{ class: 'SUCCESS', executed: 'yes', safeToRetry: false, operation: 'ewallet.pay' },
      ...{ reference: 'SBXA1', httpStatus: 200, data: { amount: '10.00' } },
    });
    const again = await payments.charge('ewallet.pay', input);
    expect(again).toEqual({ ...paid, replayed: true });
    expect(effects(bank)).toBe(1);
  });

  it('is made once by twenty calls at the same time', async ({ bank, payments, settings }) => {
    const input = await chargeAt(bank);
    const other = await createPayments(settings);
    const ended = await Promise.all(
      Array.from({ length: 20 }, (_, call) =>
        (call % 2 ? payments : other).charge('ewallet.pay', input),
      ),
    );
    expect(new Set(ended.map((one) => one.class))).toEqual(new Set(['SUCCESS', 'CONFLICT']));
    expect(ended.filter((one) => one.class === 'SUCCESS' && !one.replayed)).toHaveLength(1);
    expect(effects(bank)).toBe(1);
    await other.close();
  });

  it('with other contents is a conflict, told in terms of code', async ({ bank, payments }) => {
    const input = await chargeAt(bank);
    await payments.charge('ewallet.pay', input);
    const other = await payments.charge('ewallet.pay', { ...input, totalFee: '11.00' });
    expect(other).toMatchObject({
      ...{ class: 'CONFLICT', executed: 'no', safeToRetry: false },
      message: expect.stringContaining('totalFee was 10.00 and is 11.00'),
      hint: 'await payments.resolve("SBXA1")',
    });
  });

  it('whose answer is lost is found out, now or later', async ({ bank, payments }) => {
    await bank.faults('committed-but-reply-lost', { operation: 'ewallet.pay', times: 2 });
    const found = await payments.charge('ewallet.pay', await chargeAt(bank));
    expect(found).toMatchObject({ class: 'SUCCESS', executed: 'yes', recovered: true });

    await bank.faults('maintenance', { operation: 'ewallet.inquire' });
    const lost = await payments.charge('ewallet.pay', await chargeAt(bank, 'SBXA2'), { waitMs: 0 });
    expect(lost).toMatchObject({
      ...{ class: 'OUTCOME_UNKNOWN', executed: 'unknown', safeToRetry: false },
      hint: 'await payments.resolve("SBXA2")',
    });
    const open = await payments.recover({ waitMs: 0 });
    expect(open).toMatchObject([{ reference: 'SBXA2', outcome: { class: 'OUTCOME_UNKNOWN' } }]);
    await bank.faults('clear');
    const resolved = await payments.resolve('SBXA2');
    expect(resolved).toMatchObject({ class: 'SUCCESS', recovered: true, operation: 'ewallet.pay' });
    expect(await payments.recover()).toEqual([]);
    expect(effects(bank)).toBe(2);
  });

  it('that made a code has it, also when it was not paid in time', async ({ payments }) => {
    const order = { tranType: 'W', outTradeNo: 'SBXCODE1', totalFee: '10.00' } as const;
    const made = await payments.create('ewallet.create', order, { waitMs: 0 });
    expect(made).toMatchObject({ class: 'PENDING', data: { codeUrl: expect.any(String) } });
  });

  it('that is late within timeoutMs counts as lost', async ({ bank, payments }) => {
    await bank.faults('slow', { operation: 'ewallet.pay', ms: 5_000, times: 1 });
    const input = await chargeAt(bank);
    const paid = await payments.charge('ewallet.pay', input, { timeoutMs: 500 });
    expect(paid).toMatchObject({ class: 'SUCCESS', recovered: true });
  });

  it('is not sent once its signal has aborted', async ({ bank, payments }) => {
    const signal = AbortSignal.abort();
    const stopped = await payments.charge('ewallet.pay', await chargeAt(bank), { signal });
    expect(stopped).toMatchObject({ class: 'UNAVAILABLE', executed: 'no', safeToRetry: true });
    expect(effects(bank)).toBe(0);
  });

  it('is a charge of the command, in the same journal', async ({ bank, payments, settings }) => {
    const input = await chargeAt(bank);
    await payments.charge('ewallet.pay', input);
    const state = { PAYCTL_STATE_DIR: settings.stateDir ?? '' };
    const machine = quickMachine({
      ...environmentOf(bank.url),
      PAYCTL_BASE_URL: bank.url,
      ...state,
    });
    const list = await machine.payctl('journal list -q [].[reference,state]|[] -o json');
    expect(JSON.parse(list.stdout)).toEqual(['SBXA1', 'succeeded']);
    const { tranType, buyerIdentityCode } = input;
    const same = `--tran-type ${tranType} --buyer-identity-code ${buyerIdentityCode}`;
    const again = `ewallet pay --out-trade-no SBXA1 --total-fee 10.00 ${same}`;
    expect(await machine.payctl(again)).toMatchObject({ code: 0 });
    expect(effects(bank)).toBe(1);
    const verified = await machine.payctl('journal verify');
    expect(verified.code, verified.stdout).toBe(0);
  });
});

describe('other calls', () => {
  it('are for their own method', async ({ payments }) => {
    // @ts-expect-error the compiler refuses it, too
    const wrong = payments.inquire('ewallet.close', { tranType: 'W', outTradeNo: 'SBXA1' });
    await expect(wrong).rejects.toMatchObject({
      ...{ name: 'PaymentError', class: 'USAGE', executed: 'no', safeToRetry: false },
      message: 'payments.inquire does not make ewallet.close; nothing was sent',
      hint: 'payments.refund does',
    });
  });

  it('are many at the same time, which Node takes for no leak', async ({ payments }) => {
    const warnings: string[] = [];
    const take = ({ name }: Error) => warnings.push(name);
    process.on('warning', take);
    onTestFinished(() => void process.off('warning', take));
    const asked = Array.from({ length: 30 }, (_, n) =>
      payments.inquire('ewallet.inquire', { tranType: 'W', outTradeNo: `SBXMANY${n}` }),
    );
    const classes = (await Promise.all(asked)).map((answer) => answer.class);
    expect([...new Set(classes)]).toEqual(['NOT_FOUND']);
    expect(warnings).toEqual([]);
  });

  it('wait until the customer has paid', async ({ bank, payments }) => {
    const order = { tranType: 'W', outTradeNo: 'SBXW1', totalFee: '5.00' } as const;
    const created = await payments.create('ewallet.create', order);
    expect(created).toMatchObject({ class: 'SUCCESS', reference: 'SBXW1' });
    const { tranType, outTradeNo } = order;
    const waiting = payments.inquire(
      'ewallet.inquire',
      { tranType, outTradeNo },
      { waitMs: 60_000 },
    );
    await bank.pay('SBXW1');
    expect(await waiting).toMatchObject({ class: 'SUCCESS', data: { amount: '5.00' } });
  });

  it('initiate a transfer once', async ({ bank, payments }) => {
    const transfer = {
      partnerTransactionID: 'T1',
      payee: { accountInfo: { accountNo: '2220000001', bankCode: bank.settings.payerBankCode } },
      tranAmount: { amount: '10.00', currency: 'THB' },
    } as const;
    const first = await payments.create('transfer.creditInitiate', transfer);
    const second = await payments.create('transfer.creditInitiate', transfer);
    expect(second).toEqual({ ...first, replayed: true });
    const { tokenizerId } = first.data ?? {};
    const confirmed = await payments.charge('transfer.creditConfirm', {
      tokenizerId: `${tokenizerId}`,
    });
    expect(confirmed).toMatchObject({ class: 'SUCCESS', executed: 'yes' });
  });

  it('know nothing of a reference that was never charged', async ({ payments }) => {
    expect(await payments.resolve('SBXNONE')).toEqual({
      ...{ class: 'NOT_FOUND', executed: 'no', safeToRetry: false, reference: 'SBXNONE' },
      message: 'the journal has no charge with the reference SBXNONE',
      hint: 'is stateDir, or store, the one that it was charged with?',
    });
  });

  it('end before close does, and none begins after it', async ({ bank, payments }) => {
    await bank.faults('slow', { operation: 'ewallet.pay', ms: 300, times: 1 });
    let isPaid = false;
    const paying = payments.charge('ewallet.pay', await chargeAt(bank)).then(() => {
      isPaid = true;
    });
    await payments.close();
    expect(isPaid).toBe(true);
    await paying;
    await expect(payments.recover()).rejects.toMatchObject({ class: 'USAGE', executed: 'no' });
  });
});

describe('input', () => {
  it('has no misspelt field, nested ones included, unless it is extra', async ({
    bank,
    payments,
  }) => {
    const input = { ...(await chargeAt(bank)), totalFees: '1.00' };
    await expect(payments.charge('ewallet.pay', input)).rejects.toMatchObject({
      class: 'USAGE',
      hint: 'fields that the specification does not have go into extra',
      details: [
        { field: 'totalFees', message: 'is not one of its fields; did you mean totalFee?' },
      ],
    });
    const nested = { payee: { proxy: { type: 'MSISDN', valeu: '08' } } };
    // @ts-expect-error the compiler refuses it, too
    const transfer = payments.create('transfer.creditInitiate', nested);
    await expect(transfer).rejects.toMatchObject({ details: [{ field: 'payee.proxy.valeu' }] });
    const options = { extra: { 'shop.till': '7' } };
    const paid = await payments.charge('ewallet.pay', await chargeAt(bank), options);
    expect(paid.class).toBe('SUCCESS');
  });

  it('has no misspelt option', async ({ bank, payments }) => {
    const input = await chargeAt(bank);
    const misspelt = { signal: AbortSignal.any([]), waitMS: 1 };
    const calls = {
      charge: payments.charge('ewallet.pay', input, misspelt),
      refund: payments.refund('ewallet.refund', input, misspelt),
      inquire: payments.inquire('ewallet.inquire', input, misspelt),
      resolve: payments.resolve('SBXA1', misspelt),
      recover: payments.recover(misspelt),
    };
    for (const [name, call] of Object.entries(calls)) {
      await expect(call).rejects.toMatchObject({
        ...{ class: 'USAGE', executed: 'no' },
        message: `payments.${name}: waitMS is not one of its fields; did you mean waitMs?`,
      });
    }
    expect(effects(bank)).toBe(0);
  });

  it('has no option of another kind, and names what there is', async ({ bank, payments }) => {
    const input = await chargeAt(bank);
    // As a program that is not compiled may call.
    const call = (method: object, ...given: unknown[]) =>
      Promise.resolve(Reflect.apply(Object(method), payments, given));
    const charge = (options: object) => call(payments.charge, 'ewallet.pay', input, options);
    await payments.charge('ewallet.pay', input);
    const refused = [
      [charge({ waitMs: '60000' }), 'payments.charge: waitMs must be a number'],
      [charge({ waitMs: -1 }), 'payments.charge: waitMs must be 0 or more'],
      [charge({ timeoutMs: Number.NaN }), 'payments.charge: timeoutMs must be a number'],
      [charge({ timeoutMs: 0 }), 'payments.charge: timeoutMs must be 1 or more'],
      [charge({ signal: 'stop' }), 'payments.charge: signal must be an AbortSignal'],
      [charge({ extra: 'till' }), 'payments.charge: extra must be an object'],
      [call(payments.charge, undefined), 'payments.charge: operation must be text'],
      [call(payments.resolve, undefined), 'payments.resolve: reference must be text'],
      [
        call(payments.resolve, 'SBXA1', { operation: 'ewallet.pya' }),
        'there is no operation ewallet.pya',
      ],
    ] as const;
    for (const [called, message] of refused) {
      await expect(called).rejects.toMatchObject({ class: 'USAGE', executed: 'no', message });
    }
    expect(effects(bank)).toBe(1);
  });

  it('is refused with all its problems, and without a flag', async ({ payments }) => {
    const bad = payments.refund('ewallet.refund', {
      ...{ tranType: 'W', outTradeNo: 'XYZ1', totalFee: '1e3' },
    });
    await expect(bad).rejects.toMatchObject({
      class: 'USAGE',
      details: [{ field: 'totalFee' }, { field: 'outTradeNo' }],
      message: expect.not.stringContaining('--'),
    });
  });
});

describe('settings', () => {
  it('ask for the secret again once its command works', async ({ settings }) => {
    const file = join(settings.stateDir ?? '', 'secret');
    const { apiSecret, ...others } = settings;
    const secretCommand = `sh -c "cat ${file} 2>&-"`;
    const payments = await createPayments({ ...others, secretCommand });
    const inquire = () =>
      payments.inquire('ewallet.inquire', { tranType: 'A', outTradeNo: 'SBXA1' });
    await expect(inquire()).rejects.toMatchObject({ class: 'CONFIG' });
    writeFileSync(file, apiSecret ?? '');
    expect(await inquire()).toMatchObject({ class: 'NOT_FOUND' });
    await payments.close();
  });

  const refused = async (settings: object) => {
    // A program that is not compiled may give anything.
    const given: PaymentsSettings = Object.assign({ baseUrl: '', apiKey: '' }, settings);
    const error = await createPayments(given).catch((thrown: unknown) => thrown);
    const { class: kind, executed, message, hint }: Record<string, unknown> = Object(error);
    expect([kind, executed]).toEqual(['CONFIG', 'no']);
    return `${message} | ${hint}`;
  };
  const stateDir = '/var/lib/shop';
  const right = { baseUrl: 'https://bank.example', apiKey: 'key', apiSecret: 'secret', stateDir };

  plain('that are wrong are refused in terms of code', async () => {
    const cases: readonly object[] = [
      { ...right, stateDir: undefined },
      { ...right, stateDir: 'journal' },
      { ...right, apiKye: 'key' },
      { ...right, apiKey: '' },
      { ...right, apiSecret: undefined },
      { ...right, baseUrl: 'http://bank.example' },
      { ...right, companyId: '1234567' },
      { ...right, store: 'mysql://x' },
      { ...right, store: 'postgres://u@127.0.0.1:1/pay' },
      { ...right, billerId: 7 },
      { ...right, stateDir: 7, retries: '2', onWarning: 'log' },
    ];
    const told: string[] = [];
    for (const settings of cases) told.push(await refused(settings));
    expect(told.join('\n').replaceAll(process.cwd(), '/CWD')).toMatchInlineSnapshot(`
      "it is not said where the journal lies | createPayments({ stateDir: '/var/lib/shop/payctl' }), or store with the address of a shared store
      stateDir is "journal", not an absolute path | createPayments({ stateDir: "/CWD/journal" })
      there is no setting "apiKye" | did you mean apiKey?
      apiKey is missing | createPayments({ apiKey: '…' })
      apiSecret is missing | createPayments({ apiSecret: '…' }), or secretCommand with a command that prints it
      baseUrl must begin with https:// (http:// only for this machine) | createPayments({ baseUrl: '…' })
      companyId must have at most 5 characters | createPayments({ companyId: '…' })
      store must look like postgres://USER@HOST:PORT/DATABASE?sslmode=verify-full | createPayments({ store: '…' })
      the shared store needs its key, and storeKey is not set | createPayments({ storeKey: '…' }): 32 random bytes in base64
      billerId must be text | undefined
      stateDir must be text; retries must be a number; onWarning must be a function | undefined"
    `);
    expect(told.filter((text) => /\s--|PAYCTL_|payctl config|profile/.test(text))).toEqual([]);
  });

  it('stop no payment where whoever is to be warned fails', async ({ bank, settings }) => {
    const heard: string[] = [];
    const onWarning = async (warning: string) => {
      heard.push(warning);
      throw new Error('the logger is gone');
    };
    const payments = await createPayments({ ...settings, environment: 'live', onWarning });
    // A token and no charge: the journal may be lost.
    await payments.inquire('ewallet.inquire', { tranType: 'W', outTradeNo: 'SBXA1' });
    const paid = await payments.charge('ewallet.pay', await chargeAt(bank));
    expect(paid.class).toBe('SUCCESS');
    expect(heard.join('\n')).toContain('knows of no charge');
    await payments.close();
  });

  it('of one instance are not those of another, nor of the process', async ({ bank, settings }) => {
    const variables = {
      ...{ PAYCTL_READ_ONLY: 'true', PAYCTL_BASE_URL: 'https://elsewhere.example' },
      ...{ PAYCTL_STATE_DIR: '/nowhere', HTTP_PROXY: 'http://127.0.0.1:1', PAYCTL_REPLAY: '/none' },
    };
    Object.assign(process.env, variables);
    afterEach(() => {
      for (const name of Object.keys(variables)) delete process.env[name];
    });
    const guarded = await createPayments({ ...settings, readOnly: true });
    const open = await createPayments({ ...settings, stateDir: journalDirectory() });
    const input = await chargeAt(bank);
    await expect(guarded.charge('ewallet.pay', input)).rejects.toMatchObject({
      ...{ class: 'USAGE', executed: 'no', message: expect.stringContaining('readOnly') },
    });
    expect(await open.charge('ewallet.pay', input)).toMatchObject({ class: 'SUCCESS' });
    expect(effects(bank)).toBe(1);
    await Promise.all([guarded.close(), open.close()]);
  });
});
