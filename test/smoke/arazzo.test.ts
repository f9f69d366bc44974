import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';

const machine = quickMachine();

async function arazzo(...args: string[]) {
  const words = ['smoke', '--arazzo', ...args, '-o', 'json'];
  const { code, stdout, stderr } = await machine.payctl(words);
  return { code, stderr, text: stdout, made: code === 0 ? JSON.parse(stdout) : undefined };
}

function file(name: string, content: string | object): string {
  const path = join(machine.home, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** What a linter's recommended rules object to. */
async function objections(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'flow.arazzo.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

describe('smoke --arazzo', () => {
  it('makes a document of its own plans that a linter accepts', async () => {
    const { text, made } = await arazzo('--sandbox');
    expect(made.workflows.length).toBeGreaterThan(6);
    expect(await objections(text)).toEqual([]);
    const [{ workflowId: _, ...nameless }] = made.workflows;
    expect(await objections(JSON.stringify({ ...made, workflows: [nameless] }))).toEqual([
      expect.stringMatching(/^struct:/),
    ]);
  });

  it('takes a plan that moves money without a bank to run it on', async () => {
    const step =
      '{ call: ewallet.refund, with: { tranType: W, outTradeNo: SBX1, totalFee: "5.00" } }';
    const { code, stderr } = await arazzo(file('refund.yaml', `name: refund\nsteps: [${step}]\n`));
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('says what a document cannot have of a plan', async () => {
    const { made, stderr } = await arazzo('--sandbox', '--only', 'ewallet');
    expect(stderr.split('\n').filter(Boolean)).toEqual([
      "warning: step 1 (ewallet.create): the query starts_with(codeUrl, 'https://') is left out",
      'warning: step 7 (ewallet.pay) is left out: CONFLICT is decided by payctl, not by an answer',
      'warning: step 12 (ewallet.pay) is left out: USAGE is decided by payctl, not by an answer',
    ]);
    const [{ inputs, steps }] = made.workflows;
    expect(inputs.properties).toMatchObject({
      shown: { pattern: '^SBX[A-Z0-9]{12}$' },
      companyId: { type: 'string' },
    });
    expect(steps[3]).toEqual({
      stepId: 'ewallet-3',
      description: 'payctl ewallet.inquire',
      operationPath: '{$sourceDescriptions.bank.url}#/paths/~1v1~1payment~1ewallets~1inquire/post',
      parameters: [
        { name: 'resourceOwnerId', in: 'header', value: '$inputs.apiKey' },
        { name: 'requestUId', in: 'header', value: '$inputs.requestUId' },
        {
          name: 'authorization',
          in: 'header',
          value: 'Bearer {$steps.ewallet-token.outputs.accessToken}',
        },
      ],
      requestBody: {
        contentType: 'application/json',
        payload: {
          tranType: 'W',
          companyId: '$inputs.companyId',
          terminalId: '$inputs.terminalId',
          outTradeNo: '$inputs.shown',
        },
      },
      successCriteria: [
        { condition: '$statusCode == 200' },
        { condition: "$response.body#/data/tradeState == 'SUCCESS'" },
        { condition: "$response.body#/data/amount == '250.00'" },
      ],
      onFailure: [{ name: 'again', type: 'retry', retryAfter: 1, retryLimit: 10 }],
    });
  });

  it.each(['ewallet', 'qr', 'transfer', 'deeplink', 'slip', 'direct debit'])(
    'makes a plan again of the document of %s, which passes',
    async (name) => {
      const { text } = await arazzo('--sandbox', '--only', name);
      const { text: made, stderr } = await arazzo(file(`${name}.arazzo.json`, text));
      expect(stderr).toBe('');
      const again = file('again.yaml', made);
      const { code, stdout } = await machine.payctl(`--sandbox smoke ${again} -o table`);
      expect([code, stdout]).toEqual([0, expect.stringContaining('0 failed')]);
    },
  );

  /** As another author writes one: in YAML, by operationId, with parts that a plan does not have. */
  const flow = (...more: string[]) => `arazzo: 1.0.0
info: { title: shop, version: "2" }
sourceDescriptions: [{ name: bank, url: openapi.json, type: openapi }]
workflows:
  - workflowId: shop
    inputs: { type: object, properties: { fee: { default: "12.50" }, order: { type: string, pattern: "^SBX[A-Z0-9]{9}$" }, payer: { type: string } } }
    steps:
      - stepId: make
        operationId: $sourceDescriptions.bank.ewallet.create
        requestBody:
          payload: { tranType: W, companyId: $inputs.companyId, terminalId: $inputs.terminalId, outTradeNo: $inputs.order, totalFee: $inputs.fee }
        outputs: { link: $response.body#/data/codeUrl }
      - stepId: ask
        operationId: ewallet.inquire
        requestBody: { payload: { tranType: W, outTradeNo: "{$inputs.order}" } }
        successCriteria:
          - condition: $statusCode == 200 && $response.body#/data/tradeState == 'USERPAYING'
          - { type: jsonpath, context: $response.body, condition: "$[?count(@) > 0]" }
        onSuccess: [{ name: done, type: end }]
${more.map((line) => `      ${line}\n`).join('')}`;

  it('makes a plan of what others have written, and says what it left out', async () => {
    const { made, stderr } = await arazzo(file('flow.yaml', flow()));
    expect(stderr.split('\n').filter(Boolean)).toEqual([
      'warning: ask: onSuccess is left out',
      'warning: ask: the condition $[?count(@) > 0] is left out',
    ]);
    expect(made).toEqual({
      name: 'shop',
      vars: { order: 'SBX{{random 9}}', fee: '12.50' },
      steps: [
        {
          call: 'ewallet.create',
          with: { tranType: 'W', outTradeNo: `\${order}`, totalFee: `\${fee}` },
          save: { link: 'codeUrl' },
        },
        {
          call: 'ewallet.inquire',
          with: { tranType: 'W', outTradeNo: `\${order}` },
          expect: { state: 'USERPAYING' },
        },
      ],
    });
    const plan = file('flow.plan.yaml', made);
    expect((await machine.payctl(`--sandbox smoke ${plan}`)).code).toBe(0);
  });

  it('says each part that a plan cannot have, and leaves out nothing that it can', async () => {
    const workflow = flow(
      "- { stepId: gone, operationId: ewallet.inquire, parameters: [{ reference: $components.parameters.all }], requestBody: { payload: { tranType: W, outTradeNo: SBXNONE }, replacements: [] }, successCriteria: [{ condition: $statusCode == 200 || $statusCode == 404 }, { condition: $response.body#/status/description == 'x' }], onFailure: [{ name: stop, type: end }] }",
    ).replace('    steps:', '    outputs: { all: $steps.make.outputs.link }\n    steps:');
    const { made, stderr } = await arazzo(file('parts.yaml', workflow));
    expect(stderr.split('\n').filter(Boolean)).toEqual([
      'warning: shop: outputs is left out',
      'warning: ask: onSuccess is left out',
      'warning: ask: the condition $[?count(@) > 0] is left out',
      'warning: gone: onFailure is left out',
      'warning: gone: replacements is left out',
      'warning: gone: reference is left out',
      "warning: gone: the condition $response.body#/status/description == 'x' is left out",
    ]);
    expect(made.steps.at(-1)).toEqual({
      call: 'ewallet.inquire',
      with: { tranType: 'W', outTradeNo: 'SBXNONE' },
      expect: { exit: ['SUCCESS', 'NOT_FOUND'] },
    });
  });

  it('says which payload it cannot read', async () => {
    const step = (id: string, payload: string) =>
      `- { stepId: ${id}, operationId: ewallet.inquire, requestBody: { payload: ${payload} } }`;
    const text = flow(step('whole', '$inputs.order'), step('json', `'{"tranType":"W"}'`));
    const { made, stderr } = await arazzo(file('payloads.yaml', text));
    expect(stderr.split('\n').slice(2)).toEqual(['warning: whole: payload is left out', '']);
    expect(made.steps.slice(-2)).toEqual([
      { call: 'ewallet.inquire' },
      { call: 'ewallet.inquire', with: { tranType: 'W' } },
    ]);
  });

  it('has what a step of the customer expects, and says which options it cannot have', async () => {
    const plan = file(
      'options.yaml',
      `name: options
steps:
  - call: ewallet.create
    with: { tranType: W, outTradeNo: SBXOPT1, totalFee: 9.00, timeout: 5s }
  - sandbox: pay SBXOPT1
    expect: { query: { state: paid } }
  - sandbox: pay SBXNONE
    expect: { exit: [SUCCESS, NOT_FOUND] }
`,
    );
    const { made, stderr, text } = await arazzo(plan, '--sandbox');
    expect(stderr).toBe('warning: step 1 (ewallet.create): timeout is left out\n');
    const [, , paid, none] = made.workflows[0].steps;
    expect(paid.successCriteria).toEqual([
      { condition: '$statusCode == 200' },
      { condition: "$response.body#/data/state == 'paid'" },
    ]);
    expect(none.successCriteria).toEqual([
      { condition: '$statusCode == 200 || $statusCode == 404' },
    ]);
    const again = await arazzo(file('options.arazzo.json', text));
    expect(again.made.steps.map(({ expect: expected }: { expect?: object }) => expected)).toEqual([
      undefined,
      { query: { state: 'paid' } },
      { exit: ['SUCCESS', 'NOT_FOUND'] },
    ]);
  });

  it.each([
    [
      '- { stepId: pay, operationId: ewallet.pey }',
      ':20:37: the bank has no operation ewallet.pey; did you mean ewallet.pay?',
    ],
    ['- { stepId: pay }', ':20:9: a step names an operation by operationId or operationPath'],
    [
      '- { stepId: pay, operationId: ewallet.pay, requestBody: { payload: { tranType: $inputs.payer } } }',
      ':20:86: the input payer has no default: give it one',
    ],
    [
      '- { stepId: pay, operationId: ewallet.pay, requestBody: { payload: { tranType: $steps.x.outputs.y } } }',
      ':20:86: $steps.x.outputs.y is no input',
    ],
  ])('names the place of a mistake: %s', async (line, said) => {
    const { code, stderr } = await arazzo(file('wrong.yaml', flow(line)));
    expect([code, JSON.parse(stderr).error.message]).toEqual([2, expect.stringContaining(said)]);
  });

  it('takes one document, and one workflow of it', async () => {
    const { text } = await arazzo('--sandbox');
    const all = file('all.json', text);
    const several = await arazzo(all);
    expect([several.code, several.stderr]).toEqual([
      2,
      expect.stringContaining('choose one by --only: '),
    ]);
    expect((await arazzo(all, '--only', 'transfer')).made.name).toBe('transfer');
    expect((await arazzo(all, all)).code).toBe(2);
  });
});
