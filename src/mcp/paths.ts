import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Command } from '../cli/command.js';
import { looksLikeFile } from '../cli/input.js';
import { PayctlError } from '../core/errors.js';
import type { Json } from '../core/json.js';
import { visible } from '../core/text.js';
import type { Host } from '../host/host.js';

/**
 * Throws USAGE for an argument that names a file outside the working directory, or one that is
 * reached through a link: an agent may be told to read what it must not.
 */
export function refuseOutside(
  values: ReadonlyMap<string, Json>,
  command: Command,
  host: Pick<Host, 'cwd' | 'files'>,
): void {
  // Fields of an operation are never read as files, but for a source that stands as an argument.
  const words = new Set((command.arguments ?? []).map(({ name }) => name));
  for (const [name, value] of values) {
    const isField = command.operation !== undefined && !words.has(name);
    for (const text of isField ? [] : textsIn(value)) refuse(text, host);
  }
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap(textsIn) : [];
}

function refuse(text: string, { cwd, files }: Pick<Host, 'cwd' | 'files'>): void {
  const path = resolve(cwd, text);
  const within = relative(cwd, path);
  const isOutside = within === '' || within.startsWith('..') || isAbsolute(within);
  const found = text.length < 4_096 && !text.includes('\0') ? files.statForeign(path) : undefined;
  if (!found && !looksLikeFile(text) && text !== '-') return;
  if (text === '-') throw wrong(text, 'standard input belongs to the protocol');
  if (isOutside) throw wrong(text, 'only files below the working directory are read');
  for (let part = path; part !== cwd && part !== dirname(part); part = dirname(part)) {
    if (files.stat(part)?.isSymbolicLink) throw wrong(text, 'links are not followed');
  }
}

function wrong(text: string, why: string): PayctlError {
  return new PayctlError('USAGE', `${visible(text)}: ${why}`, {
    hint: `give a file below the directory in which payctl mcp was started, e.g. ${join('slips', 'slip.png')}`,
  });
}
