import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { schemaOfPlans } from '../../src/commands/smoke/plan-schema.js';
import { GROUPS } from '../../src/tree.js';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');
const schema: { steps?: object } & object = await schemaOfPlans(GROUPS);
const validate = new Ajv2020({
  strictTypes: true,
  allowUnionTypes: true,
  allowMatchingProperties: true,
}).compile(schema);

/** Where a plan of one step does not fit, as an editor underlines it. */
function flaws(step: string): string[] {
  validate(parse(`{ name: one, steps: [ ${step} ] }`));
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

// That of tokens may have steps that are none of other plans.
const plans = readdirSync(EXAMPLES).filter((name) => /^(?!tokens).*\.yaml$/.test(name));

it.each(plans)('%s fits, and says in its first line by which schema', (name) => {
  const text = readFileSync(join(EXAMPLES, name), 'utf8');
  expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/dist\/plan\.schema\.json\n/);
  validate(parse(text));
  expect(validate.errors).toBeNull();
});

it.each([
  '{ call: ewallet.inquire, with: { tranType: W, outTradeNo: A1 } }',
  `{ call: ewallet.inquire, with: { tran-type: W, "outTradeNo": "\${reference}", timeout: 5s } }`,
  '{ call: ewallet inquire A1, with: { tranType: W } }',
  '{ call: api GET /v1/anything, with: { as: user } }',
  '{ call: batch status night }',
  '{ call: dd.register, with: { unknownField: 1 } }',
  '{ sandbox: pay A1 --pending 1s }',
  '{ sandbox: buyer-code, with: { wallet: W } }',
])('fits: %s', (step) => {
  expect(flaws(step)).toEqual([]);
});

it.each([
  ['{ call: ewallet.inquier }', '/steps/0/call enum'],
  ['{ call: ewallet.inquire, with: { outTradeNumber: A1 } }', '/steps/0/with additionalProperties'],
  ['{ call: token refresh }', '/steps/0/call enum'],
  ['{ call: config set }', '/steps/0/call enum'],
  ['{ call: sandbox pay A1 }', '/steps/0/call enum'],
  ['{ sandbox: payy A1 }', '/steps/0/sandbox enum'],
  ['{ sandbox: buyer-code, with: { walet: W } }', '/steps/0/with additionalProperties'],
])('is underlined: %s', (step, where) => {
  expect(flaws(step)).toContain(where);
});
