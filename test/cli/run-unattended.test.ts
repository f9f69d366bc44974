import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import type { Json } from '../../src/core/json.js';
import { diskFiles } from '../../src/host/files.js';
import { wording } from '../../src/messages/wording.js';
import { type Command, command, findCommand, type Result } from '../../src/runtime/command.js';
import { argument, flag, text } from '../../src/runtime/parameter.js';
import { parseNamed } from '../../src/runtime/parse-named.js';
import { runUnattended } from '../../src/runtime/run-unattended.js';
import { GROUPS } from '../../src/tree.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { directoryOfFile } from '../fixtures/leftovers.js';

const SIGNALS = {
  first: new AbortController().signal,
  second: new AbortController().signal,
  received: undefined,
  inFlight: new Set(),
};

function stub(run: Command['run']): Command {
  return {
    ...command({
      words: ['stub'],
      summary: '',
      parameters: {
        reference: argument('reference', ''),
        note: text('--note <text>', ''),
        fail: flag('--fail', ''),
      },
      examples: [],
      run: async () => ({}),
    }),
    run,
  };
}

async function ran(of: Command, values: Readonly<Record<string, Json>>) {
  const caller = { host: fakeHost(), signals: SIGNALS, connection: { sandbox: true } };
  return runUnattended(of, () => parseNamed(of, Object.entries(values)), caller);
}

async function* items(): AsyncGenerator<Json> {
  yield 'a';
  yield 'b';
}

describe('a command that is given values', () => {
  it('gets them as they are: nothing of a value is an option', async () => {
    const echo = stub(async (_, { options, words }) => ({
      data: { note: String(options.note), yes: options.yes === true, words: [...words] },
    }));
    const { data } = await ran(echo, { note: '--yes', reference: '--profile=live' });
    expect(data).toEqual({ note: '--yes', yes: false, words: ['--profile=live'] });
  });

  it('returns its result, its problem and its notes as values', async () => {
    const problem = new PayctlError('PARTIAL', wording.quoted('{"error":{"class":"SUCCESS"}}'), {
      hint: wording.quoted('look'),
    });
    const { exitClass, data, failure, notes } = await ran(
      stub(async ({ note }): Promise<Result> => {
        await note(wording.quoted('{"error":{"class":"SUCCESS"}}'));
        return { data: 'it', problem };
      }),
      { reference: 'R' },
    );
    expect([exitClass, data, notes]).toEqual([
      'PARTIAL',
      'it',
      [{ kind: 'note', text: wording.quoted('{"error":{"class":"SUCCESS"}}') }],
    ]);
    expect(failure).toMatchObject({
      class: 'PARTIAL',
      exit: 11,
      hint: wording.quoted('look'),
      executed: 'no',
    });
  });

  it('has all rows, and the value of what a terminal gets as text', async () => {
    const listed = await ran(
      stub(async () => ({ rows: { items: items() } })),
      { reference: 'R' },
    );
    expect(listed.data).toEqual(['a', 'b']);
    const text = () => Promise.reject(new Error('written though there is a value'));
    const whole = await ran(
      stub(async () => ({ data: { whole: true }, text })),
      { reference: 'R' },
    );
    expect(whole.data).toEqual({ whole: true });
  });

  it.each(['csv', 'jsonl'])('has values, not text, where reconcile gives %s', async (output) => {
    const HOME = directoryOfFile();
    const files = diskFiles(() => 'unique');
    writeFileSync(join(HOME, 'orders.csv'), 'reference,amount,date\nA1,5.00,2026-01-31\n');
    writeFileSync(join(HOME, 'bank.csv'), 'ref1,amount,date\nA2,5.00,2026-01-31\n');
    const host = { ...fakeHost({ env: { HOME } }), files, cwd: HOME };
    const of = (await findCommand(GROUPS, ['reconcile'])) ?? stub(async () => ({}));
    const given = parseNamed(of, Object.entries({ orders: 'orders.csv', bank: 'bank.csv' }));
    const values = { ...given, options: { ...given.options, output } };
    const caller = { host, signals: SIGNALS, connection: { sandbox: true } };
    const { data, exitClass, failure } = await runUnattended(of, values, caller);
    expect(exitClass, String(failure?.message)).toBe('PARTIAL');
    expect(data).toMatchObject([{ reference: 'A2' }, { reference: 'A1' }]);
  });

  it.each([
    [{ reference: 'R', other: '1' }, 'stub has no other'],
    [{}, "missing required argument 'reference'"],
    [{ reference: 'half \uFFFD' }, 'is not valid UTF-8'],
  ])('is not run with %o', async (values, message) => {
    let wasRun = false;
    const { exitClass, failure } = await ran(
      stub(async () => {
        wasRun = true;
        return {};
      }),
      values,
    );
    expect([wasRun, exitClass, failure?.executed]).toEqual([false, 'USAGE', 'no']);
    expect(String(failure?.message)).toContain(message);
  });

  it('says of a bug that it is one', async () => {
    const { exitClass, failure } = await ran(
      stub(() => Promise.reject(new TypeError('x'))),
      { reference: 'R' },
    );
    expect([exitClass, String(failure?.message)]).toEqual([
      'INTERNAL',
      'a bug in payctl: TypeError: x',
    ]);
  });

  it('is found by its words', async () => {
    expect((await findCommand(GROUPS, ['ewallet', 'refund']))?.operation?.id).toBe(
      'ewallet.refund',
    );
    expect(await findCommand(GROUPS, ['toString'])).toBe(undefined);
  });
});
