import { type Html, html } from '../web/page.js';
import type { Frame } from './layout.js';
import { href, type Paged } from './show.js';

/** Ways to the other pages of a list; none where there is but one. */
export function pager(
  { words }: Frame,
  path: string,
  { page, pages, total }: Paged<unknown>,
  query: Readonly<Record<string, string>> = {},
): Html | undefined {
  if (pages < 2) return undefined;
  const link = (to: number, name: string) =>
    to < 1 || to > pages
      ? undefined
      : html`<a href="${href(path, { ...query, page: String(to) })}">${name}</a>`;
  return html`<nav class="pager" aria-label="${words.show}">${link(page - 1, words.newer)}
<span>${page} ${words.of} ${pages} (${total})</span> ${link(page + 1, words.older)}</nav>`;
}
