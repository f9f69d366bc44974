import { describe, expect, expectTypeOf, it } from 'vitest';
import { parse } from '../../src/command-line/parse.js';
import { command } from '../../src/runtime/command.js';
import {
  argument,
  choice,
  flag,
  group,
  option,
  optionalArgument,
  restArguments,
  text,
  texts,
  where,
} from '../../src/runtime/parameter.js';
import { duration, moment } from '../../src/runtime/value-parsers.js';

const PARAMETERS = {
  file: argument('file', 'of rows'),
  also: optionalArgument('also', 'one more'),
  rest: restArguments('rest', 'all others', { optional: true }),
  format: choice('--format <format>', 'of the file', ['csv', 'JSON']),
  waitMs: option('--wait <duration>', 'how long', duration),
  since: option('--since <time>', 'from when', moment),
  note: text('-n, --note <text>', 'why'),
  fields: texts('-f, --raw-field <key=value>', 'a field'),
  fix: flag('--fix', 'repair'),
  quietly: flag('--no-noise', 'say nothing'),
  money: where(false, text('--expect-amount <amount>', 'how much')),
};

function read(...argv: string[]) {
  const all = group(PARAMETERS);
  const { options } = all;
  const given = parse({ words: ['test'], options, arguments: all.arguments }, argv);
  return all.read(given, 1_000_000);
}

describe('the values of parameters', () => {
  it('have the types that they were declared with', () => {
    const values = read('rows.csv');
    expectTypeOf(values.file).toEqualTypeOf<string>();
    expectTypeOf(values.also).toEqualTypeOf<string | undefined>();
    expectTypeOf(values.format).toEqualTypeOf<'csv' | 'JSON' | undefined>();
    expectTypeOf(values.waitMs).toEqualTypeOf<number | undefined>();
    expectTypeOf(values.fix).toEqualTypeOf<boolean>();
    command({
      words: ['test'],
      summary: 'tests',
      examples: [],
      parameters: PARAMETERS,
      run: async (_, given) => {
        expectTypeOf(given).not.toHaveProperty('formt');
        return {};
      },
    });
  });

  it('are absent, false or empty where nothing was given', () => {
    expect(read('rows.csv')).toEqual({
      file: 'rows.csv',
      rest: [],
      fields: [],
      fix: false,
      quietly: false,
    });
  });

  it('are what was given, read', () => {
    const line =
      'a b c d --format json --wait 2s --since 10s -n why -f x=1 -f y=2 --fix --no-noise';
    expect(read(...line.split(' '))).toEqual({
      file: 'a',
      also: 'b',
      rest: ['c', 'd'],
      format: 'JSON',
      waitMs: 2000,
      since: 990_000,
      note: 'why',
      fields: ['x=1', 'y=2'],
      fix: true,
      quietly: true,
    });
  });

  it.each([
    ['--format', 'cvs', '--format is "cvs"; give csv, JSON'],
    ['--wait', 'soon', '--wait is "soon"; give a duration such as 30s, 2m or 500ms'],
    ['--note', ' ', '--note is empty'],
    ['--expect-amount', '1', "unknown option '--expect-amount'"],
  ])('are refused where %s is %j', (flag, value, message) => {
    expect(() => read('rows.csv', flag, value)).toThrow(message);
  });
});
