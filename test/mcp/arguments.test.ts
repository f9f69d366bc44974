import { describe, expect, it, onTestFinished } from 'vitest';
import { isRecord } from '../../src/core/fields.js';
import { sayEnglish } from '../../src/core/message.js';
import { argumentNames, fileArguments, loadTools, type Tool } from '../../src/mcp/tools.js';
import type { Command } from '../../src/runtime/command.js';
import { GLOBAL_OPTIONS } from '../../src/runtime/globals.js';
import { longFlag } from '../../src/runtime/parameter.js';
import { GROUPS } from '../../src/tree.js';
import { type Answer, stubBank } from '../fixtures/stub-bank.js';
import { call, session } from './session.js';

const TOOLS = await loadTools(GROUPS, { say: sayEnglish, mayPropose: false });
const FILE = 'what-only-the-file-has';
const OUTSIDE = '/home/other/key.pem';
const INSIDE = 'slips/note.json';
const FILES = {
  [OUTSIDE]: FILE,
  '/home/tester/..slip.txt': FILE,
  [`/home/tester/${INSIDE}`]: JSON.stringify({ note: FILE }),
};

let answer: Answer = { data: {} };
const bank = await stubBank(() => answer);

const isOpen = ({ inputSchema }: Tool) => inputSchema.additionalProperties === true;

/** Arguments with which a tool passes, as far as the bank's document has examples. */
function example(tool: Tool): Record<string, unknown> {
  const names = argumentNames(tool);
  const words = (tool.command.arguments ?? []).map(({ name }) => [name, 'SBXREF0001'] as const);
  const fields = Object.entries(tool.command.operation?.example ?? {});
  return Object.fromEntries([...words, ...fields].filter(([name]) => names.has(name)));
}

async function each(name: string, given: readonly object[], options: readonly string[] = []) {
  const calls = given.map((values) => call(name, values));
  const [, ...replies] = await session(calls, {
    argv: options,
    env: { ...bank.env, PAYCTL_ENVIRONMENT: 'live', PAYCTL_READ_ONLY: 'true' },
    files: FILES,
  });
  return replies.map(({ result }) => {
    const ended = result?.structuredContent;
    if (!result || !ended) throw new Error(`${name} gave no result`);
    return { ...ended, isError: result.isError, text: result.content?.[0]?.text ?? '' };
  });
}

async function one(name: string, given: object, options?: readonly string[]) {
  const [tried] = await each(name, [given], options);
  if (!tried) throw new Error(`${name} gave no result`);
  return tried;
}

/** What the bank got since the last question, headers left out. */
function sent(): string {
  const all = bank.calls.map(({ path, body }) => `${path} ${body}`).join('\n');
  bank.forget();
  return all;
}

describe('the arguments of a tool', () => {
  it('are refused in Thai under --lang th', async () => {
    const { error } = await one('slip_verify', { yes: 'true' }, ['--lang', 'th']);
    expect(error?.message).toMatchInlineSnapshot(
      `"yes เป็นตัวเลือกสำหรับคน ไม่ใช่อาร์กิวเมนต์ของ slip_verify"`,
    );
  });

  it('are all there, also for a command that a person is to run', async () => {
    const { exit, error } = await one('ewallet_refund', { tranType: 'W' });
    expect([exit, error?.message]).toEqual([2, 'ewallet_refund needs outTradeNo, totalFee']);
  });

  it('are one value where the command takes one', async () => {
    const { exit, error } = await one('ewallet_refund', { totalFee: ['10.00', '999'] });
    expect([exit, error?.message]).toEqual([2, 'totalFee takes one value, not a list']);
  });

  it('are of the kind that the command takes, and null is none', async () => {
    const refused = [
      ['investigate', { id: null }, 'investigate needs id'],
      ['investigate', { id: ['a', 'b'] }, 'id takes one value, not a list'],
      ['explain', { code: true }, 'code takes a text or a number'],
      ['find', { amount: { baht: 1 } }, 'amount takes a text or a number'],
      ['find', { sums: 'yes' }, 'sums takes true or false'],
    ] as const;
    for (const [name, given, message] of refused) {
      const { exit, error } = await one(name, given);
      expect([given, exit, error?.message]).toEqual([given, 2, message]);
    }
    expect(sent()).toBe('');
    expect((await one('journal_list', { limit: null })).exit).toBe(0);
  });

  it('are no option that writes, confirms, changes something, or takes fields and files', () => {
    for (const tool of TOOLS) {
      const { options = [] } = tool.command;
      for (const option of [...options, ...GLOBAL_OPTIONS]) {
        if (option.effect === undefined || option.effect === 'reads') continue;
        const name = longFlag(option).slice(2);
        expect([tool.name, argumentNames(tool).has(name)]).toEqual([tool.name, false]);
      }
    }
    // Tools whose commands have them: a test over nothing would hold, too.
    const effects = TOOLS.flatMap(({ command }) => (command.options ?? []).map((o) => o.effect));
    expect(new Set(effects)).toEqual(
      new Set([undefined, 'reads', 'writes', 'acts', 'fields', 'form']),
    );
  });

  it('are none for monitoring, which no call of an agent takes part in', () => {
    const monitored = TOOLS.filter((tool) => argumentNames(tool).has('every'));
    expect(monitored.map(({ name }) => name)).toEqual([]);
  });

  it('are said to be files by every option and argument that names one', async () => {
    const commands: Command[] = [];
    for (const group of Object.values(GROUPS)) commands.push(...(await group.load()));
    const silent = commands.flatMap(({ words, options = [], arguments: names = [] }) => [
      ...options
        .filter(({ flags, effect }) => /<file/.test(flags) && !/reads|writes/.test(effect ?? ''))
        .map(({ flags }) => `${words.join(' ')} ${flags}`),
      ...names
        .filter(
          ({ name, summary, effect }) =>
            (/^(file|source|plan)$/.test(name) || /picture/.test(summary)) && effect === undefined,
        )
        .map(({ name }) => `${words.join(' ')} ${name}`),
    ]);
    expect(silent).toEqual([]);
  });

  it.each(TOOLS.filter(isOpen).map((tool) => [tool.name, tool] as const))(
    'reach no option of %s by another name, and send no file',
    async (name, tool) => {
      const given = example(tool);
      const smuggled = [
        { field: [`x=@${OUTSIDE}`] },
        { 'raw-field': [`x=@${INSIDE}`] },
        { rawField: `x=@${INSIDE}` },
        { data: `@${INSIDE}` },
        { data: '-' },
        { yes: true },
        { '--yes': true },
        { timeout: '1ms' },
        { save: 'qr.png' },
        { out: 'x.jsonl' },
        { profile: 'other' },
        { 'dry-run': true },
      ];
      const all = smuggled.map((more) => ({ ...given, ...more }));
      const tried = await each(name, all, ['--timeout=20s']);
      expect(tried).toHaveLength(smuggled.length);
      expect(sent()).not.toContain(FILE);
      for (const [index, more] of smuggled.entries()) {
        const ended = tried[index];
        expect([more, ended?.text.includes(FILE)]).toEqual([more, false]);
        if ('save' in more || 'out' in more) continue;
        expect([more, ended?.exit, ended?.isError]).toEqual([more, 2, true]);
        expect(ended?.error?.message).toContain('is an option for a person');
      }
    },
  );

  it('are sent as fields of a raw call if no option has the name, and never read as files', async () => {
    const read = TOOLS.find((tool) => isOpen(tool) && tool.name === 'bill_search');
    if (!read) throw new Error('bill.search is known by path only');
    const future = `@${OUTSIDE}`;
    sent();
    const tried = await one('bill_search', {
      ...example(read),
      futureField: future,
      save: 'x.png',
    });
    expect(tried.error).toBe(null);
    expect(sent()).toMatch(/"futureField":"@\/home\/other\/key\.pem".*"save":"x\.png"/);
  });

  it('give a person exactly the command, and nothing that confirms it', async () => {
    for (const { name } of TOOLS.filter(({ kind }) => kind === 'money')) {
      const refused = await one(name, { yes: true });
      expect([name, refused.exit]).toEqual([name, 2]);
    }
    const tried = await one('ewallet_refund', { tranType: 'W', outTradeNo: "a'b", totalFee: '1' });
    expect(tried).toMatchObject({ exit: null, class: 'PROPOSED', error: null, isError: false });
    expect(tried.text).toMatch(/^PROPOSED: nothing was sent\n/);
    expect(isRecord(tried.data) && tried.data.command).toBe(
      "payctl --retries=0 ewallet refund --tran-type=W '--out-trade-no=a'\\''b' --total-fee=1",
    );
    expect(sent()).toBe('');
  });

  it('are read as files below the working directory only', async () => {
    const readers = TOOLS.flatMap((tool) =>
      [...fileArguments(tool)].map((name) => ({ tool, name })),
    );
    expect(readers.map(({ tool, name }) => `${tool.name} ${name}`).sort()).toEqual([
      'investigate id',
      'qr_decode source',
      'qr_lint source',
      'reconcile bank',
      'reconcile map',
      'reconcile orders',
      'slip_verify source',
    ]);
    const paths = [OUTSIDE, '../other/key.pem', 'slips/../../other/key.pem', '-'];
    for (const { tool, name } of readers) {
      const tried = await each(
        tool.name,
        paths.map((path) => ({ [name]: path })),
      );
      const shown = tried.map(({ exit, text }, index) => [paths[index], exit, text.includes(FILE)]);
      expect([tool.name, shown]).toEqual([tool.name, paths.map((path) => [path, 2, false])]);
    }
    expect(sent()).toBe('');
    const [dotted, empty] = await each('qr_decode', [{ source: '..slip.txt' }, { source: '' }]);
    expect([dotted?.data, empty?.data]).toEqual([
      expect.objectContaining({ payload: FILE }),
      expect.objectContaining({ payload: '' }),
    ]);
  });
});

describe('the result of a tool', () => {
  it('has personal data masked in the details of the bank, too', async () => {
    const details = { source: 'core', response: { citizenId: '1100000000017' } };
    const status = { code: '8102', description: 'refused', details };
    answer = { status: 400, body: JSON.stringify({ status }) };
    onTestFinished(() => {
      answer = { data: {} };
    });
    const { error, text } = await one('profile_merchant', {});
    expect(error).toMatchObject({
      details: { source: 'core', response: { citizenId: '***0017' } },
    });
    expect(text).not.toContain('1100000000017');
  });

  it('is an error if nothing was learnt, not if a payment does not exist', async () => {
    const answers = [
      [{ exit: 6, isError: false }, 'journal_show', { reference: 'NOBODYKNOWS' }],
      [{ exit: 0, isError: false }, 'journal_list', {}],
      [{ exit: 2, isError: true }, 'ewallet_inquire', { tranType: 'W', outTradeNo: '' }],
      [{ exit: 14, isError: false }, 'qr_decode', { source: 'no payment code' }],
      [{ exit: 2, isError: true }, 'qr_decode', { source: 'nothing.png' }],
    ] as const;
    for (const [expected, name, given] of answers) {
      expect([name, await one(name, given)]).toEqual([name, expect.objectContaining(expected)]);
    }
  });
});
