import { visibleLines } from '../core/text.js';
import type { Host } from '../host/host.js';
import { CLEAR_LINE, canRewrite } from '../host/progress.js';
import type { Signals } from '../host/signals.js';
import { terminalMessages } from '../messages/terminal.js';
import type { Door } from '../runtime/carry-out.js';
import type { Command, Paper, Result } from '../runtime/command.js';
import type { Globals } from '../runtime/globals.js';
import { sayFor } from '../runtime/language.js';
import type { Tell } from '../runtime/tell.js';
import { printFailure, printResult } from './output/print.js';

/** Writes what a command says to standard error; --quiet leaves out notes. */
export function tellerOf(host: Host, globals: Globals, signals: Signals): Tell {
  return async (text, kind) => {
    if (kind === 'note' && globals.quiet) return;
    const say = await sayFor(host, globals);
    const line = visibleLines(say(kind === 'warning' ? terminalMessages.warning(text) : text));
    // A signal comes in the middle of a line: in a progress line, or after the terminal's `^C`.
    const begin = signals.received !== undefined && canRewrite(host) ? CLEAR_LINE : '';
    await host.stderr.write(`${begin}${line}\n`);
  };
}

/** Writes the result of a command to standard output, and what went wrong to standard error. */
export function terminal(
  host: Host,
  globals: Globals,
  command: Command,
  signals: Signals,
  onResult?: (result: Result) => void,
): Door {
  const tell = tellerOf(host, globals, signals);
  return {
    tell,
    async receive(given) {
      const result = given.stream ? await given.stream(await paperOf(host, globals)) : given;
      onResult?.(result);
      const { rows, list, pieces, ...rest } = result;
      if (rows)
        return (await import('./output/print-rows.js')).printRows(host, globals, rows, tell);
      if (list) return (await import('./output/print-list.js')).printList(host, globals, result);
      if (pieces === undefined) return result;
      const say = await sayFor(host, globals);
      for (const text of pieces.texts(say)) await host.stdout.write(text);
      return { ...rest, text: '' };
    },
    show: (result) => printResult(host, globals, command, result, tell),
    fail: (failure) => printFailure(host, failure, globals),
  };
}

async function paperOf(host: Host, globals: Globals): Promise<Paper> {
  return { write: (text) => host.stdout.write(text), say: await sayFor(host, globals) };
}
