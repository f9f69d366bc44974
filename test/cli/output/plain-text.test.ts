import { describe, expect, it } from 'vitest';
import { type Json, parseJson } from '../../../src/core/json.js';
import { renderResult } from '../../../src/format/render.js';
import { payctl } from '../../fixtures/command.js';

const text = (data: Json | string, more: { query?: string; columns?: string[] } = {}) =>
  renderResult(typeof data === 'string' ? parseJson(data) : data, { format: 'text', ...more });

const ORDERS =
  '[{"ref":"A1","amount":100.50,"payer":{"name":"=cmd"}},{"ref":"B2","paid":true,"amount":null}]';

describe('-o text', () => {
  it.each([
    ['a text', '{"state":"a \\"b\\""}', 'state', 'a "b"\n'],
    ['a number with its digits', '{"amount":100.00}', 'amount', '100.00\n'],
    ['a truth', '{"ok":true}', 'ok', 'true\n'],
    ['nothing, which is no empty text,', '{}', 'absent', 'null\n'],
    ['null', '{"refundId":null}', 'refundId', 'null\n'],
    ['an empty text', '{"refundId":""}', 'refundId', '\n'],
    ['values, and what is none,', '{"a":"x","b":"","c":null}', '[a, b, c]', 'x\n\nnull\n'],
    ['a list of values', '{"all":["x","y"]}', 'all', 'x\ny\n'],
    ['a list of lists', ORDERS, '[*].[ref, amount]', 'A1\t100.50\nB2\t\n'],
  ])('prints %s bare', async (_, data, query, expected) => {
    expect(await text(data, { query })).toBe(expected);
  });

  it('prints a record a line, in the same columns for all', async () => {
    expect(await text(ORDERS)).toBe('A1\t100.50\t=cmd\t\nB2\t\t\ttrue\n');
    expect(await text(ORDERS, { columns: ['amount', 'ref'] })).toBe('100.50\tA1\n\tB2\n');
    expect(await text('[]')).toBe('');
    expect(await text('{}')).toBe('');
  });

  it('keeps a record in its line, and commands no terminal', async () => {
    const data = { note: 'two\nlines\tand\u001b[31m', end: 'E' };
    expect(await text(data)).toBe('two\\u000alines\\u0009and\\u001b[31m\tE\n');
  });

  it('is a format of every command', async () => {
    const payload =
      '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469';
    const { code, stdout } = await payctl(`qr decode ${payload} -q amount -o text`);
    expect([code, stdout]).toEqual([0, '4.22\n']);
  });
});
