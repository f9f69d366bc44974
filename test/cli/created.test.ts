import { beforeEach, describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { wording } from '../../src/messages/wording.js';
import { payctl } from '../fixtures/command.js';
import type { FileStep } from '../fixtures/fake-files.js';
import { writeBillPayment } from '../fixtures/qr.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { stubBank } from '../fixtures/stub-bank.js';

const BILLER = '123456789012345';
const BILL = { billerId: BILLER, ref1: 'A1', amount: '10.00' };
const PAYLOAD = writeBillPayment(BILL);
const QR = { success: true, code: '00', data: { qrRawData: PAYLOAD } };

let data: unknown;
const bank = await stubBank(() => ({ data }));
const asked = () => bank.calls.map(({ path }) => path);
beforeEach(() => {
  data = QR;
  bank.forget();
});

const CREATE = 'qr create --ref1 A1 --amount 10';

const create = (words: string, more: Parameters<typeof payctl>[1] = {}) =>
  payctl(words, {
    env: { ...bank.env, PAYCTL_BILLER_ID: BILLER },
    files: { '/home/tester/kept.txt': '' },
    ...more,
  });

/** A disk on which what ends like this cannot be written. */
const refusing = (ending: string) => (step: FileStep, path: string) => {
  if (step === 'replace' && path.endsWith(ending))
    throw new PayctlError('CONFIG', wording.quoted(`cannot write ${path}: the disk is full`));
};

describe('a picture that cannot be made is refused before anything is sent', () => {
  it.each([
    ['--save missing/code.png', 'mkdir -p missing'],
    ['--save code.bmp', 'give a name that ends in .png or .svg'],
    ['--save code', 'give a name that ends in .png or .svg'],
    ['--size 12', 'from 64 to 4096'],
    ['--size 5000', 'from 64 to 4096'],
    ['--theme pink', 'dark, light'],
    ['--style round', 'half, ascii'],
    ['--wait soon', 'give a duration'],
  ])('%s', async (option, words) => {
    for (const command of [
      CREATE,
      'ewallet create --tran-type W --total-fee 10',
      'dd register --merchant-id 1 --sub-account-id 2 --reg-ref R1 --ref1 A1 --back-url http://a.example/',
    ]) {
      const { code, stdout, stderr } = await create(`${command} ${option}`);
      expect({ code, stdout, asked: asked() }, stderr).toEqual({ code: 2, stdout: '', asked: [] });
      expect(stderr).toContain(words);
    }
  });

  it('where the directory cannot be written', async () => {
    const { code, stderr } = await create(`${CREATE} --save code.png`, { disk: refusing('') });
    expect({ code, asked: asked() }, stderr).toEqual({ code: 3, asked: [] });
  });

  it('and the check leaves nothing behind', async () => {
    const { code, host } = await create(`${CREATE} --save code.svg --dry-run`);
    expect({ code, asked: asked() }).toEqual({ code: 0, asked: [] });
    expect(host.files.paths()).toEqual(['/home/tester/kept.txt']);
  });
});

describe('what the bank has made is shown whatever becomes of its picture', () => {
  it('where the disk fills up meanwhile', async () => {
    const full = { disk: refusing('code.png') };
    const { code, stdout, stderr } = await create(`${CREATE} --save code.png -o json`, full);
    expect(code, stderr).toBe(3);
    expect(JSON.parse(stdout)).toEqual(QR);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error).toMatchObject({
      executed: 'yes',
      message: expect.stringContaining('the bank has created it, but its picture was not saved'),
    });
  });

  it('where the terminal is too narrow', async () => {
    const { code, stdout, stderr } = await create(CREATE, { tty: true, columns: 40 });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(PAYLOAD.slice(0, 20));
    expect(stderr.replace(/\s+/g, ' ')).toMatch(
      /warning: the QR was not drawn: .* columns; the terminal has 40 \(.*--save/,
    );
  });

  it('where the image of wallet A does not load', async () => {
    data = { codeUrl: 'http://127.0.0.1:9/code.png', prepayId: '' };
    const made = await create('ewallet create --tran-type A --total-fee 10 --save a.png -o json');
    expect(made.code, made.stderr).toBe(9);
    expect(JSON.parse(made.stdout)).toEqual(data);
    expect(made.stderr).toContain('open the link in a browser');
  });
});

it.each([
  { success: true, code: '00', data: { url: 'https://bank.example/qr' } },
  { success: true, code: '00' },
  {},
])('an answer without a QR is no success: %j', async (answer) => {
  data = answer;
  const { code, stdout, stderr } = await create(`${CREATE} -o json`);
  expect(code).toBe(14);
  expect(JSON.parse(stdout)).toEqual(answer);
  expect(stderr).toContain('data.data.qrRawData is missing, so there is no QR to show');
});

it('refuses a path that is not valid percent-encoding', async () => {
  const { code, stderr } = await create('api GET /v1/payment/qrcode/creditcard/%zz');
  expect({ code, asked: asked() }, stderr).toEqual({ code: 2, asked: [] });
  expect(stderr).toContain('write a percent sign as %25');
});

it('does not wait for the payment of a QR that says something else', async () => {
  data = { ...QR, data: { qrRawData: writeBillPayment({ ...BILL, ref1: 'B1' }) } };
  const { code, stderr } = await create(`${CREATE} --wait 60s`);
  expect(code).toBe(14);
  expect(stderr).toContain('ref1 is B1, requested A1');
  expect(asked()).toHaveLength(1);
});

it('finds a code made on this machine that nobody has paid by its reference', async () => {
  const machine = quickMachine();
  const exitOf = async (words: string) => (await machine.payctl(`--sandbox ${words}`)).code;
  expect(await exitOf('qr create --ref1 UNPAID1 --amount 5')).toBe(0);
  const { stdout, code } = await machine.payctl('--sandbox investigate UNPAID1 -o json');
  expect(code).toBe(8);
  const { verdict, timeline } = JSON.parse(stdout);
  expect(verdict.sentence).toMatch(
    /^Not paid yet: the bank has no payment for this code; the days searched are [-\d]+ to [-\d]+\.$/,
  );
  expect(timeline).toMatchObject([{ what: 'a code was made for UNPAID1' }]);
  expect(await exitOf('investigate UNPAID2')).toBe(6);
  expect(await exitOf('find')).toBe(6);
});
