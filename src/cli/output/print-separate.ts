import { type Json, stringifyJson } from '../../core/json.js';
import { type Message, wordedData } from '../../core/message.js';
import { tolerate } from '../../core/tolerate.js';
import { csvLine } from '../../format/csv.js';
import type { Host } from '../../host/host.js';
import { commandLine } from '../../messages/terminal.js';
import type { Result, Rows, Screen } from '../../runtime/command.js';
import type { Tell } from '../../runtime/door.js';
import { type Globals, outputFormat } from '../../runtime/globals.js';
import { sayFor } from '../../runtime/language.js';
import { isShaped } from '../../runtime/run-options.js';
import { renderingFor, screenFor } from './print.js';

interface RowPrinter {
  host: Host;
  globals: Globals;
  separate: Separate;
  screen: Screen;
  warn(why: Message): void;
}

type Separate = NonNullable<Rows['separate']>;

/**
 * Prints each row as a document of its own when it comes, and returns what is left to report after the
 * last one. A row that the query does not fit is shown whole, with a warning, and the rest follow.
 */
export async function printSeparate(
  host: Host,
  globals: Globals,
  items: Rows['items'],
  separate: Separate,
  tell: Tell,
): Promise<Result> {
  if (outputFormat(host, globals) === 'csv') {
    await host.stdout.write(csvLine([...(globals.columns ?? separate.fields)]));
  }
  const say = await sayFor(host, globals.selection);
  const screen = await screenFor(host, globals, say);
  const warned = new Set<string>();
  const warn = (why: Message) => {
    if (warned.has(String(why))) return;
    warned.add(String(why));
    void tell(why, 'warning');
  };
  for await (const item of items) {
    await host.stdout.write(
      await shapedOrWhole({ host, globals, separate, screen, warn }, wordedData(item, say)),
    );
  }
  return separate.end();
}

function shapedOrWhole(printer: RowPrinter, item: Json): Promise<string> {
  return tolerate(
    () => rowText(printer, item),
    ({ said }) => {
      printer.warn(commandLine.rowsWhole(said));
      return rowText({ ...printer, globals: { ...printer.globals, query: undefined } }, item);
    },
  );
}

async function rowText(
  { host, globals, separate, screen, warn }: RowPrinter,
  item: Json,
): Promise<string> {
  const format = outputFormat(host, globals);
  if (format === 'table' && !isShaped(globals) && separate.line)
    return `${separate.line(item, screen)}\n`;
  if (format === 'raw') return `${stringifyJson(item)}\n`;
  const { renderResult } = await import('../../format/render.js');
  const inColumns = format === 'csv' || (format === 'text' && globals.query === undefined);
  const text = await renderResult(item, {
    ...renderingFor(host, globals),
    format: format === 'json' ? 'jsonl' : format,
    columns: globals.columns ?? (inColumns ? separate.fields : undefined),
    knownFields: separate.fields,
    onUnknownColumn: warn,
    say: screen.say,
  });
  if (format === 'yaml') return `---\n${text}`;
  // The header is out already; its names hold no line feed.
  return format === 'csv' ? text.slice(text.indexOf('\n') + 1) : text;
}
