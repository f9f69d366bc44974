import type { ScalarTag } from 'yaml';
import type { View } from '../bank/define.js';
import { maskPersonal } from '../bank/privacy.js';
import { at, isJsonObject, isLosslessNumber, type Json, stringifyJson } from '../core/json.js';
import type { Message, Say } from '../core/message.js';
import { visible, visibleLines } from '../core/text.js';
import { renderCsv, renderPlainText } from './csv.js';
import { pickColumns, select } from './select.js';
import { type ColourLevel, styleFor } from './style.js';
import { renderList, renderRecord } from './table.js';

/** The data as the bank sent it; indented for a person, on one line for a pipe. */
function renderJson(data: Json, indented: boolean): string {
  return `${visibleLines(stringifyJson(data, indented ? 2 : undefined))}\n`;
}

/** One record a line. */
function renderJsonLines(data: Json): string {
  const items = Array.isArray(data) ? data : [data];
  return items.map((item) => renderJson(item, false)).join('');
}

/** YAML 1.2 whose numbers keep their digits, quoted so that readers of 1.1 agree. */
async function renderYaml(data: Json): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml');
  const exact: ScalarTag = {
    identify: isLosslessNumber,
    default: true,
    tag: 'tag:yaml.org,2002:float',
    // The tag of written numbers only: this document is never read back.
    test: /^(?!)/,
    resolve: (text) => text,
    stringify: ({ value }) => String(value),
  };
  const document = new Document(data, {
    customTags: (tags) => [exact, ...tags],
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && visible(node.value) !== node.value)
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return visibleLines(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }));
}

export interface Rendering {
  format: 'table' | 'json' | 'jsonl' | 'csv' | 'yaml' | 'text';
  /** For tables, and where the records lie for formats of one record a line. */
  view?: View;
  /** Only these fields, dotted for nested ones. */
  columns?: readonly string[];
  /** Fields that `columns` may name though this answer lacks them. */
  knownFields?: readonly string[];
  /** Called for a column that is neither known nor in this answer; without it such a column is refused. */
  onUnknownColumn?: (why: Message) => void;
  /** JMESPath. In a table it sees masked values, so that a query never uncovers them. */
  query?: string;
  /** Leaves personal data readable in tables. */
  showPersonal?: boolean;
  columnsOfTerminal?: number;
  colour?: ColourLevel;
  isTTY?: boolean;
  /** Words what tables say of long values; in English unless given. */
  say?: Say;
  /** Called with the columns of a table that did not fit. */
  onHidden?: ((columns: readonly string[]) => void) | undefined;
}

/** The text of a result in any format, ended by a line feed; '' where there is nothing to show. */
export async function renderResult(data: Json, how: Rendering): Promise<string> {
  return renderChosen(await choose(data, how), how);
}

/** What `choose` has made of the data. */
export async function renderChosen(chosen: Json, how: Rendering): Promise<string> {
  if (how.format === 'json') return renderJson(chosen, how.isTTY === true);
  if (how.format === 'yaml') return renderYaml(chosen);
  const records = recordsAt(chosen, how);
  if (how.format === 'jsonl') return renderJsonLines(records);
  if (how.format === 'csv') return renderCsv(records, how.columns);
  if (how.format === 'text') return renderPlainText(records, how.columns);
  return renderTable(records, how);
}

/** The body as it came; on a terminal without what could command it. */
export function renderRaw(body: Uint8Array, isTTY: boolean): string | Uint8Array {
  if (!isTTY) return body;
  const text = visibleLines(new TextDecoder().decode(body));
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** The part of the data that is wanted, and that the format may show. */
export async function choose(data: Json, how: Rendering): Promise<Json> {
  const masked = how.format === 'table' && !how.showPersonal;
  const shown = masked ? maskPersonal(data) : data;
  const selected = how.query === undefined ? shown : await select(shown, how.query);
  if (!how.columns) return selected;
  const { columns, knownFields, onUnknownColumn, view } = how;
  const options = { knownFields, labels: view?.labels, onUnknownColumn };
  return pickColumns(recordsAt(selected, how), columns, options);
}

function recordsAt(data: Json, { view, query }: Rendering): Json {
  if (view?.rows === undefined || query !== undefined) return data;
  const inner = at(data, view.rows) ?? at(data, `data.${view.rows}`);
  return inner ?? data;
}

async function renderTable(data: Json, how: Rendering): Promise<string> {
  if (Array.isArray(data) && data.length === 0) return '';
  const layout = {
    fields: how.columns ?? how.view?.fields,
    labels: how.view?.labels,
    names: how.view?.names,
    keep: how.columns === undefined ? how.view?.keep : undefined,
    space: how.isTTY ? (how.columnsOfTerminal ?? 80) : Number.POSITIVE_INFINITY,
    style: await styleFor(how.colour ?? 0),
    say: how.say,
    onHidden: how.onHidden,
  };
  const lines = isJsonObject(data)
    ? renderRecord(data, layout)
    : renderList(Array.isArray(data) ? data : [data], layout);
  return lines.map((line) => `${line}\n`).join('');
}
