import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { stubBank } from '../fixtures/stub-bank.js';

let machine: Machine;
beforeEach(() => {
  machine = quickMachine();
});
afterEach(() => machine.dispose());

/** Runs a command and reads its standard error, of which every line must be JSON. */
async function logged(words: string, env = {}) {
  const { code, stdout, stderr } = await machine.payctl(`--log json ${words}`, { env });
  const lines = stderr.split('\n').slice(0, -1);
  return { code, stdout, lines: lines.map((line) => JSON.parse(line)) };
}

const NOW = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('--log json', () => {
  it('has the fields of an error, whatever the format of the result', async () => {
    const { code, lines } = await logged('--sandbox -o csv ewallet inquire SBXNONE1 --tran-type W');
    expect(code).toBe(6);
    expect(lines).toEqual([
      {
        time: NOW,
        level: 'error',
        id: expect.stringMatching(/^[\w-]+\.\w+$/),
        text: expect.stringContaining('SBXNONE1'),
        error: expect.objectContaining({
          ...{ class: 'NOT_FOUND', exit: 6, executed: 'no', safeToRetry: false },
        }),
      },
    ]);
  });

  it('masks what is personal in the details of the bank, unless --show-pii', async () => {
    const response = { citizenId: '1100000000017' };
    const status = { code: '8102', description: 'refused', details: { response } };
    const bank = await stubBank(() => ({ status: 400, body: JSON.stringify({ status }) }));
    const details = async (option = '') =>
      (await logged(`profile merchant ${option}`, bank.env)).lines[0].error.details;
    expect(await details()).toEqual({ response: { citizenId: '***0017' } });
    expect(await details('--show-pii')).toEqual({ response });
  });

  it('makes lines of what the program says that prints the secret', async () => {
    const bank = await stubBank(() => ({ data: {} }));
    const { PAYCTL_API_SECRET: _, ...env } = bank.env;
    const { code, lines } = await logged('token', {
      ...env,
      PAYCTL_SECRET_COMMAND: 'sh -c "echo touch the key >&2; echo s3cret-of-a-vault"',
    });
    expect(code).toBe(0);
    expect(lines).toEqual([{ time: NOW, level: 'note', id: null, text: 'touch the key' }]);
  });

  it('holds where the rest of the line is wrong', async () => {
    const { code, lines } = await logged('ewallet pay --nonsense');
    expect([code, lines]).toEqual([
      2,
      [expect.objectContaining({ level: 'error', error: expect.objectContaining({ exit: 2 }) })],
    ]);
  });

  it('tells notes and warnings, and pictures as text; what is waited for is left out', async () => {
    const create = 'qr create --ref1 ORDER1 --amount 10.00';
    const { lines } = await logged(`--sandbox -o table ${create} --wait 100ms`);
    expect(lines.map(({ level, id }) => [level, id])).toEqual([
      ['note', null],
      ['error', 'verdict.stands'],
    ]);
    expect(lines[0].text).toContain('█');
    const warned = await logged(
      '--sandbox journal recover --metrics none/m.prom --ping http://127.0.0.1:1/x',
    );
    expect(warned.code).toBe(0);
    expect(warned.lines.map(({ level, id }) => [level, id])).toEqual([
      ['warning', 'running.notPinged'],
      ['warning', 'running.noFigures'],
      ['warning', 'running.notPinged'],
    ]);
  });

  it('has an id that no language changes', async () => {
    const words = 'journal show SBXNONE1';
    const [english] = (await logged(words)).lines;
    const [thai] = (await logged(`--lang th ${words}`)).lines;
    expect(thai.id).toBe(english.id);
    expect(thai.text).not.toBe(english.text);
  });

  it('makes a line of each line of the wire log', async () => {
    const { lines } = await logged('--sandbox -vv ewallet inquire SBXNONE1 --tran-type W');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines[0]).toMatchObject({ level: 'note', text: expect.stringMatching(/^> /) });
  });
});
