import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeWith } from '../../fixtures/needs.js';
import { FULL } from '../../fixtures/sizes.js';
import { type Bench, openBench } from './bench.js';
import { type Charge, effectsOf, moneyOperations, prepared } from './charges.js';
import { isOutward, pointsOf, type Syscall, type Traced, traced } from './strace.js';
import { inWords, recovered, SOUND } from './verdict.js';

const ERRORS = FULL ? ['ENOSPC', 'EIO'] : ['ENOSPC'];

const SETTINGS = { profiles: { shop: { companyId: expect.stringMatching(/^[0-9]{3}$/) } } };
const TOKEN = { accessToken: expect.stringMatching(/./), expiresAt: expect.any(Number) };
const SHAPES = [
  ['config.json', SETTINGS],
  ['format.json', { format: 1 }],
] as const;

describeWith('strace', 'a disk that is full or broken', () => {
  it('lets no charge go out without an intent, and leaves old files whole', async () => {
    const bench = await openBench();
    const charges: Charge[] = [];
    const exits = new Map<number | null, number>();
    await bench.machine.payctl((await prepared(bench.bank, 'ewallet.pay')).args);
    await bench.machine.payctl('config set companyId 00100 -p shop');
    const before = filesOf(bench);
    for (const operation of FULL ? moneyOperations(Date.now()) : ['ewallet.pay']) {
      const { args } = await prepared(bench.bank, operation);
      const { syscalls } = await traced(bench.machine, [...args, '--wait', '0']);
      for (const inject of injections(syscalls)) {
        const charge = await prepared(bench.bank, operation);
        charges.push(charge);
        const arrived = bench.arrivals.length;
        const run = await traced(bench.machine, [...charge.args, '--wait', '0'], inject);
        const { code, stderr } = run;
        if (!wokeNobody(run))
          expect([0, 3, 10], `${inject}: ${run.signal} ${stderr}`).toContain(code);
        exits.set(code, (exits.get(code) ?? 0) + 1);
        const effects = effectsOf(bench.bank, charge);
        if (code === 0) expect(effects, stderr).toBe(1);
        if (code === 3) expect(bench.arrivals.length - arrived, stderr).toBe(0);
        expectWhole(bench, before);
      }
    }
    const verdict = await recovered(bench, charges);
    const told = [...exits].map(([code, count]) => `exit ${code}: ${count}`).join(', ');
    console.log(`failing writes of money commands (${told}): ${inWords(verdict)}`);
    expect(verdict).toMatchObject(SOUND);
    expect(bench.unannounced).toEqual([]);
    await bench.close();
  }, 3_600_000);

  it('leaves the old settings or the new, the old token or the new', async () => {
    const bench = await openBench();
    let failures = 0;
    let value = 100;
    const setting = () => ['config', 'set', 'companyId', String(++value), '-p', 'shop'];
    const refresh = () => ['token', 'refresh'];
    const { machine } = bench;
    await machine.payctl(setting());
    await machine.payctl(refresh());
    for (const command of [setting, refresh]) {
      const { syscalls } = await traced(machine, command());
      for (const inject of injections(syscalls)) {
        const { code } = await traced(machine, command(), inject);
        if (code !== 0) failures += 1;
        for (const [path, text] of filesOf(bench)) {
          const shape = SHAPES.find(([name]) => path.endsWith(name))?.[1] ?? TOKEN;
          expect(JSON.parse(text), inject).toMatchObject(shape);
        }
      }
    }
    expect((await machine.payctl('token --raw')).code).toBe(0);
    console.log(
      `failing writes of settings and tokens: ${failures} runs failed, no file was spoilt`,
    );
    expect(failures).toBeGreaterThan(0);
    await bench.close();
  }, 3_600_000);
});

/** The fault met what threads wake each other by, and Node gave up: one more way to die. */
function wokeNobody({ signal, syscalls }: Traced): boolean {
  const struck = syscalls.filter(({ text }) => text.includes('INJECTED'));
  return signal === 'SIGABRT' && struck.some((call) => !isOutward(call));
}

/** strace's word for each write of a run that came to its end: it fails once, or from then on. */
function injections(syscalls: readonly Syscall[]): string[] {
  const points = pointsOf(syscalls).filter(
    (point) => isOutward(point) && /^(p?write|fsync|fdatasync|link)/.test(point.name),
  );
  return points.flatMap(({ name, when }) =>
    // All later writes would be those of threads to each other, too.
    ERRORS.flatMap((error) =>
      (!FULL || /write/.test(name) ? [when] : [when, `${when}+`]).map(
        (time) => `${name}:error=${error}:when=${time}`,
      ),
    ),
  );
}

function filesOf({ machine: { home } }: Bench): Map<string, string> {
  const paths = ['.config/payctl', '.local/state/payctl'].flatMap((directory) =>
    readdirSync(join(home, directory), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(home, directory, name),
    ),
  );
  const files = paths.filter((path) => /\.jsonl?$/.test(path));
  return new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** What was there before is there now; the memory of ends has grown at its end. */
function expectWhole(bench: Bench, before: ReadonlyMap<string, string>): void {
  const now = filesOf(bench);
  for (const [path, text] of before) {
    if (path.endsWith('index.jsonl')) expect(now.get(path)?.startsWith(text), path).toBe(true);
    else expect(now.get(path), path).toBe(text);
  }
}
