import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { freshMachine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { freePort } from '../fixtures/servers.js';
import { FULL } from '../fixtures/sizes.js';

const SHOP = resolve(import.meta.dirname, '../../examples/shop/shop.mjs');
const POLLER = resolve(import.meta.dirname, 'poller.mjs');

interface Attack {
  code: number;
  stdout: string;
  stderr: string;
  /** Class and scenario of each finding. */
  found: string[];
  ids: string[];
}

/** Attacks an application, as a user would: it is a program of its own. */
async function attack(application: string, options: string): Promise<Attack> {
  const port = await freePort();
  const machine = freshMachine();
  const url = `http://127.0.0.1:${port}`;
  const plan = join(machine.home, 'attack.yaml');
  const isPoller = application === POLLER;
  writeFileSync(
    plan,
    `start: PORT=${port} SHOP_FILE='${join(machine.home, 'shop.jsonl')}' exec '${process.execPath}' '${application}'
create: { url: "${url}/${isPoller ? 'new' : 'orders'}", method: POST }
orders: { url: "${url}/${isPoller ? 'list' : 'orders'}" }
confirmTo: ${url}/confirm
settle: 3s
seeds: 1
`,
  );
  const running = quickMachine(machine).serve(`attack --plan ${plan} -o json ${options}`);
  const { code, stdout, stderr } = await running.ended;
  const findings: { id: string; class: string; scenario: string }[] =
    code === 0 || code === 11 ? JSON.parse(stdout).findings : [];
  const found = findings.map((one) => `${one.class} in ${one.scenario}`);
  return { code: code ?? -1, stdout, stderr, found, ids: findings.map(({ id }) => id) };
}

/** The shop with one bug: a text of it in place of another. */
function bugged(name: string, from: string, to: string): string {
  const sound = readFileSync(SHOP, 'utf8');
  expect(sound).toContain(from);
  const file = join(freshMachine().home, `${name}.mjs`);
  writeFileSync(file, sound.replace(from, to));
  return file;
}

it.each([
  ['the shop of the documentation', SHOP, '--scenario forged --scenario killed --scenario refunds'],
  ['a shop that only polls', POLLER, '--scenario lost --scenario paid-again --scenario midnight'],
])('finds nothing in %s', async (_, application, options) => {
  const { code, found, stderr } = await attack(application, options);
  expect(found, stderr).toEqual([]);
  expect(code).toBe(0);
});

const HEARD = 'write({ reference, day: at.slice(0, 10), isDue: true })';

/** By what is wrong with each: the change, the scenario that shows it, and the finding. */
const BUGS: readonly [name: string, change: [string, string], scenario: string, found: string][] = [
  [
    'credits what a confirmation says',
    [
      HEARD,
      "write({ reference, payments: { ...orders.get(reference).payments, [crypto.randomUUID()]: '120.50' } })",
    ],
    'forged',
    'believed-forgery in forged',
  ],
  [
    'credits each confirmation',
    [
      HEARD,
      "write({ reference, payments: { ...orders.get(reference).payments, [crypto.randomUUID()]: '120.50' } })",
    ],
    'confirmations',
    'credited-twice in confirmations',
  ],
  ['never asks by itself', ['order.isDue || isOpen', 'order.isDue'], 'lost', 'never-asked in lost'],
  [
    'asks for the day of today alone',
    ['new Set([...around, ...days])', '[around[1]]'],
    'midnight',
    'paid-not-credited in midnight',
  ],
  [
    'does not look for refunds',
    ["if (paid.reverseFlag !== 'R') payments", 'payments'],
    'refunds',
    'refunded-still-credited in refunds',
  ],
  [
    'keeps a token for ever',
    ['if (answer.status === 401) token = undefined;', ''],
    'tokens',
    'paid-not-credited in tokens',
  ],
  [
    'takes any failure for a payment',
    [
      '.catch(() => undefined);\n  }\n',
      ".catch(() => write({ reference, payments: { x: '120.50' }, isDue: false }));\n  }\n",
    ],
    'answers',
    'credited-not-paid in answers',
  ],
  [
    'lets a failure end it',
    ['.catch(() => undefined);\n  }\n', ';\n  }\n'],
    'answers',
    'crashed in answers',
  ],
  [
    'credits one payment of an order',
    ['payments[paid.transactionId]', 'payments.one'],
    'paid-again',
    'wrong-amount in paid-again',
  ],
];
/** Most of each is waiting: a day has those that end soon. */
const EVERY_DAY = ['forged', 'lost', 'midnight', 'refunds', 'tokens'];

it.each(BUGS.filter(([, , scenario]) => FULL || EVERY_DAY.includes(scenario)))(
  'finds a shop that %s',
  async (name, [from, to], scenario, expected) => {
    const { code, found, stderr } = await attack(
      bugged(name, from, to),
      `--scenario ${scenario} --duration 1s`,
    );
    expect(found, stderr).toContain(expected);
    expect(code).toBe(11);
  },
);

it('finds a confirmation that was acknowledged before it was kept, and plays it again', async () => {
  const forgetful = bugged('forgetful', HEARD, `setTimeout(() => ${HEARD}, 150)`);
  writeFileSync(
    forgetful,
    readFileSync(forgetful, 'utf8').replace('order.isDue || isOpen', 'order.isDue'),
  );
  const { found, ids } = await attack(forgetful, '--scenario killed --duration 1s');
  expect(found).toContain('acknowledged-and-lost in killed');
  const id = ids[found.indexOf('acknowledged-and-lost in killed')];
  const again = await attack(forgetful, `--seed 1 --only ${id}`);
  expect(again.found).toContain('acknowledged-and-lost in killed');
});

it('shows the shortest history', async () => {
  const trusting = bugged(
    'trusting',
    HEARD,
    "write({ reference, payments: { [crypto.randomUUID()]: '120.50' } })",
  );
  const text = readFileSync(trusting, 'utf8').replace('order.isDue || isOpen', 'false');
  writeFileSync(trusting, text);
  const { ids } = await attack(trusting, '--scenario forged');
  expect(ids).toContain('forged.unpaid.1');
});

it('says that an application never came up', async () => {
  const { code, stderr } = await attack(
    bugged('silent', '.listen(', '.isNone('),
    '--scenario lost',
  );
  expect(code).toBe(9);
  expect(stderr).toContain('the application never came up');
});
