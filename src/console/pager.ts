import { consoleWords as words } from '../messages/console.js';
import { type Html, html, type Value } from '../web/html.js';
import { htmlTable, type TableColumn } from '../web/table.js';

/** Rows of a page. */
const SIZE = 50;

/** Nobody reads that far, and each page costs as much as all before it. */
const MOST_PAGES = 2_000;

/** How many of the newest rows a page needs: its own, all before it, and one to know whether there are more. */
export function neededFor(wanted: string | null, size = SIZE): number {
  return parsePage(wanted) * size + 1;
}

function parsePage(wanted: string | null): number {
  return Math.min(MOST_PAGES, Math.max(1, Number.parseInt(wanted ?? '1', 10) || 1));
}

interface Paged<Row> {
  rows: readonly Row[];
  page: number;
  hasMore: boolean;
}

/** One page of a list that begins with the newest; for a page that does not exist, the nearest one. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  wanted: string | null,
  size = SIZE,
): Paged<Row> {
  const last = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(last, parsePage(wanted));
  return {
    rows: rows.slice((page - 1) * size, page * size),
    page,
    hasMore: rows.length > page * size,
  };
}

interface List<Row> {
  label: Value;
  columns: readonly TableColumn<Row>[];
  /** The newest first. */
  rows: readonly Row[];
  /** The number of the page, as the address has it. */
  page: string | null;
  /** Where another page is. */
  linkTo(page: string): string;
  /** In place of a table without rows. */
  none: Html;
  keyOf?(row: Row): string;
}

/** A list as a table, page by page. */
export function pagedTable<Row>({ rows, page, linkTo, none, ...table }: List<Row>): Html {
  const shown = pageOfRows(rows, page);
  return html`${rows.length === 0 ? none : htmlTable({ ...table, rows: shown.rows, asCards: true })}
${pager(shown, linkTo)}`;
}

/** Links to the pages beside this one; undefined where there is only one page. */
function pager({ page, hasMore }: Paged<unknown>, linkTo: (page: string) => string) {
  if (page === 1 && !hasMore) return undefined;
  const link = (to: number, name: Value) => html`<a href="${linkTo(String(to))}">${name}</a>`;
  return html`<nav class="pager" aria-label="${words.show}">${page > 1 ? link(page - 1, words.newer) : undefined}
<span>${words.page(page)}</span> ${hasMore ? link(page + 1, words.older) : undefined}</nav>`;
}
