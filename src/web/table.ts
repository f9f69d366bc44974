import { type Html, html, type Value } from './html.js';

/** How the cells of a column look: numbers to the right, a text on one line, or only on a wide screen. */
export type Look = 'number' | 'keep' | 'more';

export interface Column<Row> {
  /** Absent for a column that needs none. */
  name?: Value;
  look?: Look;
  /** Its cells name their rows. */
  isHead?: boolean;
  cell(row: Row, index: number): Value;
}

interface Table<Row> {
  /** What a reader who cannot see it hears that it is. */
  label: Value;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** By what a script tells its rows apart. */
  keyOf?(row: Row): string;
  /** The last row, which adds up the others. */
  sum?: Row;
}

/** A table that may be wider than the screen: it scrolls by itself, by keys too. */
export function tableOf<Row>({ label, columns, rows, keyOf, sum }: Table<Row>): Html {
  const heads = columns.map(({ name = '', look }) =>
    name === '' ? html`<td></td>` : html`<th scope="col"${classOf(look)}>${name}</th>`,
  );
  const rowOf = (row: Row, index: number, about: Html | undefined) => {
    const cells = columns.map((column) => cellOf(column, row, index));
    return html`<tr${about}>${cells}</tr>
`;
  };
  const body = rows.map((row, index) =>
    rowOf(row, index, keyOf && html` data-key="${keyOf(row)}"`),
  );
  const last = sum === undefined ? undefined : rowOf(sum, rows.length, html` class="sum"`);
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${heads}</tr></thead>
<tbody>${body}${last}</tbody></table></div>`;
}

function cellOf<Row>({ look, isHead, cell }: Column<Row>, row: Row, index: number): Html {
  const shown = cell(row, index);
  return isHead
    ? html`<th scope="row"${classOf(look)}>${shown}</th>`
    : html`<td${classOf(look)}>${shown}</td>`;
}

function classOf(look: Look | undefined): Html | undefined {
  return look && html` class="${look}"`;
}

export type Fact = readonly [name: Value, value: Value];

/** What is known of one thing, by name; what is empty is left out. */
export function factsOf(facts: readonly Fact[], look?: 'large'): Html {
  const shown = facts.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl${look && html` class="${look}"`}>${shown.map(
    ([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>
`,
  )}</dl>`;
}
