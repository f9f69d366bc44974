import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

let machine: Machine;
let number = 0;

beforeAll(async () => {
  machine = quickMachine();
  await machine.payctl('sandbox settings rateLimit=0');
});
afterAll(() => machine.dispose());

/** The reference of a slip that nobody has seen. */
async function newSlip(): Promise<string> {
  number += 1;
  const create = `--sandbox qr create --ref1 ONCE${number} --amount 100 -o json -q data.qrRawData`;
  const payload: string = JSON.parse((await machine.payctl(create)).stdout);
  const paid = await machine.payctl(['sandbox', 'pay', payload, '-o', 'json', '-q', 'slip']);
  return JSON.parse(paid.stdout);
}

const line = (slip: string, more = '') => `--sandbox slip verify ${slip} --once ${more} -o json`;
const once = (slip: string, more?: string) => machine.payctl(line(slip, more));
const started = (slip: string) => machine.start(line(slip));

describe('slip verify --once', () => {
  it('accepts a slip once, and only where it is as expected', async () => {
    const slip = await newSlip();
    const other = await once(slip, '--expect-amount 99');
    expect(other.code, other.stderr).toBe(5);
    expect((await once('NOSUCHSLIP00000001')).code).toBe(6);
    const first = await once(slip, '--expect-amount 100');
    expect(first.code, first.stderr).toBe(0);
    expect(first.stderr).toContain('accepted, and will not be accepted again');
    const again = await once(slip);
    expect(again.code).toBe(5);
    expect(JSON.parse(again.stdout)).toMatchObject({ transRef: slip });
    const { error } = JSON.parse(again.stderr.trim().split('\n').at(-1) ?? '');
    expect(error.message).toMatch(
      /^this slip was accepted before: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Bangkok\), by process \d+$/,
    );
    expect((await machine.payctl(`--sandbox slip verify ${slip} -o json`)).code).toBe(0);
  });

  it('accepts it for one of a crowd', async () => {
    const slip = await newSlip();
    const crowd = await Promise.all(Array.from({ length: 12 }, () => started(slip).ended));
    const codes = crowd.map(({ code }) => code).sort();
    expect(codes).toEqual([0, ...Array.from({ length: 11 }, () => 5)]);
  });

  it('has accepted it by the process that was killed right after, and by no other', async () => {
    const directory = join(machine.home, '.local/state/payctl/slips');
    // A file is written aside before it has its name.
    const count = () => readdirSync(directory).filter((name) => /^[0-9a-f]{32}$/.test(name)).length;
    const [slip, before] = [await newSlip(), count()];
    const killed = started(slip);
    const { pid } = killed.child;
    await expect.poll(count, { interval: 1 }).toBeGreaterThanOrEqual(before + 1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const again = await once(slip);
    expect(again.code).toBe(5);
    expect(again.stderr).toContain(`by process ${pid}`);
  });

  it('accepts nothing for a process that was killed before', async () => {
    const slip = await newSlip();
    const killed = started(slip);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect((await once(slip)).code).toBe(0);
  });
});

describe('batch slip.verify --once', () => {
  const batch = (args: string) => machine.payctl(`--sandbox batch slip.verify ${args}`);

  it('accepts for itself what its own killed run had accepted, and nothing of another', async () => {
    const slips = [await newSlip(), await newSlip()];
    const rows = [...slips, slips[0]].map((slip) => `${slip}\n`).join('');
    writeFileSync(join(machine.home, 'slips.csv'), `source\n${rows}`);
    const run = 'slips.csv --once --out slips.jsonl';
    const first = await batch(run);
    expect(first.code, first.stderr).toBe(11);
    const results = () => readFileSync(join(machine.home, 'slips.jsonl'), 'utf8');
    const verdicts = () =>
      results()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).verdict);
    expect(verdicts()).toEqual(['SUCCESS', 'SUCCESS', 'REJECTED']);

    // As if it had been killed after it accepted the second, before anything of it was written.
    const checkpoint = join(machine.home, 'slips.jsonl.checkpoint');
    const [line = ''] = results().split('\n');
    const [head] = readFileSync(checkpoint, 'utf8').split('\n');
    const done = { rows: '1-1', bytes: line.length + 1, tally: { SUCCESS: 1 } };
    writeFileSync(checkpoint, `${head}\n${JSON.stringify(done)}\n`);
    writeFileSync(join(machine.home, 'slips.jsonl'), `${line}\n`);
    expect((await batch(`${run} --resume`)).code).toBe(11);
    expect(verdicts()).toEqual(['SUCCESS', 'SUCCESS', 'REJECTED']);

    const other = await batch('slips.csv --once -o csv --columns verdict');
    expect(other.stdout).toBe('line,verdict\n2,REJECTED\n3,REJECTED\n4,REJECTED\n');
  });
});
