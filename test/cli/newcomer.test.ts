import { mkdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';

const machine = quickMachine();

/** What a person sees of a command: what it prints, what it says beside, and how it ends. */
async function seen(words: string, input?: string): Promise<string> {
  const options = input === undefined ? {} : { input };
  const { stdout, stderr, code } = await machine.payctl(words, options);
  return `\n${stdout}${stderr}exit ${code}\n`.replaceAll(
    /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g,
    '<time>',
  );
}

async function done(words: string): Promise<void> {
  const { code, stderr } = await machine.payctl(words);
  expect(code, `${words}: ${stderr}`).toBe(0);
}

beforeAll(async () => {
  // Who keeps the papers of an order in a directory of its name asks about the order all the same.
  mkdirSync(`${machine.home}/SBXN01`);
  await done('sandbox settings rateLimit=0');
  await done('--sandbox ewallet create --tran-type W --out-trade-no SBXN01 --total-fee 10.00');
  await done('sandbox pay SBXN01');
  await done('--sandbox ewallet create --tran-type A --out-trade-no SBXN02 --total-fee 20.00');
  await done('sandbox pay SBXN02');
});

describe('the reference alone', () => {
  it('is asked about in both wallets, and the wallet that knows it answers', async () => {
    const inWallet = '--sandbox ewallet inquire SBXN0';
    expect(await seen(`${inWallet}1 -o table -q [tradeState,amount]`)).toContain('exit 0');
    expect(await seen(`${inWallet}2 -o json -q amount`)).toBe('\n"20.00"\nexit 0\n');
    expect(await seen(`${inWallet}2 --tran-type W -o json`)).toContain('exit 6');
    expect(await seen(`${inWallet}2 -f tranType=W -o json`)).toContain('exit 6');
    expect(await seen(`${inWallet}3 -o json`)).toContain('exit 6');
  });
});

describe('ids from standard input', () => {
  it('are investigated one after the other, and end with 11 where one is not paid', async () => {
    const words = '--sandbox investigate - -o csv';
    const said = await seen(words, 'SBXN01\r\n\n  SBXN0404  \nSBXN02');
    expect(said.replaceAll(/\d{4}-\d{2}-\d{2}/g, 'DAY')).toBe(`
id,verdict.class,verdict.exit,verdict.sentence
SBXN01,SUCCESS,0,"Paid: 10.00 by wallet B; no confirmation of it was received on this machine."
SBXN0404,NOT_FOUND,6,"Not found: neither the bank nor this machine knows it; the days searched are DAY to DAY."
SBXN02,SUCCESS,0,"Paid: 20.00 by wallet A; no confirmation of it was received on this machine."
exit 11
`);
    const { stdout, code } = await machine.payctl('--sandbox investigate - -o json', {
      input: 'SBXN01\nSBXN02\n',
    });
    expect(code).toBe(0);
    const ids = stdout.trimEnd().split('\n');
    expect(ids.map((line) => JSON.parse(line).id)).toEqual(['SBXN01', 'SBXN02']);
  });

  it('are all refused where one of them cannot be an id', async () => {
    const words = '--sandbox investigate -';
    expect(await seen(words, 'SBXN01\nslpi.png\n')).toMatch(/^\nerror: no such file: "slpi.png"\n/);
    expect(await seen(words, 'SBXN01\n-\n')).toContain('a line of standard input is "-"');
    expect(await seen(words, '\n')).toContain('error: standard input contains no id\nexit 2');
    expect(await seen(`${words} --bundle case.zip`, 'SBXN01\nSBXN02\n')).toContain(
      'error: --bundle writes one case, and 2 ids are given\n  hint: give one id at a time\nexit 2',
    );
  });

  it('may be a single payload instead', async () => {
    const barcode = '|099999999999990\nINVOICE404\n\n0\n';
    const { stdout } = await machine.payctl('--sandbox investigate - -o json', { input: barcode });
    expect(JSON.parse(stdout).recognised).toMatchObject([
      { as: 'reference1', value: 'INVOICE404' },
    ]);
  });
});

describe('an inquiry that the bank answers', () => {
  it('says that the payment was refunded, without calling that an error', async () => {
    await done('--sandbox ewallet refund SBXN01 --tran-type W --total-fee 10.00');
    const refunded = await seen(
      '--sandbox ewallet inquire SBXN01 --tran-type W -o table -q amount',
    );
    expect(refunded).toMatchInlineSnapshot(`
      "
      10.00
      ewallet inquire: the payment was cancelled, closed or refunded (CANCELED)
        hint: payctl --sandbox investigate SBXN01 tells what became of it
      exit 5
      "
    `);
    const verdict = await seen('--sandbox investigate SBXN01 -o table');
    const [, told] = verdict.split('\n\n');
    expect(told).toMatchInlineSnapshot(`
      "Verdict
        Refunded once, by ewallet refund of 10.00, sent <time>; the bank says CANCELED 10.00.
        Refunded, exit 5"
    `);
  });

  it('says that a past day has no payment, and that one of today may still come', async () => {
    const inquire = '--sandbox bill inquire INVOICE404 -o table';
    expect(await seen(`${inquire} --transaction-date 2026-01-31`)).toMatchInlineSnapshot(`
      "
      bill inquire: no payment was made on 2026-01-31
        hint: try another day with --transaction-date YYYY-MM-DD, or payctl --sandbox bill search
      exit 8
      "
    `);
    expect(await seen(inquire)).toMatchInlineSnapshot(`
      "
      bill inquire: no payment found yet
        hint: inquire again in a few seconds, or add --wait
      exit 8
      "
    `);
  });
});

describe('config show', () => {
  it('takes the name of a profile, as -p does', async () => {
    await done('config set billerId 099999999999990 -p shop');
    const named = await seen('config show shop -o json');
    expect(named).toContain('"profile":"shop"');
    expect(await seen('config show -p shop -o json')).toBe(named);
    expect(await seen('config show shop -p shop -o json')).toBe(named);
    expect(await seen('config show sandbox -o json -q profile')).toBe('\n"sandbox"\nexit 0\n');
    expect(await seen('--sandbox config show shop')).toContain('exit 2');
    expect(await seen('config show shop -p till')).toContain(
      'error: two profiles are named: shop and till\n  hint: payctl config show shop\nexit 2',
    );
    expect(await seen('config show nowhere')).toContain('exit 3');
  });
});
