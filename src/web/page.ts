import type { Language, Say } from '../core/message.js';
import { type Html, html, type Value } from './html.js';

export interface Page {
  lang: Language;
  title: Value;
  /** What it loads, and what a browser may do with it. */
  head: Html;
  /** What stands within the body. */
  body: Html;
}

/** The one shell of all pages. */
export function pageText({ lang, title, head, body }: Page, say: Say): string {
  const page = html`<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
  return `<!DOCTYPE html>\n${page.worded(say)}`;
}
