import { html } from '../../web/page.js';
import type { Frame, PageParts } from '../layout.js';
import type { ConsoleWords } from '../words.js';

/** A browser asks for one where no page says that there is none. */
const NO_ICON = html`<link rel="icon" href="data:,">`;

/** One sentence on a page of its own. */
export function messagePage({ words }: Frame, text: string, heading = words.failed): PageParts {
  return {
    title: heading,
    path: '',
    body: html`<h1>${heading}</h1><p class="note" role="alert">${text}</p>
<p class="actions"><a href="/">${words.toStart}</a></p>`,
  };
}

/** For whoever is not let in: nothing on it tells of this machine. */
export function barePage(lang: 'en' | 'th', text: string): string {
  const page = html`<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>payctl</title>${NO_ICON}</head>
<body><main><h1>payctl</h1><p>${text}</p></main></body></html>
`;
  return `<!DOCTYPE html>\n${page.toString()}`;
}

/**
 * Answers the link of the start. It goes on by itself: a redirect of a link on another site would
 * come without the cookie. The key stays in no history and in no referrer.
 */
export function openingPage(lang: 'en' | 'th', words: ConsoleWords, to: string): string {
  const page = html`<html lang="${lang}"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${to}"><meta name="color-scheme" content="light dark"><title>payctl</title>${NO_ICON}</head>
<body><main><h1>${words.opening}</h1><p><a href="${to}" rel="noreferrer">${words.goOn}</a></p></main></body></html>
`;
  return `<!DOCTYPE html>\n${page.toString()}`;
}
