import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bangkokDate, DAY_MS } from '../../src/core/time.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

let machine: Machine;
const run = (line: string | string[], more: string[] = []) =>
  machine.payctl([...(typeof line === 'string' ? line.split(' ') : line), ...more]);
const payctl = async (line: string | string[]) => {
  const ended = await run(line);
  expect(ended.code, `${line}: ${ended.stderr}`).toBe(0);
  return ended.stdout;
};

const NOW = Date.now();
const ago = (days: number) => bangkokDate(NOW - days * DAY_MS);
/** Days count by the bank's clock, which is far from midnight whenever this runs. */
const setClock = (days: number) => payctl(`sandbox clock ${ago(-days)}T12:00:00+07:00 -o json`);

/** Slips by the bill that they were made for. */
const slips = new Map<string, string>();

async function bill(ref1: string, amount: string, times = 1) {
  const create = `--sandbox qr create --ref1 ${ref1} --amount ${amount} -o json -q data.qrRawData`;
  const payload: string = JSON.parse(await payctl(create));
  for (let paid = 0; paid < times; paid++) {
    const made = JSON.parse(await payctl(['sandbox', 'pay', payload, '-o', 'json']));
    slips.set(ref1, made.slip);
  }
  return payload;
}

async function wallet(order: string, amount: string, isPaid = true) {
  await payctl(
    `--sandbox ewallet create --tran-type W --total-fee ${amount} --out-trade-no ${order} -o json`,
  );
  if (isPaid) await payctl(`sandbox pay ${order} -o json`);
}

const refund = (order: string) =>
  run(
    `--sandbox ewallet refund --tran-type W --out-trade-no ${order} --total-fee 50 -y --wait 0 --timeout 1s -o json`,
  );

/** A refund whose answer is lost before the bank has carried it out. */
async function lostRefund(order: string) {
  await payctl('sandbox faults before-commit --operation ewallet.refund --times 1 -o json');
  expect((await refund(order)).code).toBe(10);
}

/** All tickets are about one bank and one machine. */
beforeAll(async () => {
  machine = quickMachine();
  await payctl('sandbox settings rateLimit=0 -o json');
  await setClock(-8);
  await bill('OLDPHONE', '410');
  await setClock(-1);
  await bill('YESTERDAY1', '120');
  // Both payments in one millisecond.
  await setClock(0);
  await payctl('sandbox clock stop -o json');
  await bill('TWICE77', '330', 2);
  await payctl('sandbox clock start -o json');
  await bill('DESKPHONE', '250');
  await bill('UNPAID1', '99', 0);
  await bill('CHEAP59', '59');
  await bill('ONCE1', '80');
  await wallet('SBXORDER0001', '50');
  await wallet('SBXwaiting02', '70', false);
  await wallet('SBXTwin09', '70', false);
  await wallet('SBXTWIN09', '71', false);
  await wallet('SBXCLOSED03', '60', false);
  await payctl('--sandbox ewallet close --tran-type W --out-trade-no SBXCLOSED03 -y -o json');
  await wallet('SBXBACK04', '50');
  expect((await refund('SBXBACK04')).code).toBe(0);
  await wallet('SBXLOST05', '50');
  await lostRefund('SBXLOST05');
  await lostRefund('SBXNEVER06');
  await lostRefund('SBXNEVER07');
  await payctl('--sandbox journal settle SBXNEVER07 --as executed --note statement -o json');
  await lostRefund('SBXNEVER08');
  await payctl('--sandbox journal settle SBXNEVER08 --as not-executed --note letter -o json');
});
afterAll(() => machine.dispose());

const thaiDay = (days: number) => {
  const [year, month, day] = ago(days).split('-');
  return `${day}/${month}/${Number(year) + 543}`;
};

type Ticket = readonly [
  about: string,
  id: string | (() => string),
  exit: number,
  said: string | RegExp,
];

/** What customers and shops write, and what a clerk should be told. */
const TICKETS: readonly Ticket[] = [
  ['a paid order', 'DESKPHONE', 0, 'Paid: 250.00 at '],
  [
    'small letters',
    'deskphone',
    0,
    /^Paid: 250\.00 .* DESKPHONE was looked up, because nobody knows deskphone\.$/,
  ],
  ['Thai digits', 'SBXORDER๐๐๐๑', 0, 'SBXORDER0001 was looked up'],
  ['mixed letters', 'DeskPhone', 0, 'DESKPHONE was looked up'],
  ['a dash', 'DESK-PHONE', 0, 'DESKPHONE was looked up'],
  ['a blank', 'DESK PHONE', 0, 'DESKPHONE was looked up'],
  ['a number sign', '#DESKPHONE', 0, 'DESKPHONE was looked up'],
  ['dots and small letters', 'desk.phone', 0, 'DESKPHONE was looked up'],
  ['a slash', 'DESK/PHONE', 0, 'DESKPHONE was looked up'],
  [
    'two references that differ in letters alone',
    'sbx-twin-09',
    8,
    /SBXT\w+09 was looked up, because nobody knows sbx-twin-09\. It may also mean SBXT\w+09\.$/,
  ],
  ['blanks around', '  DESKPHONE ', 0, 'Paid: 250.00'],
  ['a wallet order', 'SBXORDER0001', 0, 'Paid: 50.00 by wallet B'],
  ['a wallet order in small letters', 'sbxorder0001', 0, 'SBXORDER0001 was looked up'],
  ['a wallet order with blanks', 'SBX ORDER 0001', 0, 'SBXORDER0001 was looked up'],
  [
    'the address of an order',
    'https://shop.example/v2/order?id=SBXORDER0001',
    0,
    'SBXORDER0001 was',
  ],
  ['an order in letters of both cases', 'SBX-WAITING-02', 8, 'SBXwaiting02 was looked up'],
  ['an order that waits', 'SBXwaiting02', 8, 'Not final'],
  ['a closed code', 'SBXCLOSED03', 5, 'Closed unpaid'],
  [
    'a double payment',
    'TWICE77',
    14,
    /paid 2 times under one reference: 330\.00 at .* and 330\.00 at /,
  ],
  ['a double payment in small letters', 'twice-77', 14, 'TWICE77 was looked up'],
  ['an order nobody has paid', 'UNPAID1', 8, `the days searched are ${ago(3)} to ${ago(0)}`],
  ['an order of last week', 'OLDPHONE', 0, 'Paid: 410.00'],
  ['a payment of yesterday', 'YESTERDAY1', 0, 'Paid: 120.00'],
  ['a refund', 'SBXBACK04', 5, 'Refunded once'],
  ['a refund of unknown outcome', 'SBXLOST05', 10, 'the bank says SUCCESS 50.00'],
  ['an unknown refund that the bank never had', 'SBXNEVER06', 10, 'no inquiry knows it'],
  ['a refund that a person settled', 'SBXNEVER07', 6, 'Refunded, by the word of a person'],
  ['a refund that a person settled as not made', 'SBXNEVER08', 6, 'settled-not-executed'],
  [
    'an order of another shop',
    'OTHERSHOP9',
    6,
    `Not found: neither the bank nor this machine knows it; the days searched are ${ago(3)} to ${ago(0)}.`,
  ],
  ['nothing like a reference', 'no such thing', 6, 'Not found'],
  ['a slip', () => slip('DESKPHONE'), 0, 'Paid: 250.00'],
  ['the slip of an old order', () => slip('OLDPHONE'), 0, 'Paid: 410.00'],
  ['a slip in small letters', () => slip('DESKPHONE').toLowerCase(), 0, 'was looked up'],
  ['a slip of nobody', '20260131ABCDEFGHIJK123', 6, 'Not found'],
];

const slip = (ref1: string) => slips.get(ref1) ?? '';

/** With what a clerk knows beside it. */
const ABOUT: readonly (readonly [id: string, options: string[], exit: number, said: string])[] = [
  ['OLDPHONE', ['--date', thaiDay(8)], 0, 'Paid: 410.00'],
  ['OLDPHONE', ['--date', ago(8)], 0, 'Paid: 410.00'],
  ['OLDPHONE', ['--since', '-10d'], 0, 'Paid: 410.00'],
  ['YESTERDAY1', ['--date', 'yesterday'], 0, 'Paid: 120.00'],
  ['CHEAP59', ['--amount', '5,900'], 14, 'the amount given is 5900, the bank says 59.00'],
  ['CHEAP59', ['--amount', '฿59'], 0, 'Paid: 59.00'],
  ['CHEAP59', ['--amount', '๕๙.00 บาท'], 0, 'Paid: 59.00'],
  ['OTHERSHOP9', ['--date', '22/11/2569'], 6, 'the days searched are 2026-11-21 to 2026-11-23'],
];

const reportOf = async (id: string, more: string[] = []) => {
  const ended = await run(['--sandbox', 'investigate', id, '-o', 'json', ...more]);
  return { exit: ended.code, report: JSON.parse(ended.stdout || '{}'), stderr: ended.stderr };
};

describe('a ticket', () => {
  it.each(TICKETS)('%s', async (_, id, exit, said) => {
    const asked = typeof id === 'string' ? id : id();
    const { report, stderr, ...ended } = await reportOf(asked);
    expect(report.verdict?.sentence, stderr).toMatch(said);
    expect(ended.exit).toBe(exit);
    expect(report.id).toBe(asked);
  });

  it.each(ABOUT)('%s with %j', async (id, options, exit, said) => {
    const { report, stderr, ...ended } = await reportOf(id, options);
    expect(report.verdict?.sentence, stderr).toContain(said);
    expect(ended.exit).toBe(exit);
  });
});

describe('what is next', () => {
  const nextOf = async (id: string, more: string[] = []) =>
    (await reportOf(id, more)).report.next.map(({ command }: { command: string }) => command);

  it('is a command that finds earlier days', async () => {
    const [first] = await nextOf('OTHERSHOP9');
    expect(first).toBe(`payctl --sandbox investigate OTHERSHOP9 --since ${ago(33)}`);
    const [waiting] = await nextOf('UNPAID1');
    expect(waiting).toMatch(/^payctl --sandbox bill inquire /);
    expect((await nextOf('UNPAID1')).join()).toContain(`investigate UNPAID1 --since ${ago(33)}`);
    const { code, stderr } = await run(first.split(' ').slice(1));
    expect(code, stderr).toBe(6);
    expect((await run('--sandbox investigate X1 --since -100d')).code).toBe(2);
  });

  it('is each reference of a text that has several, or the payments of an amount', async () => {
    expect((await nextOf('OTHERSHOP9, OTHERSHOP10')).slice(0, 2)).toEqual([
      'payctl --sandbox investigate OTHERSHOP9',
      'payctl --sandbox investigate OTHERSHOP10',
    ]);
    expect((await nextOf('77'))[0]).toBe('payctl --sandbox find --amount 77');
    const { exit, stderr } = await reportOf('250 บาท');
    expect(exit).toBe(2);
    expect(JSON.parse(stderr).error.hint).toBe('payctl --sandbox find --amount 250');
  });

  it('ends a refund that no inquiry can decide', async () => {
    const [first] = await nextOf('SBXNEVER06');
    expect(first).toBe('payctl --sandbox journal settle SBXNEVER06 --as not-executed --note TEXT');
    await payctl(first.split(' ').slice(1).concat(['-o', 'json']));
    expect((await nextOf('SBXNEVER06')).join()).not.toMatch(/recover|inquire|settle/);
  });
});

describe('both payments of a double one', () => {
  it('stand in the timeline, also where one slip is asked about', async () => {
    for (const id of ['TWICE77', slip('TWICE77')]) {
      const { report } = await reportOf(id);
      const paid = report.timeline.filter(({ what }: { what: string }) => /^paid, /.test(what));
      expect(new Set(paid.map(({ what }: { what: string }) => what)).size, id).toBe(2);
      expect(paid.map(({ amount }: { amount: string }) => amount)).toEqual(['330.00', '330.00']);
    }
  });
});

describe('files of tickets and Thai', () => {
  it('say the same as the terminal', async () => {
    const ids = TICKETS.map(([, id]) => (typeof id === 'string' ? id : id()));
    const input = ids.map((id) => JSON.stringify({ id })).join('\n');
    const { stdout } = await machine.payctl('--sandbox batch investigate - -o jsonl', { input });
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(ids.length);
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const [, id, exit, said] of TICKETS.filter(([, one]) => one !== 'SBXNEVER06')) {
      const row = known.get(typeof id === 'string' ? id : id());
      expect(row.message).toMatch(said);
      expect(row.exit).toBe(exit);
    }
  });

  it('is whole in Thai', async () => {
    const thai = await run('--sandbox --lang th investigate othershop9', ['-o', 'json']);
    const { verdict } = JSON.parse(thai.stdout);
    expect(verdict.sentence).toMatch(/ไม่พบรายการ: .*ค้นหาวันที่ .* ถึง .*256/);
    const taken = await run('--sandbox --lang th investigate desk-phone', ['-o', 'json']);
    expect(JSON.parse(taken.stdout).verdict.sentence).toContain('ค้นหา DESKPHONE เพราะไม่มีใครรู้จัก');
  });
});

describe('find', () => {
  it.each([
    ['--amount ฿250', 'DESKPHONE'],
    ['--amount 1,250.00', undefined],
    ['--ref1 desk-phone', 'DESKPHONE'],
    ['--ref1 https://shop.example/order/CHEAP59', 'CHEAP59'],
    [`--amount 410.00 --from ${thaiDay(8)} --to ${thaiDay(8)}`, 'OLDPHONE'],
    ['--amount 120 --from yesterday --to yesterday', 'YESTERDAY1'],
  ])('%s', async (options, reference) => {
    const { code, stdout, stderr } = await run(`--sandbox find ${options} -o json`);
    expect(JSON.parse(stdout)[0]?.reference, stderr).toBe(reference);
    expect(code).toBe(reference === undefined ? 6 : 0);
  });

  it('lists refunds of unknown outcome, and not as refunded', async () => {
    const found = JSON.parse(await payctl('--sandbox find --state unknown -o json'));
    const references = found.map(({ reference }: { reference: string }) => reference);
    expect(references).toContain('SBXLOST05');
    expect(references).not.toContain('SBXNEVER08');
    const sums = JSON.parse(await payctl('--sandbox find --sums -o json'));
    const states = sums.map(({ state }: { state: string }) => state);
    expect(states).toEqual(expect.arrayContaining(['reversed', 'unknown']));
  });

  it.each(['newest', 'largest', 'smallest'])(
    'lists no code that was closed unpaid: %s',
    async (sort) => {
      const found = JSON.parse(await payctl(`--sandbox find --sort ${sort} -o json`));
      const references = found.map(({ reference }: { reference: string }) => reference);
      expect(references).toContain('SBXBACK04');
      expect(references).not.toContain('SBXCLOSED03');
    },
  );

  it('names the days and a command for earlier ones', async () => {
    const { stderr } = await run('--sandbox find --amount 9,999 --from yesterday -o table');
    expect(stderr).toContain(`no payment was found from ${ago(1)} to ${ago(0)}`);
    expect(stderr).toContain(
      `payctl --sandbox find --amount 9999 --from ${ago(31)} --to ${ago(0)}`,
    );
  });

  it('counts days by the clock of the sandbox', async () => {
    await setClock(5);
    await bill('FUTURE1', '777');
    const found = JSON.parse(await payctl('--sandbox find --from today --amount 777 -o json'));
    expect(found[0].at.slice(0, 10)).toBe(ago(-5));
    expect((await reportOf('FUTURE1')).exit).toBe(0);
    await setClock(0);
  });
});

describe('slip verify', () => {
  const verify = (id: string, more: string[] = []) =>
    run(['--sandbox', 'slip', 'verify', id, '-o', 'json', ...more]);

  it('says what was paid, and never that an edited slip is as expected', async () => {
    const alone = await verify(slip('CHEAP59'));
    expect(alone.stderr).toMatch(
      /59\.00 baht on .*; compare this amount with the slip and with your order/,
    );
    const edited = await verify(slip('CHEAP59'), ['--expect-amount', '5,900']);
    expect(edited.code).toBe(5);
    expect(edited.stderr).toContain(
      '59.00 baht was paid; but it is not the expected payment: amount differs',
    );
    const right = await verify(slip('CHEAP59'), [
      '--expect-amount',
      '฿59',
      '--expect-order',
      'cheap-59',
    ]);
    expect(right.code).toBe(0);
    expect(right.stderr).not.toContain('compare');
    const other = await verify(slip('CHEAP59'), ['--expect-order', 'DESKPHONE']);
    expect([other.code, other.stderr]).toEqual([5, expect.stringContaining('order differs')]);
  });

  it('remembers what was accepted, whatever bank the slip names meanwhile', async () => {
    expect((await verify(slip('ONCE1'), ['--once'])).code).toBe(0);
    expect((await verify(slip('ONCE1'))).stderr).toContain('seen before');
    await payctl('sandbox settings slipBank=014 -o json');
    const asked = ['--sending-bank', '014'];
    expect((await verify(slip('ONCE1'), asked)).stderr).toContain('seen before');
    expect((await verify(slip('ONCE1'), [...asked, '--once'])).code).toBe(5);
    await payctl('sandbox settings slipBank=999 -o json');
  });
});

describe('a note', () => {
  it('is shown with the payment of its bank alone, and of every bank where none was named', async () => {
    const note = (text: string, ...bank: string[]) =>
      run(['journal', 'note', 'ONCE1', '--text', text, ...bank]);
    await note('practised in the sandbox', '--sandbox');
    await note('of no bank');
    const env = { PAYCTL_BASE_URL: 'https://bank.example/partners', PAYCTL_API_KEY: 'key' };
    await machine.payctl(['journal', 'note', 'ONCE1', '--text', 'of the real bank'], { env });
    const { stdout } = await run('--sandbox investigate ONCE1 --lang en -o table');
    expect(stdout.match(/practised in the sandbox|of \w+ \w*\s*bank/g)).toEqual([
      'practised in the sandbox',
      'of no bank',
    ]);
  });
});

it('a bill is asked about on the day of the bank, by itself and in a batch', async () => {
  const { payctl: pay } = quickMachine();
  await pay('sandbox clock +9d');
  const { stdout } = await pay('--sandbox qr create --ref1 LATER1 --amount 5 -q data.qrRawData');
  await pay(['sandbox', 'pay', JSON.parse(stdout)]);
  expect((await pay('--sandbox bill inquire --reference1 LATER1')).code).toBe(0);
  for (const input of ['reference1\nLATER1\n', 'reference1,transactionDate\nLATER1,today\n']) {
    expect((await pay('--sandbox batch bill.inquire -', { input })).code, input).toBe(0);
  }
});
