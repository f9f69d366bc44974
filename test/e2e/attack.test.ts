import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bangkokDate } from '../../src/core/time.js';
import { startBank } from '../../src/testing.js';
import {
  attack,
  bugged,
  DOCUMENT,
  documented,
  POLLER,
  ROOT,
  SEARCHER,
  SHOP,
  withChanges,
} from '../fixtures/attacked.js';
import {
  ASKS,
  ASKS_FOR_TODAY,
  BUGS,
  ENDS_AFTER_A_QUARTER,
  INQUIRES,
  MORE_BUGS,
  renewsNextTime,
  renewsSlowly,
  SAVES,
} from '../fixtures/attacked-bugs.js';
import { freePort } from '../fixtures/free-port.js';
import { freshMachine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { FULL } from '../fixtures/sizes.js';

/** Most of each is waiting for the other side, so many are played at the same time. */
describe.concurrent('payctl attack', () => {
  it.each([
    [
      'the shop of the documentation',
      SHOP,
      FULL ? 'forged outage killed stopped refunds creating' : 'forged killed refunds creating',
    ],
    [
      'a shop that searches, and takes no confirmations',
      SEARCHER,
      FULL ? 'answers tokens killed stopped refunds' : 'tokens killed refunds',
    ],
    ...(FULL ? [['a shop that only polls', POLLER, 'lost paid-again midnight']] : []),
  ])('finds nothing in %s', async (_, application, scenarios) => {
    const junit = join(freshMachine().home, 'attack.xml');
    const names = scenarios.split(' ');
    const options = names.map((name) => `--scenario ${name}`).join(' ');
    const { code, found, stderr } = await attack(
      application,
      `${options} -o json --quiet --junit ${junit}`,
      // When the shell is killed, nothing tells that the application still ends.
      (command) => `${command} > '${junit}.log' 2>&1; exit 1`,
    );
    expect(found, stderr).toEqual([]);
    expect(stderr, 'progress').not.toMatch(/^attack /m);
    expect(code).toBe(0);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain(`tests="${names.length}" failures="0"`);
    for (const name of names) {
      expect(xml).toContain(`<testcase name="${name}" classname="attack"/>`);
    }
  });

  it.each(FULL ? [...BUGS, ...MORE_BUGS] : BUGS)(
    'finds a shop that %s',
    async (_, change, scenario, expected) => {
      const { code, found, stderr } = await attack(
        bugged(change),
        `--scenario ${scenario} --duration 1s -o json`,
      );
      expect(found, stderr).toContain(`${expected} in ${scenario}`);
      expect(code).toBe(11);
    },
  );

  it.each<[name: string, order: string, changes: (readonly [string, string])[]]>([
    [
      'waits for a new token for long, because 401 is no answer',
      'tokens.ended.7',
      [['retries: 0 });', `retries: 0, store: ${renewsSlowly} });`]],
    ],
    [
      'asks for all days at once, with a token that has ended',
      'tokens.ended.7',
      [
        ['retries: 0 });', `retries: 0, store: ${renewsNextTime} });`],
        [
          'const payments = {};',
          `const payments = {};
           const answers = {};
           for (let at = madeAt - DAY; at <= Date.now() + DAY; at += DAY) {
             const day = { billerId, reference1: reference, transactionDate: bangkokDate(at) };
             answers[day.transactionDate] = bank.bill.inquire(day);
           }`,
        ],
        ['await bank.bill.inquire(day)', 'await answers[day.transactionDate]'],
        ['setTimeout(askAll, 300)', 'setTimeout(askAll, 3_500)'],
      ],
    ],
    [
      'saves its first answer after an outage late',
      'answers.long-down-lost.3',
      [
        ['// Only the bank', 'let hasFailed = false;\n// Only the bank'],
        [ASKS, 'if (!Array.isArray(data)) return void (hasFailed = true);'],
        [SAVES, `if (hasFailed) await new Promise((done) => setTimeout(done, 1_800));\n${SAVES}`],
        ['setTimeout(askAll, 300)', 'setTimeout(askAll, 2_500)'],
      ],
    ],
    [
      'comes late to an order, and saves the answer later',
      'lost.lost.1',
      [
        [
          SAVES,
          `if (credited({ payments })) await new Promise((done) => setTimeout(done, 1_800));\n${SAVES}`,
        ],
        ['setTimeout(askAll, 300)', 'setTimeout(askAll, 4_500)'],
      ],
    ],
  ])('finds nothing in a shop that %s', async (_, order, changes) => {
    const { code, found, stderr, stdout } = await attack(
      bugged(...changes),
      `--only ${order} -o json`,
    );
    expect(found, stderr + stdout).toEqual([]);
    expect(stderr).not.toContain('warning');
    expect(code).toBe(0);
  });

  it.each([
    ['the answer that tells of the first payment', 'overtaken'],
    ['the answer about another day', 'half-told'],
  ])('pays again while %s is on its way', async (_, fate) => {
    const only = `--only paid-again.${fate}.3f -o json`;
    const forgetful = bugged([
      SAVES,
      SAVES.replace('asked: heard', 'asked: orders[reference].heard'),
    ]);
    expect((await attack(forgetful, only)).found).toEqual(['wrong-amount in paid-again']);
    expect((await attack(SHOP, only)).found).toEqual([]);
  });

  it('accuses no application that takes no payment older than the order, by a clock that does not move', async () => {
    const guarding = bugged(
      ['{ madeAt: Date.now(),', '{ madeAt: performance.timeOrigin + performance.now(),'],
      [
        'of data)\n',
        `of data.filter((one) =>
          Date.parse(one.transactionDateandTime) > madeAt - 3_600_000))\n`,
      ],
    );
    const { code, found, stderr } = await attack(guarding, '--scenario midnight -o json');
    expect(found, stderr).toEqual([]);
    expect(stderr).toContain('by a clock that payctl could not move along');
    expect(code).toBe(0);
  });

  it('blames no application for a refund that no answer of the bank has told it of', async () => {
    const deaf = bugged(
      [
        'if (Object.hasOwn(orders, reference)) save',
        "if (Date.now() > 0) throw new Error('deaf');\n    save",
      ],
      // Its last question, about tomorrow, comes after the refund.
      [
        'const { data } = await bank.bill',
        'await new Promise((resolve) => setTimeout(resolve, 1_500));\n    const { data } = await bank.bill',
      ],
    );
    const { code, found, stderr } = await attack(deaf, '--only refunds.after.1f -o json');
    expect(found, stderr).toEqual([]);
    expect(code).toBe(0);
  });

  it('waits for an application that asks slowly, before it gives a payment back', async () => {
    const clinging = bugged(
      [
        'payments, asked: heard }',
        'payments: { ...orders[reference].payments, ...payments }, asked: heard }',
      ],
      ['setTimeout(askAll, 300)', 'setTimeout(askAll, 1_200)'],
    );
    // On a busy machine orders are left unjudged, because the application is still at work.
    const found = async () =>
      (await attack(clinging, '--scenario refunds --duration 1s -o json')).found;
    await expect.poll(found).toEqual(['refunded-still-credited in refunds']);
  });

  it.each([
    ['Believing the confirmation', 'believed-forgery in forged'],
    ['Never asking', 'never-asked in lost'],
    ['Acknowledging first', 'acknowledged-and-lost in killed'],
  ])('finds the mistake "%s" of docs/attack.md, and plays it again', async (mistake, finding) => {
    const application = bugged(...documented(mistake));
    const scenario = finding.slice(finding.indexOf(' in ') + ' in '.length);
    const options = `--scenario ${scenario} --duration 1s -o json`;
    const { found, ids } = await attack(application, options);
    expect(found).toContain(finding);
    const id = ids[found.indexOf(finding)];
    const again = await attack(application, `--seed 1 --only ${id} -o json`);
    expect(again.found).toContain(finding);
  });

  it('pays less than the order costs, where the code leaves the amount to the customer', async () => {
    const leavesOpen = ['ref1: reference, amount: 120.5 });', 'ref1: reference });'] as const;
    const takesThePrice = ['Math.round(amount * 100)', '12_050'] as const;
    const options = '--scenario confirmations --duration 1s -o json';
    expect((await attack(bugged(leavesOpen), options)).found).toEqual([]);
    const { found, stdout } = await attack(bugged(leavesOpen, takesThePrice), options);
    expect(found).toEqual(['wrong-amount in confirmations']);
    expect(stdout).toContain('"what":"pays","detail":"90.38"');
  });

  type Unfit = [string, [string, string], string, string, string];
  const NEVER_STARTS: Unfit = [
    'does not start with what it has stored',
    ['JSON.parse(readFileSync(file', 'JSON.parse.call(readFileSync(file'],
    'lost',
    'crashed in lost',
    'neverStarts',
  ];
  const MAKES_NO_ORDER: Unfit = [
    'makes no order once it has started again',
    [
      "async 'POST /orders'() {",
      "async 'POST /orders'() {\n    if (wasThere) throw new Error('locked');",
    ],
    'lost --scenario tokens',
    'hung in lost',
    'makesNoOrder',
  ];
  it.each<Unfit>(FULL ? [NEVER_STARTS, MAKES_NO_ORDER] : [NEVER_STARTS])(
    'finds a shop that %s',
    async (_, [from, to], scenarios, expected, last) => {
      const shop = bugged(
        [from, to],
        ['const orders =', 'const wasThere = existsSync(file);\nconst orders ='],
      );
      const { code, found, stdout } = await attack(shop, `--scenario ${scenarios} -o json`);
      expect(found).toEqual([expected]);
      expect(stdout).toContain(`"what":"${last}"`);
      expect(code).toBe(11);
    },
  );

  it('shows that an application searched, although a search names no order', async () => {
    const blind = withChanges(SEARCHER, [
      ['of await search(1).catch(() => [])', 'of (await search(1).catch(() => [])).slice(9)'],
    ]);
    const { found, stdout } = await attack(blind, '--scenario lost --duration 1s -o json');
    expect(found).toContain('paid-not-credited in lost');
    expect(stdout).toContain('"detail":"POST /v3/payment/billpayment/inquiry"');
  });

  it('says that an order has the reference of an earlier one', async () => {
    const counting = bugged([
      "crypto.randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()",
      'String((globalThis.made = (globalThis.made ?? 0) + 1))',
    ]);
    const options = '--scenario confirmations --scenario lost -o json --duration 1s';
    const { found, stdout } = await attack(counting, options);
    expect(found).toContain('credited-twice in lost');
    expect(stdout).toContain('"what":"reuses"');
  });

  it('shows an order of an earlier scenario that goes wrong', async () => {
    const shop = bugged([
      'if (Object.hasOwn(orders, reference)) save',
      `const paid = Object.keys(orders).find((one) => credited(orders[one]) > 0);
    if (!Object.hasOwn(orders, reference)) save(paid, { payments: { ...orders[paid].payments, x: 12_050 } });
    else save`,
    ]);
    const options = '--scenario lost --scenario forged -o json';
    const { found, ids, stdout } = await attack(shop, options);
    expect(found).toEqual(['credited-twice in forged']);
    expect(ids).toEqual(['forged.unpaid.all']);
    expect(stdout).toContain('"what":"wasRight","detail":"lost"');
  });

  it('finds a shop that takes what has come after two seconds for the whole answer', async () => {
    const hasty = bugged(
      [
        INQUIRES,
        `Object.assign(payments, orders[reference].payments);
         const patience = new Promise((done) => setTimeout(done, 2_000, { data: [] }));
         const { data } = await Promise.race([bank.bill.inquire(day), patience]);`,
      ],
      // All at once, so that the slow answers of other orders do not keep it from this one.
      [
        'if (order.heard > order.asked || isOpen) await ask(reference, order);',
        `const asking = (globalThis.asking ??= new Set());
         if (asking.has(reference) || !(order.heard > order.asked || isOpen)) continue;
         asking.add(reference);
         void ask(reference, order).finally(() => asking.delete(reference));`,
      ],
    );
    const { found } = await attack(hasty, '--only slow.again-slow.all -o json');
    expect(found).toContain('wrong-amount in slow');
  });

  it('shows the shortest history, in the terminal as docs/attack.md has it, as JUnit and on a page', async () => {
    const trusting = bugged(...documented('Believing the confirmation'));
    const { home } = freshMachine();
    const [junit, page] = [join(home, 'attack.xml'), join(home, 'attack.html')];
    const { code, stdout } = await attack(
      trusting,
      `--scenario forged -o table --junit ${junit} --report ${page}`,
    );
    expect(code).toBe(11);
    const [, shown = 'no transcript'] =
      /^```\n(believed-forgery .*?)^```/ms.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
    expect(sameForAll(stdout)).toContain(sameForAll(shown));

    const xml = readFileSync(junit, 'utf8');
    expect(xml).toMatch(/<testsuite name="forged" tests="(\d)" failures="\1"/);
    expect(xml).toContain(
      '<testcase name="forged.unpaid.1" classname="attack"><failure message="believed-forgery: ',
    );
    expect(xml).toContain('again: payctl attack --seed 1 --only forged.unpaid.1'.slice(7));
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('<code>payctl attack --seed 1 --only forged.unpaid.1</code>');
    const again = await attack(trusting, '--seed 1 --only forged.unpaid.1 --settle 1s -o json');
    expect(again.ids).toEqual(['forged.unpaid.1']);
    expect(html).toMatch(/<svg role="img".*Stranger.*confirms what nobody paid: 120\.50/s);
  });

  it('shows the lines of the shop in docs/attack.md as they are', () => {
    const [, shown = 'no lines'] =
      /^```\n(\/\/ What the shop knows.*?)^```/ms.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
    const shop = readFileSync(SHOP, 'utf8').replaceAll(/^ +/gm, '');
    for (const lines of shown.replaceAll(/^ +/gm, '').split('// POST /confirm\n')) {
      expect(shop).toContain(lines.trim());
    }
  });

  it('has a shop that finds what nobody confirmed, although it was paid a day after the order', async ({
    expect,
    onTestFinished: finished,
  }) => {
    const bank = await startBank();
    finished(() => bank.stop());
    const port = await freePort();
    const file = join(freshMachine().home, 'shop.json');
    const env = {
      ...{ PORT: String(port), SHOP_FILE: file, PAYCTL_BANK_URL: bank.url },
      ...{ PAYCTL_API_KEY: bank.apiKey, PAYCTL_API_SECRET: bank.apiSecret },
      PAYCTL_BILLER_ID: bank.settings.billerId,
    };
    const url = `http://127.0.0.1:${port}/orders`;
    let shop: ChildProcess | undefined;
    finished(() => void shop?.kill());
    const opened = async () => {
      shop = spawn(process.execPath, [SHOP], { env: { ...process.env, ...env }, stdio: 'inherit' });
      const isUp = () =>
        fetch(url)
          .then(({ ok }) => ok)
          .catch(() => false);
      await expect.poll(isUp).toBe(true);
      return shop;
    };

    const first = await opened();
    const order = JSON.parse(await (await fetch(url, { method: 'POST' })).text());
    first.kill();
    await once(first, 'exit');
    const orders = JSON.parse(readFileSync(file, 'utf8'));
    const DAY = 86_400_000;
    orders[order.reference].madeAt -= DAY;
    writeFileSync(file, JSON.stringify(orders));
    await bank.pay(order.payload);
    await opened();
    const paid = { reference: order.reference, state: 'paid', amount: '120.50' };
    await expect.poll(async () => (await fetch(url)).json()).toEqual([paid]);
  });

  it('says that an application never came up', async () => {
    const { code, stderr } = await attack(bugged(['.listen(', '.isNone(']), '--scenario lost');
    expect(code).toBe(9);
    expect(stderr).toContain('the application never came up');
  });
});

if (FULL)
  describe.concurrent('payctl attack, at length', () => {
    it('accuses no application of a missed day whose clock it cannot move', async () => {
      const byAnotherClock = ASKS_FOR_TODAY[1].replace(
        'Date.now()',
        'performance.timeOrigin + performance.now()',
      );
      const { code, found, stderr } = await attack(
        bugged([ASKS_FOR_TODAY[0], byAnotherClock]),
        '--scenario midnight -o json',
      );
      expect(found, stderr).toEqual([]);
      expect(stderr).toContain('by a clock that payctl could not move along');
      expect(code).toBe(0);
    });

    it('kills an application once for all confirmations that hang at the same time, and twice at most', async () => {
      const hanging = bugged([
        'const { billPaymentRef1: reference } = await json(request);',
        'const { billPaymentRef1: reference } = await new Promise(() => {});',
      ]);
      const { found, stdout } = await attack(
        hanging,
        '--only confirmations.thrice-together.3 -o json',
      );
      expect(found).toEqual(['hung in confirmations']);
      expect(stdout.match(/"what":"killed"/g)).toHaveLength(2);
    });

    it('warns of an application that waits for the slowest answer to its end', async () => {
      const only = '--only slow.very-slow.7 -o json';
      const patient = await attack(bugged(['timeoutMs: 5_000', 'timeoutMs: 60_000']), only);
      expect(patient.stderr).toContain('the application waited 12 seconds for an answer');
      expect(patient.code).toBe(0);
      expect((await attack(SHOP, only)).stderr).not.toContain('waited');
    });

    it('plays an application that is slow one history of each further scenario, unless told otherwise', async () => {
      const starts = (seconds: number) => (command: string) => `sleep ${seconds}; exec ${command}`;
      const histories = async (seconds: number, options: string) => {
        const scenarios = '--scenario lost --scenario creating --settle 1s -o json';
        const { stdout, stderr } = await attack(SHOP, scenarios, starts(seconds), options);
        const played: { histories: number }[] = JSON.parse(stdout).scenarios;
        return { played: played.map((one) => one.histories), warned: /--seeds 2/.test(stderr) };
      };
      expect(await histories(1.1, '')).toEqual({ played: [2, 1], warned: true });
      expect(await histories(1.1, 'seeds: 2')).toEqual({ played: [2, 2], warned: false });
    });

    it('waits for an application that has given up an answer, until it asks again', async () => {
      const seldom = bugged(
        ['timeoutMs: 5_000', 'timeoutMs: 1_500'],
        [
          'heard: orders[reference].heard + 1 });',
          `heard: 1 });\n    void ask(reference, orders[reference]);`,
        ],
        ['setTimeout(askAll, 300)', 'setTimeout(askAll, 12_000)'],
      );
      const only = '--only slow.very-slow.7 --settle 2s -o json';
      const { code, found, stderr } = await attack(seldom, only);
      expect(found, stderr).toEqual([]);
      expect(code).toBe(0);
    });

    it('names what else happened where it left the application unfit for any order, and stops there', async () => {
      const stuck = bugged(
        [
          'if (Object.hasOwn(orders, reference)) save',
          "if (!Object.hasOwn(orders, reference)) writeFileSync(file + '.stuck', '');\n    else save",
        ],
        [
          'async function askAll() {',
          "async function askAll() {\n  if (existsSync(file + '.stuck')) return;",
        ],
        // Nor by what it asked just before.
        [
          'save(reference, { askedAt',
          "if (!existsSync(file + '.stuck')) save(reference, { askedAt",
        ],
      );
      const options =
        '--scenario lost --scenario confirmations --scenario forged --scenario refunds -o json';
      const { found, ids, stdout, stderr } = await attack(stuck, options);
      const both = new Set(['never-asked in forged', 'paid-not-credited in forged']);
      expect(new Set(found)).toEqual(both);
      expect(ids[0]).toMatch(/^forged\..*\.all$/);
      // Of the order that is shown, or of another one.
      expect(stdout).toContain('"what":"forgesUnknown","detail":"120.50"');
      expect(stdout).toContain('"other":true');
      expect(stderr).toContain('left out: refunds');
      // In a shop where nothing happened yet it is found again.
      const again = await attack(stuck, `--seed 1 --only ${ids[0]} -o json`);
      expect(new Set(again.found)).toEqual(both);
    });

    it('accuses no application that numbers orders by its clock, which was set back', async () => {
      const byDay = bugged([
        "crypto.randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()",
        `(() => {
        const day = bangkokDate(Date.now()).replaceAll('-', '');
        const latest = file + '.latest';
        const before = existsSync(latest) ? JSON.parse(readFileSync(latest, 'utf8')) : {};
        const number = (before[day] ?? 0) + 1;
        writeFileSync(latest, JSON.stringify({ [day]: number }));
        return 'D' + day + 'N' + number;
      })()`,
      ]);
      const options = '--scenario lost --scenario midnight --scenario evening -o json';
      const { code, found, stderr } = await attack(byDay, options);
      expect(found, stderr).toEqual([]);
      expect(stderr).toContain('the application numbers orders by its clock');
      expect(code).toBe(0);
    });

    it('lets time pass for an application that is stopped late in the evening, too', async () => {
      const evening = Date.parse(`${bangkokDate(Date.now())}T22:30:00+07:00`);
      const { found } = await attack(
        bugged(ENDS_AFTER_A_QUARTER),
        '--scenario stopped --duration 1s -o json',
        undefined,
        undefined,
        async (machine, line) => {
          const clock = join(machine.home, 'moved-date.cjs');
          copyFileSync(join(ROOT, 'src/attack/assets/moved-date.cjs'), clock);
          writeFileSync(join(machine.home, 'offset'), String(evening - Date.now()));
          return machine.payctl(line, {
            env: { NODE_OPTIONS: `--require ${JSON.stringify(clock)}` },
          });
        },
      );
      expect(found).toContain('paid-not-credited in stopped');
    });
  });

/** Times and references are of one run. */
function sameForAll(text: string): string {
  return text
    .replace(/ +\d+\.\d s {2}/g, ' 0.0 s  ')
    .replace(/^(\S+ {2}\S+ {2})[0-9A-F]{16}$/gm, '$1REFERENCE');
}

describe('what is wrong before anything is played', () => {
  const machine = quickMachine();
  const APPLICATION =
    '--create true --orders true --confirm-to http://127.0.0.1:1/confirm --scenario lost';

  it.each([
    ['--seeds 0', 'error: --seeds is 0; use 1 to 1000'],
    ['--scenario killed', 'error: the scenario killed ends the application'],
    ['--scenario losst', 'losst'],
    ['--only lost.none.1', 'error: lost.none.1 is not the id of a finding'],
    ['--confirm-to http://192.0.2.1/confirm', 'an attack never leaves it'],
    ['--plan none.yaml', 'error: no such file: none.yaml'],
    ['--junit no/such/attack.xml', '--junit "no/such/attack.xml"'],
  ])('%s', async (options, problem) => {
    const { code, stderr } = await machine.payctl(`attack ${APPLICATION} ${options} -o table`);
    expect(stderr).toContain(problem);
    expect(code).toBe(2);
  });

  it('names the place of each mistake in a plan', async () => {
    const plan = join(machine.home, 'attack.yaml');
    writeFileSync(
      plan,
      'start: node shop.mjs\nsceds: 3\nseed: -1\nscenarios: []\ncreate: { url: "http://127.0.0.1/", verb: PUT }\n',
    );
    const { code, stderr } = await machine.payctl(`attack --plan ${plan} -o table`);
    expect(code).toBe(2);
    expect(stderr.replaceAll(plan, 'PLAN')).toMatchInlineSnapshot(`
      "error: PLAN:2:1: unknown key sceds, did you mean seeds?; PLAN:3:7: seed has a value that it cannot have; PLAN:4:12: scenarios has a value that it cannot have; PLAN:5:37: unknown key verb
      "
    `);
  });
});
