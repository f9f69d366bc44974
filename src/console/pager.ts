import { type Html, html } from '../web/page.js';
import type { Frame } from './layout.js';
import { href, type Paged } from './show.js';

/** Ways to the other pages of a list; none where there is but one. */
export function pager(
  { words }: Frame,
  path: string,
  { page, hasMore }: Paged<unknown>,
): Html | undefined {
  if (page === 1 && !hasMore) return undefined;
  const link = (to: number, name: string) =>
    html`<a href="${href(path, { page: String(to) })}">${name}</a>`;
  return html`<nav class="pager" aria-label="${words.show}">${page > 1 ? link(page - 1, words.newer) : undefined}
<span>${words.page(page)}</span> ${hasMore ? link(page + 1, words.older) : undefined}</nav>`;
}
