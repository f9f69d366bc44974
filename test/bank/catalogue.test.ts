import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/bank/define.js';
import { FAMILIES, loadCatalogue, loadFamily, loadOperation } from '../../src/bank/families.js';
import { listFlags } from '../../src/bank/flags.js';

/** Method and path of every endpoint of the specification; true where it shows the shape. */
const SPECIFICATION: Readonly<Record<string, boolean>> = {
  'POST /v1/oauth/token': true,
  'POST /v1/payment/ewallets/qrcode/create': true,
  'POST /v1/payment/ewallets/pay': true,
  'POST /v1/payment/ewallets/inquire': true,
  'POST /v1/payment/ewallets/cancel': true,
  'POST /v1/payment/ewallets/refund': true,
  'POST /v1/payment/ewallets/qrcode/cancel': true,
  'POST /v2/payment/qrcode/create': true,
  'GET /v1/payment/qrcode/creditcard/{qrId}': true,
  'POST /v1/payment/qrcode/creditcard/{qrId}': true,
  'POST /v1/payment/transfer/fcd/inquiry': true,
  'POST /v1/payment/transfer/fcd/debit/confirm': true,
  'GET /v2/customers/profile': true,
  'GET /v1/shopapp/merchant/profile': true,
  'GET /v2/oauth/authorize': false,
  'POST /v1/oauth/token/refresh': false,
  'POST /v1/payment/transfer/fcd/credit/initiate': false,
  'POST /v1/payment/transfer/fcd/credit/confirm': false,
  'POST /v1/payment/transfer/fcd/debit/initiate': false,
  'POST /v1/payment/qrcode/create': false,
  'GET /v1/payment/billpayment/transactions/{transRef}': false,
  'POST /v3/payment/billpayment/inquiry': false,
  'GET /v1/payment/billpayment/inquiry': false,
  'POST /v1/payment/qrcode/void': false,
  'POST /v1/payment/merchant/rtp/confirm': false,
  'POST /v1/payment/merchant/rtp/refund': false,
  'POST /v1/registration/web/init': false,
  'POST /v1/registration/inquiry': false,
  'POST /v1/payment/direct/ddpay': false,
  'POST /v1/payment/inquiry': false,
};

/** What public clients call, and the specification does not have. */
const PUBLIC = {
  'POST /v3/deeplink/transactions': false,
  'GET /v2/transactions/{transactionId}': false,
};

const MONEY = `cpm.pay cpm.refund dd.charge ewallet.cancel ewallet.close ewallet.pay ewallet.refund
  qr.void transfer.creditConfirm transfer.debitConfirm`.split(/\s+/);

const GLOBAL_FLAGS = `--profile --sandbox --output --query --columns --envelope --lang --timeout
  --retries --dry-run --yes --no-input --quiet --log --verbose --no-color --show-pii --request-uid --help
  --version --raw-field --field --data --wait --expect-amount --save --api --method`.split(/\s+/);

const operations = await loadCatalogue();
const named = (operation: Operation) => operation.id;

test('every endpoint of the specification has one record, and none is invented', () => {
  const endpoints = (unknown: boolean) =>
    operations
      .filter(({ unknownPath = false }) => unknownPath === unknown)
      .flatMap(({ method, otherMethods = [], path, specified }) =>
        [method, ...otherMethods].map(
          (verb) => [`${verb} ${path.replace('{merchantApp}', 'shopapp')}`, specified] as const,
        ),
      );
  expect(endpoints(false)).toHaveLength(Object.keys(SPECIFICATION).length);
  expect(Object.fromEntries(endpoints(false))).toEqual(SPECIFICATION);
  expect(Object.fromEntries(endpoints(true))).toEqual(PUBLIC);
});

test('ids and commands are unique; only qr create has two versions', () => {
  const ids = operations.map(named);
  expect(new Set(ids).size).toBe(ids.length);
  const words = operations.flatMap(({ command, aliases = [] }) =>
    [command, ...aliases].map((line) => line.join(' ')),
  );
  expect(words.filter((line, index) => words.indexOf(line) !== index)).toEqual(['qr create']);
});

test('what can move money is known by name', () => {
  const money = operations.filter(({ effect }) => effect === 'money').map(named);
  expect(money.sort()).toEqual(MONEY);
});

describe.each(operations)('$id', (operation) => {
  const flags = listFlags(operation);
  const fields = flags.map(({ field }) => field);

  test('belongs to its family and has a summary of one line', () => {
    expect(operation.id.split('.')[0]).toBe(operation.command[0]);
    expect(operation.summary).toMatch(/^[A-Z].{15,75}[^.]$/);
  });

  test('names only fields that it has', () => {
    const { settings, generated, travels, echoes, payee = [] } = operation;
    const named = [
      ...Object.keys({ ...settings, ...generated, ...operation.example }),
      ...Object.values(echoes ?? {}),
      ...payee,
      ...[operation.reference, operation.company, operation.unique].flatMap((name) => name ?? []),
      ...[operation.amount, operation.positional].flatMap((name) => name ?? []),
    ];
    const secrets = ['applicationSecret', 'refreshToken', 'apisecret'];
    expect(named.filter((name) => !fields.includes(name) && !secrets.includes(name))).toEqual([]);
    expect(Object.keys(travels ?? {}).filter((name) => !fields.includes(name))).toEqual(
      travels?.apisecret === undefined ? [] : ['apisecret'],
    );
  });

  test('has flags that are unique and free', () => {
    const names = flags.map(({ flag }) => flag);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => GLOBAL_FLAGS.includes(name))).toEqual([]);
    expect(names.filter((name) => !/^--[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(names.filter((name) => /secret|refresh-token/.test(name))).toEqual([]);
  });

  // That the inquiry reads, and is asked rightly, is in test/journal/catalogue.test.ts.
  test('has an inquiry that resolves it, if it moves money and the bank can be asked', () => {
    const canBeAsked = operation.effect === 'money' && operation.id !== 'qr.void';
    expect(operation.resolution !== undefined).toBe(canBeAsked);
    if (canBeAsked) expect(operation.reference).toBeDefined();
  });
});

test('a family is loaded alone', async () => {
  expect(Object.keys(FAMILIES)).toHaveLength(10);
  expect((await loadFamily('cpm')).map(named)).toEqual(['cpm.pay', 'cpm.refund']);
  expect((await loadOperation('dd.charge')).path).toBe('/v1/payment/direct/ddpay');
});

test.each(['ewallet.steal', 'nothing', '', '__proto__.x'])(
  'there is no operation %j',
  async (id) => {
    await expect(loadOperation(id)).rejects.toMatchObject({ exitClass: 'USAGE' });
  },
);
