import type { Command } from './command.js';
import { GLOBAL_OPTIONS } from './globals.js';
import { longFlag, type Option, optionName, type Parsed } from './parameter.js';

/** The command line by which a person gives the same values. */
export function commandLineFor(
  { words: command, options: own = [] }: Pick<Command, 'words' | 'options'>,
  { options, words }: Pick<Parsed, 'options' | 'words'>,
): string[] {
  const all = [...GLOBAL_OPTIONS, ...own];
  const given = Object.entries(options).flatMap(([name, value]) => {
    const option = all.findLast((one) => optionName(one) === name);
    return option ? optionTexts(option, value) : [];
  });
  return [...command, ...given, ...(words.length > 0 ? ['--', ...words] : [])];
}

function optionTexts(option: Option, value: unknown): string[] {
  const flag = longFlag(option);
  if (typeof value === 'boolean') return value === flag.startsWith('--no-') ? [] : [flag];
  return (Array.isArray(value) ? value : [value]).map((text) => `${flag}=${String(text)}`);
}
