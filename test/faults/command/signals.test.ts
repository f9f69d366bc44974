import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBank } from '../../../src/sandbox/bank.js';
import { logs } from '../../../src/sandbox/ledger/tables.js';
import { clearFaults, setFault } from '../../../src/sandbox/operator.js';
import type { Running } from '../../fixtures/machine.js';
import { openGate } from '../../fixtures/served-bank.js';
import { FULL } from '../../fixtures/sizes.js';
import { BANK_PARTS, openBench } from './bench.js';
import { type Charge, effectsOf, prepared } from './charges.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Shares of the time that a whole run takes, which is longer on a busy machine. */
const MOMENTS = FULL ? Array.from({ length: 40 }, (_, step) => step / 40) : [0.1, 0.7];
const NOTHING_SENT = { SIGINT: 130, SIGTERM: 143, SIGHUP: 143 };

const bench = await openBench();
beforeAll(() => bench.machine.payctl('token'));
afterEach(async () => {
  bench.onMoment = () => undefined;
  await clearFaults(bench.bank);
});

/** A charge under way, to be struck. */
const start = ({ args }: Pick<Charge, 'args'>) => bench.machine.start(args);

/** Milliseconds of a run that nobody disturbs. */
async function timed({ ended }: Running): Promise<number> {
  const begun = performance.now();
  expect((await ended).code).toBe(0);
  return performance.now() - begun;
}

async function stateOf({ reference }: Charge): Promise<string | undefined> {
  const { stdout } = await bench.machine.payctl(`journal list --ref ${reference} -o json`);
  return JSON.parse(stdout)[0]?.state;
}

describe('a signal', () => {
  it('at any moment of a charge ends it with the truth', async () => {
    const exits = new Map<string, number>();
    await setFault(bench.bank, { name: 'slow', operation: 'ewallet.pay', ms: 300 });
    let whole = 0;
    for (const name of SIGNALS) {
      for (const [step, share] of MOMENTS.entries()) {
        // Measured again and again, since others may begin or end to use this machine.
        if (step % 10 === 0) whole = await timed(start(await prepared(bench.bank, 'ewallet.pay')));
        const offset = Math.round(share * whole);
        const charge = await prepared(bench.bank, 'ewallet.pay');
        const { child, ended } = start({ ...charge, args: [...charge.args, '-o', 'json'] });
        const timer = setTimeout(() => child.kill(name), offset);
        const { code, signal, stderr } = await ended;
        clearTimeout(timer);
        const told = `${name} after ${offset} ms: exit ${code}, signal ${signal}, ${stderr}`;
        if (effectsOf(bench.bank, charge) === 1) {
          expect(code, told).toBe(0);
          expect(await stateOf(charge), told).toBe('succeeded');
        } else {
          // Before the program has begun, the system ends it.
          expect(signal ?? code, told).toBe(signal === null ? NOTHING_SENT[name] : name);
          expect([undefined, 'not-executed'], told).toContain(await stateOf(charge));
          if (signal === null)
            expect(errorOf(stderr)).toMatchObject({ exit: code, executed: 'no' });
        }
        const word = signal ?? `exit ${code}`;
        exits.set(word, (exits.get(word) ?? 0) + 1);
      }
    }
    const told = [...exits].map(([word, count]) => `${word}: ${count}`).join(', ');
    const moments = SIGNALS.length * MOMENTS.length;
    console.log(`signals at ${moments} moments of a charge: ${told}`);
    const measured = SIGNALS.length * Math.ceil(MOMENTS.length / 10);
    expect(bench.arrivals).toHaveLength((exits.get('exit 0') ?? 0) + measured);
  }, 600_000);

  it.each(SIGNALS)('%s after the result changes nothing any more', async (name) => {
    const charge = await prepared(bench.bank, 'ewallet.pay');
    const { child, ended } = start(charge);
    child.stdout?.once('data', () => child.kill(name));
    expect(await ended).toMatchObject({ code: 0, signal: null });
  });

  it.each(SIGNALS)('%s in flight says so, and waits for the answer', async (name) => {
    const charge = await prepared(bench.bank, 'ewallet.pay');
    const gate = await openGate(bench.machine.env.PAYCTL_BASE_URL ?? '');
    onTestFinished(gate.close);
    const { asked, release } = gate.hold('/pay');
    const env = { PAYCTL_BASE_URL: gate.url };
    const { child, ended, says } = bench.machine.start(charge.args, { env });
    await asked;
    child.kill(name);
    await says(new RegExp(`ewallet pay ${charge.reference} is in flight`));
    release();
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(0);
  });

  it.each(SIGNALS)('%s while a read waits ends it', async (name) => {
    const words = 'ewallet inquire --tran-type W --out-trade-no SBXNONE --wait 30s -o json';
    const { child, ended, says } = start({ args: words.split(' ') });
    await says(/asking again/);
    child.kill(name);
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(NOTHING_SENT[name]);
    expect(errorOf(stderr)).toMatchObject({ exit: code, executed: 'no' });
  });

  it.each(SIGNALS)('%s twice ends with 10 where the answer never comes', async (name) => {
    const charge = await prepared(bench.bank, 'ewallet.pay');
    await setFault(bench.bank, { name: 'stalled', operation: 'ewallet.pay' });
    const { child, ended, says } = start(charge);
    bench.onMoment = (moment) => void (moment === 'after-commit' && child.kill(name));
    await says(/is in flight/);
    child.kill(name);
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(10);
    expect(stderr).toContain(`payctl journal recover --ref ${charge.reference}`);
    expect(await stateOf(charge)).toBe('unknown');
    await clearFaults(bench.bank);
    expect((await bench.machine.payctl('journal recover --wait 0')).code).toBe(0);
    expect(await stateOf(charge)).toBe('succeeded');
  });
});

/** The last line of standard error, where JSON was asked for. */
function errorOf(stderr: string): unknown {
  const { error }: { error: unknown } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  return error;
}

describe('a pipe', () => {
  it('that nobody reads changes neither the outcome nor the exit', async () => {
    for (const ends of ['stdout', 'both']) {
      const charge = await prepared(bench.bank, 'ewallet.pay');
      const { child, ended } = start(charge);
      child.stdout?.destroy();
      if (ends === 'both') child.stderr?.destroy();
      expect(await ended).toMatchObject({ code: 0, signal: null });
      expect(await stateOf(charge)).toBe('succeeded');
    }
    const refused = await prepared(bench.bank, 'ewallet.refund');
    await bench.machine.payctl(refused.args);
    const again = { ...refused, args: refused.args.map((word) => word.replace('10.00', '11.00')) };
    const { child, ended } = start(again);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 12 });
  });

  it('that is read slowly gets all of 10 MB', async () => {
    const { home, payctl } = bench.machine;
    await payctl('sandbox log -o json');
    const bank = await openBank({ ...BANK_PARTS, path: `${bench.state}/sandbox.db` });
    const line = {
      at: Date.now(),
      operation: 'ewallet.pay',
      committed: true,
      note: 'x'.repeat(900),
    };
    await bank.act('customer.pay', undefined, ({ store }) => {
      for (let n = 0; n < 11_000; n++) logs.insert(store, { line: JSON.stringify(line) });
    });
    bank.close();
    const by = ['bash', '-c', '"$0" "$@" | (sleep 0.5; cat) > slow.json; exit $PIPESTATUS'];
    const words = 'sandbox log --limit 11000 -o json';
    const { code, stderr } = await bench.machine.start(words, { by }).ended;
    expect(code, stderr).toBe(0);
    const text = readFileSync(`${home}/slow.json`, 'utf8');
    const size = text.length;
    console.log(`${size} bytes through a slow pipe`);
    expect(size).toBeGreaterThan(10_000_000);
    expect(text.slice(-3)).toBe('}]\n');
  });
});
