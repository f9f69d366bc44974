import type { Language, Say } from '../core/message.js';
import { type Html, html, type Value } from './html.js';

/** The parts of a page. */
interface Page {
  lang: Language;
  title: Value;
  /** Styles, scripts and policies. */
  head: Html;
  /** The contents of `<body>`. */
  body: Html;
}

/** The text of a page, worded. */
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
