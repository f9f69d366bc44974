import { type Option, takesValue } from './option.js';

/** One token of the command line, as the options that may stand there make it out. */
export type Token =
  | { kind: 'word'; text: string; at: number }
  | {
      kind: 'option';
      /** As it was typed, without a value. */
      flag: string;
      /** Absent where no option is called so. */
      option?: Option;
      value?: string;
      /** What follows where a value is missing: it begins with a dash, so it is no value. */
      next?: string;
    }
  /** `--`, and what follows it as it stands. */
  | { kind: 'rest'; words: readonly string[] };

/**
 * Reads a command line by the rule that a value which stands apart from its option never begins
 * with a dash: `--out-trade-no --dry-run` is not a reference called `--dry-run`. `-` alone and
 * numbers are values; everything else is given as `--out-trade-no=--text`.
 */
export function readArgv(argv: readonly string[], options: readonly Option[]): Token[] {
  const known = bySpelling(options);
  const tokens: Token[] = [];
  for (let at = 0; at < argv.length; at++) {
    const text = argv[at] ?? '';
    if (text === '--') return [...tokens, { kind: 'rest', words: argv.slice(at + 1) }];
    if (!isOptionLike(text)) {
      tokens.push({ kind: 'word', text, at });
      continue;
    }
    const read = text.startsWith('--') ? longOption(text, known) : shortOptions(text, known);
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

type OptionToken = Extract<Token, { kind: 'option' }>;

function isOptionLike(text: string): boolean {
  return text.length > 1 && text.startsWith('-') && !/^-\.?[0-9]/.test(text);
}

function longOption(text: string, known: ReadonlyMap<string, Option>): OptionToken[] {
  const equals = text.indexOf('=');
  const flag = equals < 0 ? text : text.slice(0, equals);
  const value = equals < 0 ? undefined : text.slice(equals + 1);
  return [{ kind: 'option', flag, option: known.get(flag), ...(value !== undefined && { value }) }];
}

/**
 * `-vy`, `-yojson`, `-o=json`: the first that takes a value takes all that is left. A long option
 * with one dash is none of that.
 */
function shortOptions(text: string, known: ReadonlyMap<string, Option>): OptionToken[] {
  if (known.has(`-${text.replace(/=.*$/s, '')}`)) return [{ kind: 'option', flag: text }];
  const tokens: OptionToken[] = [];
  for (let at = 1; at < text.length; at++) {
    const flag = `-${text[at]}`;
    const option = known.get(flag);
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

function bySpelling(options: readonly Option[]): Map<string, Option> {
  return new Map(
    options.flatMap((option) =>
      option.flags
        .replace(/ <.*$/, '')
        .split(', ')
        .map((flag) => [flag, option] as const),
    ),
  );
}
