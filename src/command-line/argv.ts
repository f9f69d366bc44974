import { type Option, spelling, takesValue } from '../runtime/parameter.js';

/** One token of the command line, read with the options that are allowed there. */
export type ArgvToken =
  | { kind: 'word'; text: string; at: number }
  | {
      kind: 'option';
      /** As it was typed, without a value. */
      flag: string;
      /** Absent if there is no such option. */
      option?: Option;
      value?: string;
      /** What follows in place of a missing value: it starts with a dash, so it is not a value. */
      next?: string;
    }
  /** `--`, and what follows it as it stands. */
  | { kind: 'rest'; words: readonly string[] };

/**
 * Splits a command line by one rule: a value that is a word of its own never starts with a dash, so
 * `--out-trade-no --dry-run` is not a reference called `--dry-run`. `-` alone and numbers are values;
 * any other value that starts with a dash is written as `--out-trade-no=--text`.
 */
export function readArgv(argv: readonly string[], options: readonly Option[]): ArgvToken[] {
  const find = (flag: string) =>
    options.findLast((option) => spelling(option).names.includes(flag));
  const tokens: ArgvToken[] = [];
  for (let at = 0; at < argv.length; at++) {
    const text = argv[at] ?? '';
    if (text === '--') return [...tokens, { kind: 'rest', words: argv.slice(at + 1) }];
    if (!isOptionLike(text)) {
      tokens.push({ kind: 'word', text, at });
      continue;
    }
    const read = text.startsWith('--') ? longOption(text, find) : shortOptions(text, find);
    const last = read.at(-1);
    if (last && takesValue(last.option) && last.value === undefined) {
      const next = argv[at + 1];
      if (next !== undefined && isOptionLike(next)) last.next = next;
      else if (next !== undefined) last.value = argv[++at];
    }
    tokens.push(...read);
  }
  return tokens;
}

/** All words of a line, also those behind `--`. */
export function collectWords(tokens: readonly ArgvToken[]): string[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'word') return token.text;
    return token.kind === 'rest' ? token.words : [];
  });
}

type FindOption = (flag: string) => Option | undefined;

type OptionToken = Extract<ArgvToken, { kind: 'option' }>;

function isOptionLike(text: string): boolean {
  return text.length > 1 && text.startsWith('-') && !/^-\.?[0-9]/.test(text);
}

function longOption(text: string, find: FindOption): OptionToken[] {
  const equals = text.indexOf('=');
  const flag = equals < 0 ? text : text.slice(0, equals);
  const value = equals < 0 ? undefined : text.slice(equals + 1);
  return [{ kind: 'option', flag, option: find(flag), value }];
}

/**
 * `-vy`, `-yojson`, `-o=json`: the first option that takes a value takes all the rest. A long option
 * with a single dash is not read this way.
 */
function shortOptions(text: string, find: FindOption): OptionToken[] {
  if (find(`-${text.replace(/=.*$/s, '')}`)) return [{ kind: 'option', flag: text }];
  const tokens: OptionToken[] = [];
  for (let at = 1; at < text.length; at++) {
    const flag = `-${text[at]}`;
    const option = find(flag);
    if (!option) return [{ kind: 'option', flag: text }];
    const left = text.slice(at + 1).replace(/^=/, '');
    if (takesValue(option)) {
      return [
        ...tokens,
        { kind: 'option', flag, option, ...(at + 1 < text.length && { value: left }) },
      ];
    }
    tokens.push({ kind: 'option', flag, option });
  }
  return tokens;
}
