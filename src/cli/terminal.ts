import type { Host } from '../host/host.js';
import type { Door } from '../runtime/carry-out.js';
import type { Command, Result } from '../runtime/command.js';
import type { Globals } from '../runtime/globals.js';
import { printFailure, printResult } from './output/print.js';

/** Writes the result of a command to standard output, and what went wrong to standard error. */
export function terminal(
  host: Host,
  globals: Globals,
  command: Command,
  onResult?: (result: Result) => void,
): Door {
  return {
    async receive(result) {
      onResult?.(result);
      const { rows, list, pieces, ...rest } = result;
      if (rows) return (await import('./output/print-rows.js')).printRows(host, globals, rows);
      if (list) return (await import('./output/print-list.js')).printList(host, globals, result);
      if (pieces === undefined) return result;
      for (const text of pieces.texts) await host.stdout.write(text);
      return { ...rest, text: '' };
    },
    show: (result) => printResult(host, globals, command, result),
    fail: (failure) => printFailure(host, failure, globals),
  };
}
