import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitConsole } from '../fixtures/console.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

const USER = userInfo().username;
const PAY = '--sandbox ewallet pay --tran-type W --total-fee 20.00 --wait 0';

let machine: Machine;

beforeAll(() => {
  machine = quickMachine({ SUDO_USER: 'somchai' });
});
afterAll(() => machine.dispose());

async function json(args: string | string[], env: Record<string, string> = {}) {
  const { stdout } = await machine.payctl(args, { env });
  return JSON.parse(stdout);
}

describe('who', () => {
  it('stands in each line of a charge, and in lists of charges', async () => {
    await machine.payctl('--sandbox token');
    await machine.payctl('sandbox faults committed-but-reply-lost');
    const close = '--sandbox ewallet close --tran-type W --out-trade-no SBXOPEN1 --wait 0';
    expect((await machine.payctl(close)).code).toBe(10);
    await machine.payctl('sandbox faults clear');
    const settled = await machine.payctl(
      ['--sandbox', 'journal', 'settle', 'SBXOPEN1', '--as', 'executed', '--note', 'statement'],
      { env: { SUDO_USER: 'mali' } },
    );
    expect(settled.code, settled.stderr).toBe(0);
    const [charge] = await json('journal show SBXOPEN1 -o json');
    expect(charge).toMatchObject({ reference: 'SBXOPEN1', user: USER });
    for (const { type, user, sudoUser } of charge.lines) {
      expect({ user, sudoUser }).toEqual({
        user: USER,
        sudoUser: type === 'settlement' ? 'mali' : 'somchai',
      });
    }
    expect(await json('journal list -o json')).toMatchObject([{ user: USER }]);
    const { stdout } = await machine.payctl('journal list --columns reference,user');
    expect(stdout).toContain(USER);
    expect((await machine.payctl('journal list')).stdout).not.toContain('USER');
  });

  it('leaves a name out that no account can have', async () => {
    await machine.payctl(`${PAY} --out-trade-no WHO2 --buyer-identity-code 1`, {
      env: { SUDO_USER: 'two words' },
    });
    const [{ lines }] = await json('journal show WHO2 -o json');
    for (const line of lines) {
      expect(line).toMatchObject({ user: USER });
      expect(line).not.toHaveProperty('sudoUser');
    }
  });
});

describe('journal settle --file', () => {
  const FILE = 'settled.csv';
  const settle = (...more: string[]) =>
    machine.payctl(['--sandbox', 'journal', 'settle', '--file', FILE, '-o', 'json', ...more]);
  const write = (text: string) => writeFileSync(join(machine.home, FILE), text);
  const states = async () =>
    Object.fromEntries(
      (await json('journal list -o json')).map(({ reference, state }: Record<string, string>) => [
        reference,
        state,
      ]),
    );

  beforeAll(async () => {
    machine = quickMachine();
    await machine.payctl('--sandbox token');
    await machine.payctl('sandbox faults committed-but-reply-lost');
    for (const name of ['SBXOPEN1', 'SBXDEMO0001']) {
      const { code } = await machine.payctl(
        `--sandbox ewallet close --tran-type W --out-trade-no ${name} --wait 0`,
      );
      expect(code).toBe(10);
    }
    await machine.payctl('sandbox faults clear');
  });

  it('records nothing while a line cannot be settled, and names each with its line', async () => {
    write(
      'reference,as,note\nSBXOPEN1,executed,statement\nGONE1,executed,"statement, page 2"\nSBXOPEN1,not-executed,support\n',
    );
    const refused = await settle();
    expect(refused.code).toBe(6);
    const { details } = JSON.parse(refused.stderr).error ?? JSON.parse(refused.stderr);
    expect(details.map(({ field }: { field: string }) => field)).toEqual([
      `${FILE}:3`,
      `${FILE}:4`,
    ]);
    expect(await states()).toEqual({ SBXOPEN1: 'unknown', SBXDEMO0001: 'unknown' });
  });

  it.each([
    ['reference,as\nSBXOPEN1,executed\n', 'its first line must name the columns'],
    ['reference,as,note\nSBXOPEN1,paid,x\n', 'must have one of executed, not-executed'],
    ['reference,as,note\nSBXOPEN1,executed,\n', 'nothing in the column note'],
    ['reference,as,note\nSBXOPEN1,executed\n', 'has 2 cells, but the header has 3'],
    ['reference,as,note\n', 'no line below its header'],
  ])('is a usage error for a bad file: %j', async (text, said) => {
    write(text);
    const { code, stderr } = await settle();
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });

  it('shows what it would settle, settles it, and may be run again', async () => {
    write(
      '\ufeffas,note,reference,operation\r\nexecuted,"statement, ""page 2""",SBXOPEN1,ewallet.close\r\n\r\nexecuted,statement,SBXDEMO0001,\r\n',
    );
    const planned = await settle('--dry-run');
    expect(planned.code, planned.stderr).toBe(0);
    expect(JSON.parse(planned.stdout)).toMatchObject([
      { line: 2, reference: 'SBXOPEN1', as: 'executed', state: 'unknown', stood: false },
      { line: 4, reference: 'SBXDEMO0001', as: 'executed', state: 'unknown', stood: false },
    ]);
    expect(await states()).toEqual({ SBXOPEN1: 'unknown', SBXDEMO0001: 'unknown' });
    for (const stood of [false, true]) {
      const settled = await settle();
      expect(settled.code, settled.stderr).toBe(0);
      expect(JSON.parse(settled.stdout)).toMatchObject([
        { reference: 'SBXOPEN1', state: 'settled-executed', stood },
        { reference: 'SBXDEMO0001', state: 'settled-executed', stood },
      ]);
    }
    const [{ lines }] = await json('journal show SBXOPEN1 -o json');
    const settlements = lines.filter(({ type }: { type: string }) => type === 'settlement');
    expect(settlements).toMatchObject([{ note: 'statement, "page 2"', user: USER }]);
  });
});

/** What Python makes of lines of JSON: the fields of each, sorted, with their values. */
function readByPython(text: string): Record<string, unknown>[] {
  const program = 'import json, sys; print(json.dumps([json.loads(line) for line in sys.stdin]))';
  return JSON.parse(execFileSync('python3', ['-c', program], { input: text, encoding: 'utf8' }));
}

describe('audit export', () => {
  const exported = async (since: string) => {
    const { code, stdout, stderr } = await machine.payctl(`audit export --since ${since}`);
    expect(code, stderr).toBe(0);
    expect(stderr).toBe('');
    return readByPython(stdout);
  };

  it('has each line of the journal, each look and each decision once, oldest first', async () => {
    const { reader } = await visitConsole(machine, ['--read-only']);
    await reader.get('/search?q=SBXOPEN1');
    const before = await exported('-1h');
    const archived = await machine.payctl('journal archive --before +1m --out old.jsonl.gz', {
      env: { SUDO_USER: 'mali' },
    });
    expect(archived.code, archived.stderr).toBe(0);
    const events = await exported('-1h');
    const isOfJournal = ({ type }: Record<string, unknown>) =>
      type !== 'look' && type !== 'decision';
    const ofCharges = events.filter(isOfJournal);
    expect(ofCharges).toEqual(before.filter(isOfJournal));
    const times = events.map(({ time }) => String(time));
    expect(times).toEqual([...times].sort());
    const who = { user: USER, host: hostname(), pid: expect.any(Number) };
    const charge = {
      ...who,
      profile: 'sandbox',
      operation: 'ewallet.close',
      reference: 'SBXOPEN1',
    };
    const ofOne = ofCharges.filter(({ reference }) => reference === 'SBXOPEN1');
    expect(ofOne.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['intent', 'outcome', 'settlement']),
    );
    for (const event of ofOne) expect(event).toMatchObject(charge);
    expect(ofOne).toContainEqual(
      expect.objectContaining({ type: 'outcome', class: 'OUTCOME_UNKNOWN', exit: 10 }),
    );
    expect(ofOne).toContainEqual(
      expect.objectContaining({
        ...{ type: 'settlement', state: 'executed', note: 'statement, "page 2"' },
      }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ ...who, type: 'look', reference: 'SBXOPEN1' }),
    );
    expect(events.at(-1)).toMatchObject({
      ...{ ...who, sudoUser: 'mali', type: 'decision' },
      ...{ operation: 'journal archive', reference: expect.stringContaining('old.jsonl.gz') },
    });
  });

  it('leaves out what is older, and reports a line that was changed', async () => {
    expect(await exported('+1m')).toEqual([]);
    const directory = join(machine.home, '.local/state/payctl/decisions');
    const [file = ''] = readdirSync(directory);
    const path = join(directory, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace('mali', 'mala'));
    const { stdout, stderr } = await machine.payctl('audit export --since -1h');
    expect(stderr).toContain(`${path}:1 was changed or cut off`);
    expect(readByPython(stdout).some(({ type }) => type === 'decision')).toBe(false);
  });

  it('is refused without --since', async () => {
    expect((await machine.payctl('audit export')).code).toBe(2);
  });

  it('shows nothing that could deceive a terminal or a reader of lines', async () => {
    const out = 'old\u009b\u202e\u2028.jsonl.gz';
    const archived = await machine.payctl(['journal', 'archive', '--before', '+1m', '--out', out]);
    expect(archived.code, archived.stderr).toBe(0);
    const { stdout } = await machine.payctl('audit export --since -1h');
    expect(stdout).not.toMatch(/[^\n -~]/);
    expect(readByPython(stdout).at(-1)?.reference).toContain(out);
  });
});
