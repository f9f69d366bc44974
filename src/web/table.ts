import { type Html, html, type Value } from './html.js';

/**
 * How the cells of a column look: numbers to the right, text on one line (`short`), which stands to the
 * right on a card (`keep`) or has its heading there (`named`), sentences below their heading on a card
 * (`sentence`), left out where the table would be too wide (`more`) or on paper (`screen`).
 */
type Look = 'number' | 'short' | 'keep' | 'named' | 'sentence' | 'more' | 'screen';

/** A column of a table. */
export interface TableColumn<Row> {
  /** The heading. */
  name?: Value;
  look?: Look;
  /** Its cells are the headings of their rows. */
  isHead?: boolean;
  cell(row: Row, index: number): Value;
}

interface Table<Row> {
  /** The name of the table for screen readers. */
  label: Value;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** The key by which the script of the page finds a row. */
  keyOf?(row: Row): string;
  /** The last row, with the sums of the others. */
  sum?: Row;
  /** On a phone each row is a card, which names its cells itself. */
  asCards?: true;
}

/** A table, in a region that scrolls where it is wider than the screen, by keys, too. */
export function htmlTable<Row>({ label, columns, rows, keyOf, sum, asCards }: Table<Row>): Html {
  const heads = columns.map(({ name = '', look }) =>
    name === '' ? html`<td></td>` : html`<th scope="col"${classAttribute(look)}>${name}</th>`,
  );
  const tableRow = (row: Row, index: number, about: Html | undefined) => {
    const cells = columns.map((column) => tableCell(column, row, index, asCards));
    return html`<tr${about}>${cells}</tr>
`;
  };
  const body = rows.map((row, index) =>
    tableRow(row, index, keyOf && html` data-key="${keyOf(row)}"`),
  );
  const last = sum === undefined ? undefined : tableRow(sum, rows.length, html` class="sum"`);
  return html`<div class="scroll${asCards && ' cards'}" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${heads}</tr></thead>
<tbody>${body}${last}</tbody></table></div>`;
}

function tableCell<Row>(
  { name, look, isHead, cell }: TableColumn<Row>,
  row: Row,
  index: number,
  asCards?: true,
): Html {
  const shown = cell(row, index);
  if (isHead) return html`<th scope="row"${classAttribute(look)}>${shown}</th>`;
  const label = asCards && name !== undefined ? html` data-label="${name}"` : undefined;
  return html`<td${classAttribute(look)}${label}>${shown}</td>`;
}

function classAttribute(look: Look | undefined): Html | undefined {
  return look && html` class="${look}"`;
}

/** A name and its value. */
export type Fact = readonly [name: Value, value: Value];

/** A list of names and values, without the empty ones; undefined where all are. */
export function factList(facts: readonly Fact[], look?: 'large'): Html | undefined {
  const shown = facts.filter(([, value]) => value !== undefined && value !== '');
  if (shown.length === 0) return undefined;
  return html`<dl${look && html` class="${look}"`}>${shown.map(
    ([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>
`,
  )}</dl>`;
}
