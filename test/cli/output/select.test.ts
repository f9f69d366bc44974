import { describe, expect, it } from 'vitest';
import { fromPlain, type Json, parseJson, stringifyJson } from '../../../src/core/json.js';
import { renderResult } from '../../../src/format/render.js';
import { pickColumns, select } from '../../../src/format/select.js';

const DATA = parseJson(
  '{"rows":[{"id":"a","amount":100.00,"tran":{"amount":"5.00"}},{"id":"b","amount":20.50}],"big":1234567890123.45}',
);

const MANY = Array.from({ length: 25_000 }, (_, at): Json => {
  return parseJson(`{"id":${at},"key":"${at}","amount":1.50,"none":null}`);
});

describe('--query', () => {
  it.each([
    ['rows[0]', '{"id":"a","amount":100.00,"tran":{"amount":"5.00"}}'],
    ['rows[].amount', '[100.00,20.50]'],
    ['rows[?amount > `50`].id', '["a"]'],
    ['{total: sum(rows[].amount), big: big}', '{"total":120.5,"big":1234567890123.45}'],
    ['sort_by(rows, &amount)[].amount', '[20.50,100.00]'],
    ['length(rows)', '2'],
    ['nothing.here', 'null'],
  ])('%s is %s', async (query, text) => {
    expect(stringifyJson(await select(DATA, query))).toBe(text);
  });

  it('adds decimals without the noise of binary floats', async () => {
    expect(stringifyJson(await select(parseJson('[0.1,0.2]'), 'sum(@)'))).toBe('0.3');
  });

  it.each([
    ['@', (all) => all],
    ['[1]', ([, second]) => second],
    ['[::10000]', (all) => all.filter((_, at) => at % 10_000 === 0)],
    ['[?id == `7`]', (all) => all.slice(7, 8)],
    ['[].amount | [:2]', () => parseJson('[1.50,1.50]')],
    ['[].id', (all) => all.map((_, at) => fromPlain(at))],
    ['{length: length(@), sum: sum([].id)}', () => parseJson('{"length":25000,"sum":312487500}')],
    ['reverse(@)[0]', (all) => all.at(-1)],
    ['sort_by(@, &to_number(key))[0].key', () => '0'],
    ['map(&key, @)[24999]', () => '24999'],
    ['contains([].key, `"24999"`)', () => true],
  ] satisfies [string, (all: Json[]) => Json | undefined][])(
    'takes %s of a list of which no copy is made',
    async (query, wanted) => {
      expect(stringifyJson(await select(MANY, query))).toBe(stringifyJson(wanted(MANY) ?? null));
    },
  );

  it('is refused where it does not work on the data', async () => {
    await expect(select(DATA, 'sum(@)')).rejects.toMatchObject({ exitClass: 'USAGE' });
  });

  it('uncovers nothing that a table masks', async () => {
    const data = { profile: { citizenID: '1234567890123' } };
    const query = 'profile.citizenID';
    expect(await renderResult(data, { format: 'table', query })).toBe('***0123\n');
    expect(await renderResult(data, { format: 'json', query })).toBe('"1234567890123"\n');
  });
});

describe('--columns', () => {
  it('keeps the named fields of every record, in that order', () => {
    const rows = parseJson('[{"id":"a","tran":{"amount":"5.00"}},{"id":"b"}]');
    expect(pickColumns(rows, ['tran.amount', 'id'])).toEqual([
      { 'tran.amount': '5.00', id: 'a' },
      { 'tran.amount': null, id: 'b' },
    ]);
  });

  it('shows dotted columns in a table and CSV', async () => {
    const data = parseJson('[{"id":"a","tran":{"amount":"5.00","currency":"THB"}}]');
    const columns = ['tran.amount', 'id'];
    expect(await renderResult(data, { format: 'csv', columns })).toBe('tran.amount,id\n5.00,a\n');
    expect(await renderResult(data, { format: 'csv', columns: ['tran'] })).toBe(
      'tran\n"{""amount"":""5.00"",""currency"":""THB""}"\n',
    );
    expect(await renderResult(data, { format: 'table', columns: ['id', 'tran'] })).toBe(
      'ID      TRAN\na   5.00 THB\n',
    );
    expect(await renderResult(data, { format: 'table', columns })).toBe('AMOUNT  ID\n  5.00  a\n');
  });

  it('lets a field be absent that the operation may answer', () => {
    expect(pickColumns({ a: '1' }, ['b'], { knownFields: ['b'] })).toEqual({ b: null });
    expect(pickColumns([], ['b'])).toEqual([]);
  });
});
