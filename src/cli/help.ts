import type { Command } from './command.js';
import { GLOBAL_OPTIONS } from './globals.js';
import { helpOf } from './parse.js';
import { TOPICS } from './topics.js';
import { GROUPS } from './tree.js';

/** All help pages by their words joined with `-`; rendered once, when the program is built. */
export async function helpPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>([['payctl', rootHelp()]]);
  for (const [name, text] of Object.entries(TOPICS)) pages.set(`payctl-${name}`, text);
  for (const [name, group] of Object.entries(GROUPS)) {
    const commands = await group.load();
    pages.set(`payctl-${name}`, groupHelp(name, group.summary, commands));
    for (const command of commands) {
      for (const words of [command.words, ...(command.aliases ?? [])]) {
        if (words.length > 1 || commands.length === 1) pages.set(pageName(words), helpOf(command));
        for (let depth = 2; depth < words.length; depth++) {
          const prefix = words.slice(0, depth);
          const below = commands.filter((other) =>
            prefix.every((word, at) => other.words[at] === word),
          );
          pages.set(pageName(prefix), groupHelp(prefix.join(' '), '', below));
        }
      }
    }
  }
  return pages;
}

function pageName(words: readonly string[]): string {
  return ['payctl', ...words].join('-');
}

export function rootHelp(): string {
  const groups = Object.entries(GROUPS).map(([name, { summary }]) => [name, summary] as const);
  return [
    'payctl: the command line for a bank’s open payments API',
    '',
    'Usage: payctl <command> [options]',
    '',
    'Commands:',
    ...columns(groups),
    '',
    'Global options:',
    ...columns(GLOBAL_OPTIONS.map(({ flags, summary }) => [flags, summary] as const)),
    ...columns([
      ['-h, --help', 'help of any command'],
      ['-V, --version', 'version'],
    ]),
    '',
    'Start here, without an account:',
    '  $ payctl --sandbox qr create --ref1 ORDER1 --amount 100.00',
    '',
    `Topics: payctl help ${Object.keys(TOPICS).join(' | ')}`,
    '',
  ].join('\n');
}

export function groupHelp(name: string, summary: string, commands: readonly Command[]): string {
  const rows = commands.map(
    (command) => [`payctl ${command.words.join(' ')}`, command.summary] as const,
  );
  const own = commands.find((command) => command.words.join(' ') === name);
  if (own) return `${helpOf(own)}\nCommands:\n${columns(rows).join('\n')}\n`;
  return [
    ...(summary ? [`payctl ${name}: ${summary}`, ''] : []),
    'Commands:',
    ...columns(rows),
    '',
    `More: payctl ${name} <command> --help`,
    '',
  ].join('\n');
}

const WIDTH = 80;

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.min(34, Math.max(...rows.map(([name]) => name.length)) + 4);
  return rows.flatMap(([name, text]) => {
    const lines = wrap(text, WIDTH - left);
    const head = `  ${name}`.padEnd(left);
    const first =
      head.length > left ? [head, ' '.repeat(left) + (lines[0] ?? '')] : [head + (lines[0] ?? '')];
    return [...first, ...lines.slice(1).map((line) => ' '.repeat(left) + line)];
  });
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1] ?? '';
    if (last && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}
