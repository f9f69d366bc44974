import { capitalized } from '../core/text.js';
import { columns, wrap } from '../format/width.js';
import { type Command, loadExampleLines } from '../runtime/command.js';
import { GLOBAL_OPTIONS } from '../runtime/globals.js';
import { type Argument, longFlag, type Option } from '../runtime/parameter.js';

/** Help is read at this width, whatever the terminal: pages are rendered when the program is built. */
const WIDTH = 80;

const INDENT = '  ';
const WIDEST_NAME = 30;

type Row = readonly [name: string, text: string];

/** Names and what they mean; a name that is too wide gets a line of its own. */
export function definitionList(rows: readonly Row[], widest = widestName(rows)): string[] {
  const cells = rows.map((row) => row.map((text) => [text] as const));
  return columns(cells, WIDTH - INDENT.length, [widest]).map((line) =>
    `${INDENT}${line}`.trimEnd(),
  );
}

function widestName(rows: readonly Row[]): number {
  return Math.min(WIDEST_NAME, Math.max(0, ...rows.map(([name]) => name.length)));
}

export async function renderHelp(command: Command): Promise<string> {
  const examples = await loadExampleLines(command);
  const groups = grouped(command.options ?? []);
  const args = (command.arguments ?? []).map(({ name, summary }): Row => [name, summary]);
  const widest = widestName([...args, ...groups.flatMap(([, rows]) => rows)]);
  const sections = [...(args.length > 0 ? [['Arguments', args] as const] : []), ...groups];
  return [
    `Usage: payctl ${[...command.words, ...(command.arguments ?? []).map(usage)].join(' ')} [options]`,
    '',
    ...wrap(`${capitalized(command.summary)}.`, WIDTH),
    '',
    ...(command.notes ?? []).flatMap((note) => [...paragraph(note), '']),
    ...sections.flatMap(([title, rows]) => [`${title}:`, ...definitionList(rows, widest), '']),
    'Global options (payctl --help):',
    ...globals(),
    '',
    'Examples:',
    ...examples.flatMap(exampleLines),
    '',
  ].join('\n');
}

function usage({ name, optional, variadic }: Argument): string {
  const shown = variadic ? `${name}...` : name;
  return optional ? `[${shown}]` : `<${shown}>`;
}

/** A note with line feeds is laid out already. */
function paragraph(note: string): string[] {
  return note.includes('\n') ? note.split('\n') : wrap(note, WIDTH);
}

function grouped(options: readonly Option[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const option of options) {
    const title = option.group ?? 'Options';
    groups.set(title, [...(groups.get(title) ?? []), optionRow(option)]);
  }
  return [...groups];
}

/** `wallet: A or W [A, W] (required)`. */
export function optionRow(option: Option): Row {
  const { flags, summary, choices, required, fallback } = option;
  const notes = [required && 'required', fallback].filter(Boolean).join('; ');
  const text = [summary, choices && `[${choices.join(', ')}]`, notes && `(${notes})`];
  return [flags, text.filter(Boolean).join(' ')];
}

function globals(): string[] {
  const names = GLOBAL_OPTIONS.map(longFlag);
  return wrap([...names, '--help'].join(' '), WIDTH - 2).map((line) => `  ${line}`);
}

/** Broken before an option, so that it can be pasted as it stands. */
function exampleLines(example: string): string[] {
  const lines = [''];
  for (const part of example.split(/ (?=--?[a-z])(?!--sandbox)|(?<=\|) /)) {
    const last = lines[lines.length - 1] ?? '';
    if (last && last.length + 1 + part.length > WIDTH - 8) lines.push(part);
    else lines[lines.length - 1] = last ? `${last} ${part}` : part;
  }
  return lines.map((line, index) => {
    const more = index < lines.length - 1 ? ' \\' : '';
    return `${index === 0 ? '  $ ' : '      '}${line}${more}`;
  });
}
