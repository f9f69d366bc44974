import { describe, expect, it } from 'vitest';
import { type Json, parseJson, stringifyJson } from '../../../src/core/json.js';
import { type Rendering, renderResult } from '../../../src/format/render.js';
import { payctl } from '../../fixtures/command.js';
import { stubBank } from '../../fixtures/stub-bank.js';

const FORMATS: readonly Rendering['format'][] = ['table', 'csv', 'json', 'jsonl', 'yaml'];

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function nested(depth: number, inside: string, key = 'a'): string {
  return `{"${key}":`.repeat(depth) + inside + '}'.repeat(depth);
}

const FLOODS: Readonly<Record<string, string>> = {
  'rows that share no field': `[${times(2_000, (i) => `{"k${i}":"v"}`).join(',')}]`,
  'rows of few fields, each of another': `[${times(5_000, (i) => `{"k${i % 180}":"v"}`).join(',')}]`,
  'one long cell in many rows': `[${times(9_000, (i) => `{"note":"${i ? 'v' : 'x'.repeat(599)}"}`).join(',')}]`,
  'one long name in many rows': `[${times(3_000, (i) => `{"k${i ? '' : 'x'.repeat(9_000)}":"v"}`).join(',')}]`,
  'one long name beside many fields': `{"${'x'.repeat(20_000)}":"v",${times(2_000, (i) => `"k${i}":"v"`).join(',')}}`,
  'deep records': nested(150, `{${times(2_000, (i) => `"k${i}":"v"`).join(',')}}`),
  'deep records with long names': nested(
    150,
    `{${times(2_000, (i) => `"k${i}":"v"`).join(',')}}`,
    'n'.repeat(2_000),
  ),
  'lists in lists': `{"a":${'['.repeat(150)}${times(3_000, (i) => `{"k${i}":1}`).join(',')}${']'.repeat(150)}}`,
};

/** Names and values alone; what a table adds to them is its own. */
const SLACK = 100_000;
const MOST = 45;

describe('a flood of fields', () => {
  it.each(Object.keys(FLOODS))('is shown in proportion to its size: %s', async (name) => {
    const text = FLOODS[name] ?? '';
    const data = parseJson(text);
    for (const format of FORMATS) {
      const shown = await renderResult(data, { format });
      expect(shown.length, format).toBeLessThan(MOST * text.length + SLACK);
      expect(shown.length, format).toBeGreaterThan(0);
    }
  });

  it('does not overflow the stack', async () => {
    const flood = Object.fromEntries(times(150_000, (index) => [`k${index}`, 'v']));
    expect(await renderResult(flood, { format: 'table' })).toContain('k149999  v\n');
    expect(await renderResult([flood, flood], { format: 'csv' })).toMatch(/,k149999\nv,/);
  });

  it('keeps every field of a record, and every row of a list that has no common columns', async () => {
    const rows: Json = times(2_000, (index) => ({ [`k${index}`]: `v${index}` }));
    const csv = await renderResult(rows, { format: 'csv' });
    expect(csv.split('\n').slice(0, 2)).toEqual(['record', '"{""k0"":""v0""}"']);
    expect(csv.trimEnd().split('\n')).toHaveLength(2_001);
    const table = await renderResult(rows, { format: 'table' });
    for (const index of [0, 999, 1_999]) expect(table).toContain(`k${index}  v${index}\n`);
    const deep = parseJson(nested(40, '{"end":"here"}'));
    expect(await renderResult(deep, { format: 'table' })).toContain('{"end":"here"}');
    const path = parseJson(nested(60, '{"end":"here"}', 'name'));
    expect(stringifyJson(path)).toContain('here');
    expect(await renderResult(path, { format: 'csv' })).toContain('here');
  });

  it('names some of the fields where a column is not among very many', async () => {
    const data = parseJson(`{${times(5_000, (i) => `"k${i}":"v"`).join(',')}}`);
    const failed = renderResult(data, { format: 'json', columns: ['other'] });
    await expect(failed).rejects.toThrow(/k199, and 4800 more$/);
  });
});

describe('an answer that is a flood', async () => {
  const many = times(150_000, (index) => `"k${index}":"v"`).join(',');
  const deep = `"deep":${nested(150, '['.repeat(20) + '{}' + ']'.repeat(20))}`;
  let further = '';
  const bank = await stubBank(() => {
    const data = `{"tradeState":"TRADE_SUCCESS","amount":"10.00",${further}}`;
    return { body: `{"status":{"code":1000,"description":"Success"},"data":${data}}` };
  });

  it.each([
    ['many fields', many, 'table'],
    ['deep fields', deep, 'table'],
    ['deep fields', deep, 'csv'],
    ['deep fields', deep, 'yaml'],
  ])('hides no success of a payment: %s', async (_, fields, format) => {
    further = fields;
    const pay = 'ewallet pay --tran-type W --out-trade-no SBX1 --total-fee 10.00';
    const words = `${pay} --buyer-identity-code 281234567890123456 --yes -o ${format}`;
    const { code, stdout, stderr } = await payctl(words, { env: bank.env });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('TRADE_SUCCESS');
  });
});
