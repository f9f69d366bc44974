import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFor } from '../../src/commands/smoke/steps.js';
import { mistakeText } from '../../src/core/yaml.js';
import { readPlan } from '../../src/smoke/read-plan.js';
import { GROUPS } from '../../src/tree.js';
import { runs } from '../fixtures/sizes.js';
import { table } from '../fixtures/table.js';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');
const PLANS = readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml'));

async function mistakesOf(text: string, isShipped = false): Promise<string[]> {
  const read = await readPlan('plan.yaml', text, checkFor(GROUPS, isShipped), isShipped);
  return 'mistakes' in read ? read.mistakes.map((mistake) => String(mistakeText(mistake))) : [];
}

const STEP = 'name: n\nsteps:\n  - ';

describe('a plan', () => {
  it.each(PLANS)('of the examples is read: %s', async (name) => {
    const text = readFileSync(resolve(EXAMPLES, name), 'utf8');
    expect(await mistakesOf(text, true)).toEqual([]);
  });

  // <step> is the beginning of a plan, up to its first step.
  const MISTAKES = table(String.raw`
    a key that is unknown | name: n\nstep: []\nsteps: [{ call: doctor }] | 2:1: there is no key step here; did you mean steps?
    a key that is there twice | name: n\nname: m\nsteps: [{ call: doctor }] | 2:1: name is there twice
    a key without a value | name: n\nsteps: [{ call: doctor, with }] | 2:9: with must be a map of fields, options and arguments
    no steps | name: n | 1:1: steps is missing
    an empty file | | 1:1: a plan is a map with name and steps
    a step that is no map | <step>token | 3:5: a step is a map with call or sandbox
    a step without a call | <step>always: true | 3:5: a step has either call or sandbox
    an operation | <step>call: ewallet.craete | 3:11: there is no operation ewallet.craete; did you mean ewallet.create?
    a command | <step>call: qr decod | 3:11: there is no command "decod" in payctl qr; did you mean: payctl qr decode
    a command of the sandbox | <step>sandbox: pai X | 3:14: there is no command "pai" in payctl sandbox; did you mean: payctl sandbox pay
    a command that never ends | <step>call: listen | 3:11: listen cannot be a step of a plan; sandbox: pay REFERENCE is a step of the embedded bank
    a field | <step>call: ewallet.create\n    with: { totalfee: 3 } | 4:13: ewallet.create has no totalfee; did you mean totalFee?
    a variable | <step>call: ewallet.inquire\n    with: { outTradeNo: "A<no>" } | 4:27: no variable no is known here; name it in vars, or save it in an earlier step
    a placeholder | name: n\nvars: { a: "{{randm 3}}" }\nsteps: [{ call: doctor }] | 2:13: {{randm 3}} is unknown; did you mean {{random 9}}?
    a class | <step>call: doctor\n    expect: { exit: SUCESS } | 4:21: exit must be an exit code or class, or a list of them; did you mean SUCCESS?
    an exit code | <step>call: doctor\n    expect: { exit: 99 } | 4:21: exit must be an exit code or class, or a list of them
    a duration | <step>call: doctor\n    eventually: soon | 4:17: eventually must be a duration such as 10s: how long the step is repeated
    a query | <step>call: doctor\n    save: { a: "b[" } | 4:16: the query "b[" does not work: Syntax error: expected Star, got: EOF
  `);
  it.each(MISTAKES)('is told by line and column: %s', async (_, text = '', mistake) => {
    const plan = text.replace('<step>', STEP).replace('<no>', `\${no}`);
    expect(await mistakesOf(plan)).toEqual([`plan.yaml:${mistake}`]);
  });

  it.each([
    'journal settle R1 --as executed --note x',
    '-q x journal settle R1',
    '--quiet journal --retries 1 settle R1',
    'journal archive --before today --out x.jsonl.gz',
    'config set readOnly false',
    '--lang th config set-secret apiSecret',
    'config get baseUrl',
    'init',
    'store init',
    'store accept-failover',
    'store status',
    'token',
    'token get --raw',
    'token.issue',
    'token refresh',
    'token login',
    'listen replay',
    'sandbox serve',
    'console',
    'mcp',
    'smoke other.yaml',
    'help config',
    'completion bash',
  ])('has no step that takes off a guard, decides for a person or waits: %s', async (call) => {
    const [mistake = ''] = await mistakesOf(`${STEP}call: ${call}`);
    expect(mistake).toMatch(/^plan\.yaml:3:11: .* cannot be a step of a plan/);
  });

  it('has only steps that declare that they can be one', async () => {
    const words: string[] = [];
    for (const [name, group] of Object.entries(GROUPS)) {
      const commands = await group.load();
      if (name === 'sandbox') continue;
      for (const { words: own, step } of commands)
        if (step === undefined) words.push(own.join(' '));
      if (commands.every(({ step }) => step === undefined)) continue;
      // A group with steps is one of calls, of questions, or of plain text.
      expect(['config', 'init', 'store', 'token', 'approvals']).not.toContain(name);
    }
    expect(words).toEqual(
      expect.arrayContaining(['journal settle', 'config set', 'init', 'token']),
    );
  });

  it.each(['-p live ewallet.inquire', 'ewallet inquire --profile=live', 'find --sandbox'])(
    'has no step at another bank: %s',
    async (call) => {
      const [mistake = ''] = await mistakesOf(`${STEP}call: ${call}`);
      expect(mistake).toMatch(
        /^plan\.yaml:3:11: .*(cannot choose the profile|no command|no operation)/,
      );
    },
  );

  it('reports all its mistakes at once, in order', async () => {
    const text = `name: n\nvars: { a: "\${b}" }\nsteps:\n  - call: token.isue\n    expct: {}\n  - call: doctor\n    expect: { query: { "a[": 1 } }\n  - with: {}`;
    const lines = (await mistakesOf(text)).map((line) => line.split(':').slice(1, 3).join(':'));
    expect(lines).toEqual(['2:13', '4:11', '5:5', '7:24', '8:5']);
  });

  it('reports other mistakes beside a duplicate key', async () => {
    const text = `name: n\nname: m\nsteps:\n  - call: token.isue`;
    const lines = (await mistakesOf(text)).map((line) => line.split(':').slice(1, 3).join(':'));
    expect(lines).toEqual(['2:1', '4:11']);
  });

  it('keeps its scalars as they are written', async () => {
    const read = await readPlan(
      'p',
      `${STEP}call: ewallet.create\n    with: { totalFee: 10.00, outTradeNo: 007 }`,
      checkFor(GROUPS, false),
    );
    const given = 'plan' in read ? read.plan.steps[0]?.with : undefined;
    expect([...(given ?? [])]).toEqual([
      ['totalFee', '10.00'],
      ['outTradeNo', '007'],
    ]);
  });

  it('has what an alias stands for, expectations above all', async () => {
    const text = [
      'name: n',
      'steps:',
      '  - call: ewallet.create',
      '    with: &order { tranType: W, totalFee: &fee 10.00 }',
      '    expect: &paid { code: 1000, query: { codeUrl: X } }',
      '  - call: ewallet.create',
      '    with: *order',
      '    expect: *paid',
      '  - { call: ewallet.create, with: { totalFee: *fee, self: &self [*self] } }',
    ].join('\n');
    const read = await readPlan('p', text, async () => () => undefined);
    const [first, second, third] = 'plan' in read ? read.plan.steps : [];
    expect(second?.with).toEqual(
      new Map([
        ['tranType', 'W'],
        ['totalFee', '10.00'],
      ]),
    );
    expect(second?.expect).toEqual(first?.expect);
    expect(second?.expect).toMatchObject({ code: '1000', query: new Map([['codeUrl', 'X']]) });
    expect(third?.with).toEqual(
      new Map<string, unknown>([
        ['totalFee', '10.00'],
        ['self', [null]],
      ]),
    );
    expect(
      await mistakesOf(
        `${STEP}call: ewallet.create\n    with: &w { feee: 1 }\n  - { call: ewallet.pay, with: *w }`,
      ),
    ).toHaveLength(2);
  });

  it('fails only with mistakes, however the text is mutated', async () => {
    const texts = readdirSync(EXAMPLES)
      .filter((name) => name.includes('.'))
      .map((name) => readFileSync(resolve(EXAMPLES, name), 'utf8'));
    const edit = fc.record({
      at: fc.nat(),
      cut: fc.nat(12),
      put: fc.oneof(
        fc.string({ maxLength: 6 }),
        fc.constantFrom(
          ':',
          '- ',
          '{',
          '}',
          '[',
          '"',
          '${',
          '{{',
          '&a ',
          '*a',
          '\n',
          '\t',
          '? ',
          '|',
          '!!',
        ),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        async (text, edits) => {
          const mutated = edits.reduce((all, { at, cut, put }) => {
            const place = at % (all.length + 1);
            return all.slice(0, place) + put + all.slice(place + cut);
          }, text);
          const read = await readPlan('p', mutated, checkFor(GROUPS, true), true);
          if ('plan' in read) return;
          expect(read.mistakes.length).toBeGreaterThan(0);
          for (const { line, column, message } of read.mistakes) {
            expect([line >= 1, column >= 1, message !== '']).toEqual([true, true, true]);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
