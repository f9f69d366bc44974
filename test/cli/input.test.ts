import { describe, expect, it } from 'vitest';
import { fromPlain, parseJson, stringifyJson } from '../../src/core/json.js';
import { gatherFields } from '../../src/runtime/raw-fields.js';
import { fakeHost } from '../fixtures/fake-host.js';

const host = fakeHost({ stdin: '{"a":"input"}', files: { '/home/tester/a.json': '{"a":"file"}' } });

interface Given {
  defaults?: object;
  data?: string;
  F?: string[];
  f?: string[];
  flags?: object;
}

async function fields({ defaults = {}, data, F = [], f = [], flags = {} }: Given): Promise<string> {
  const raw = { fields: F, rawFields: f, ...(data !== undefined && { data }) };
  const all = await gatherFields(host, { ...defaults }, raw, { ...flags });
  return stringifyJson(fromPlain(all));
}

describe('gatherFields', () => {
  it.each<[string, Given, string]>([
    [
      'flag before -f',
      { flags: { a: '1' }, f: ['a=2'], data: '{"a":"3"}', defaults: { a: '4' } },
      '1',
    ],
    ['-f before --data', { f: ['a=2'], data: '{"a":"3"}', defaults: { a: '4' } }, '2'],
    ['-F before --data', { F: ['a=x'], data: '{"a":"3"}', defaults: { a: '4' } }, 'x'],
    ['--data before settings', { data: '{"a":"3"}', defaults: { a: '4' } }, '3'],
    ['the last of two', { f: ['a=1', 'a=2'] }, '2'],
    ['a file', { data: '@a.json' }, 'file'],
    ['standard input', { data: '-' }, 'input'],
  ])('takes %s', async (_, given, expected) => {
    expect(parseJson(await fields(given))).toEqual({ a: expected });
  });

  it.each<[Given, string]>([
    [{ f: ['a.b=1', 'a.c=2'] }, '{"a":{"b":"1","c":"2"}}'],
    [{ f: ['a[b][c]=1', 'a[b][d]=2'] }, '{"a":{"b":{"c":"1","d":"2"}}}'],
    [{ f: ['a[]=1', 'a[]=2'] }, '{"a":["1","2"]}'],
    [{ f: ['a[][b]=1', 'a[][c]=2', 'a[][b]=3'] }, '{"a":[{"b":"1","c":"2"},{"b":"3"}]}'],
    [{ data: '{"a":{"b":1.50}}', f: ['a.c=2'] }, '{"a":{"b":1.50,"c":"2"}}'],
    [{ data: '{"a.b":1,"c":{},"d[]":2}' }, '{"a.b":1,"c":{},"d[]":2}'],
    [{ defaults: { 'a.b': '1' }, data: '{"a":{"c":2}}' }, '{"a":{"b":"1","c":2}}'],
    [
      { F: ['a=1.50', 'b=01', 'c=true', 'd=null', 'e=1e5'] },
      '{"a":1.50,"b":"01","c":true,"d":null,"e":"1e5"}',
    ],
  ])('nests %j', async (given, expected) => {
    expect(await fields(given)).toBe(expected);
  });

  it.each<[Given, string]>([
    [{ f: ['a=1', 'a.b=2'] }, '"a.b" is given, but what contains it already has another value'],
    [{ f: ['a=1', 'a[]=2'] }, '"a[]" is given, but what contains it'],
    [{ f: ['a=1'], F: ['a=2'] }, 'a is given by both -F and -f'],
    [{ data: '-', F: ['a=@-'] }, 'standard input is named twice'],
    [{ F: ['a=@-', 'b=@-'] }, 'standard input is named twice'],
    [{ f: ['a..b=1'] }, '"a..b" is not a field name'],
    [{ f: ['a[b=1'] }, '"a[b" is not a field name'],
    [{ f: ['[]=1'] }, '"[]" is not a field name'],
    [{ f: ['__proto__.a=1'] }, '"__proto__.a" is not a field name'],
    [{ f: ['a[__proto__]=1'] }, '"a[__proto__]" is not a field name'],
    [{ f: ['a'] }, '-f is "a"; give key=value'],
    [{ f: ['=a'] }, '-f is "=a"; give key=value'],
    [{ F: ['a=@missing'] }, '-F names the file missing, which does not exist'],
    [{ data: '' }, '--data is not JSON'],
    [{ data: '[1]' }, '--data is not a JSON object'],
    [{ data: '{"a":1,"a":2}' }, "Duplicate key 'a'"],
  ])('refuses %j', async (given, why) => {
    await expect(fields(given)).rejects.toMatchObject({
      exitClass: 'USAGE',
      message: expect.stringContaining(why),
    });
  });
});
