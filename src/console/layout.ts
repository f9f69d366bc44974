import type { ExitClass } from '../core/errors.js';
import type { Say } from '../core/message.js';
import { endings } from '../messages/payments.js';
import { type Html, html } from '../web/page.js';
import type { Problem } from './commands.js';
import { SAYINGS } from './sayings/sayings.js';
import type { ConsoleWords } from './words.js';

/** What every page is made with. */
export interface Frame {
  lang: 'en' | 'th';
  words: ConsoleWords;
  /** Words a text for a page. */
  say: Say;
  /** Where the money would move. */
  environment: 'test' | 'live';
  profile: string;
  readOnly: boolean;
  /** The embedded bank has pages of its own: the customer's phone and the bank. */
  isSandbox: boolean;
  /** No search, no journal: the phone and the bank alone. */
  isSandboxOnly: boolean;
  /** The token of forms that post to this path. */
  token(path: string): string;
  /** A moment as its reader writes it. */
  moment(at: number): string;
  /** Text of ours with days in it, as its reader writes them. */
  days(text: string): string;
  /** What a person types before a command of this connection: `payctl --sandbox`. */
  program: string;
}

export interface PageParts {
  title: string;
  /** The path of the page, to mark it in the menu. */
  path: string;
  body: Html;
  /** What was searched for: it stays in the box, to be mended. */
  asked?: string;
  /** The start page has a large search box of its own. */
  hasSearch?: boolean;
  /** Where a pasted picture goes, if the page has no form of its own for one. */
  pasteTo?: string;
}

const FONT = 'font/woff2';

/** What pages load beside themselves, and of which type it is. */
export const ASSETS = {
  'console.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'latin-400.woff2': FONT,
  'latin-600.woff2': FONT,
  'thai-400.woff2': FONT,
  'thai-600.woff2': FONT,
} as const;
export type Asset = keyof typeof ASSETS;

/** RequestContext for with the page itself: what is written in them does not change its shape before the eyes. */
const FONTS: Readonly<Record<Frame['lang'], readonly Asset[]>> = {
  en: ['latin-400.woff2', 'latin-600.woff2'],
  th: ['thai-400.woff2', 'thai-600.woff2', 'latin-400.woff2', 'latin-600.woff2'],
};

export type PageName = keyof ConsoleWords['pages'];

const MENU: readonly (readonly [path: string, name: PageName, sandbox?: true])[] = [
  ['/', 'start'],
  ['/journal', 'journal'],
  ['/confirmations', 'confirmations'],
  ['/reconcile', 'reconcile'],
  ['/health', 'health'],
  ['/phone', 'phone', true],
  ['/bank', 'bank', true],
];

export function pageText(frame: Frame, parts: PageParts): string {
  const { lang, words, isSandboxOnly } = frame;
  const page = html`<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${parts.title} · payctl</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/console.css">
${FONTS[lang].map(
  (
    name,
  ) => html`<link rel="preload" href="/assets/${name}" as="font" type="${ASSETS[name]}" crossorigin>
`,
)}<script src="/assets/console.js" defer></script>
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header>
<div class="top">
<p class="brand"><a href="/">payctl</a></p>
${menuOf(frame, parts.path)}
${whereOf(frame)}
</div>
${parts.hasSearch || isSandboxOnly ? undefined : searchForm(frame, parts.asked ?? '')}
</header>
<main id="main" tabindex="-1">
${parts.pasteTo === undefined ? undefined : tooLarge(words)}
${parts.body}
</main>
${parts.pasteTo === undefined ? undefined : pasteForm(frame, parts.pasteTo)}
</body>
</html>
`;
  return `<!DOCTYPE html>\n${page.toString()}`;
}

function menuOf({ words, isSandbox, isSandboxOnly }: Frame, current: string): Html {
  const shown = MENU.filter(([, , sandbox]) => (sandbox ? isSandbox : !isSandboxOnly));
  const items = shown.map(([path, name]) => {
    const mark = path === current ? html` aria-current="page"` : undefined;
    return html`<li><a href="${path}"${mark}>${words.pages[name]}</a></li>
`;
  });
  return html`<nav aria-label="${words.menu}"><ul>${items}</ul></nav>`;
}

/** Said on every page: nobody shall take one environment for another. */
function whereOf({ words, environment, profile, readOnly }: Frame): Html {
  const locked = readOnly ? html` · ${words.readOnly}` : undefined;
  return html`<p class="where ${environment}"><strong>${words.environments[environment]}</strong> ${words.profile} ${profile}${locked}</p>`;
}

/** The one search box of a page. */
export function searchForm({ words }: Frame, asked: string, isLarge = false): Html {
  return html`<form class="search${isLarge ? ' large' : ''}" action="/search" method="get" role="search">
<input type="search" name="q" aria-label="${words.search}" placeholder="${words.searchHint}" value="${asked}" maxlength="2000" required autocomplete="off" spellcheck="false"${isLarge ? html` autofocus` : undefined}>
<button>${words.search}</button>
</form>`;
}

/** Begins a form that posts. */
export function postForm(frame: Frame, path: string, content: Html, about: Html = html``): Html {
  return html`<form method="post" action="${path}"${about}>
<input type="hidden" name="token" value="${frame.token(path)}">
${content}
</form>`;
}

const PICTURES = 'image/png,image/jpeg,image/webp,image/gif';

/** A field for a file, and what a script says beside it of one that is over the limit. */
export function fileField(
  { words }: Frame,
  { name, label, isRequired, accept = PICTURES }: FileField,
): Html {
  return html`<div class="file"><label>${label} <input type="file" name="${name}" accept="${accept}"${isRequired ? html` required` : undefined}></label>
${tooLarge(words)}</div>`;
}

interface FileField {
  name: string;
  label: string;
  isRequired: boolean;
  accept?: string;
}

function tooLarge({ tooLargeHere }: ConsoleWords): Html {
  return html`<p class="note toolarge" role="alert" data-too-large hidden>${tooLargeHere}</p>`;
}

export const WITH_FILES = html` enctype="multipart/form-data"`;

/** Takes what is pasted; without script nobody sees it, and nothing pastes. */
function pasteForm(frame: Frame, path: string): Html {
  return postForm(
    frame,
    path,
    html`<input type="file" name="file" tabindex="-1" aria-hidden="true">`,
    html`${WITH_FILES} data-paste hidden`,
  );
}

/** A table that may be wider than the screen: it scrolls by itself, by keys too. */
export function tableOf(label: string, head: Html, rows: readonly Html[]): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** A word with a colour; the word says all that the colour says. */
export function badge(text: string, tone: Tone): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

export type Tone = 'good' | 'wait' | 'bad' | 'quiet';

/** What only a command can do: why, and the whole of it. */
export function commandLine({ words }: Frame, why: string, command: string): Html {
  return html`${why}<br><span class="faint">${words.onlyCommand}</span> <code>${command}</code>`;
}

/** A text of a command; of one that no page knows, an English page says it as it is. */
function said({ lang, days }: Frame, text: string): string | undefined {
  const known = SAYINGS.find(text, lang);
  if (known !== undefined) return days(known);
  // The pages' own words are in the reader's language already.
  return lang === 'en' || /[\u0e01-\u0e5b]/.test(text) ? text : undefined;
}

/** A text beside others; what nobody has translated stands as it came. */
export function sayingOf(frame: Frame, text: string): Html {
  const known = said(frame, text);
  return known === undefined
    ? html`<bdi class="original" lang="en">${text}</bdi>`
    : html`<bdi>${known}</bdi>`;
}

/** What a command had to say beside its result. */
export function notesOf(frame: Frame, notes: readonly string[]): Html {
  const shown = notes
    .map((note) => note.replace(/^warning: /, ''))
    .filter((note) => said(frame, note) !== '');
  return html`${shown.map(
    (note) => html`<p class="note">${sayingOf(frame, note)}</p>
`,
  )}`;
}

/** The bank, or the way to it, is at fault. */
const UNREACHED: readonly ExitClass[] = ['AUTH', 'TLS', 'UNAVAILABLE'];

/** What a command could not do, as a page says it, and what helps. */
export function failureOf(frame: Frame, problem: Problem): Html {
  const { words } = frame;
  const { message, hint = '', fields = [], exitClass = 'INTERNAL' } = problem;
  const isOfConnection = hint === 'payctl doctor' || UNREACHED.includes(exitClass);
  const known = said(frame, message);
  const items = fields
    .map((one) => said(frame, one) ?? one)
    .map((one) => html`<li><bdi>${one}</bdi></li>`);
  return html`<section class="card failure" role="alert"><h2>${words.failed}</h2>
<p><bdi>${known ?? frame.say(endings[exitClass])}</bdi></p>
${items.length === 0 ? undefined : html`<ul>${items}</ul>`}
${hintOf(frame, hint)}
${isOfConnection && !frame.isSandboxOnly ? html`<p><a href="/health">${words.seeHealth}</a></p>` : undefined}
${known === undefined ? html`<details><summary>${words.original}</summary><p class="original" lang="en"><bdi>${message}</bdi></p></details>` : undefined}</section>
`;
}

/** A hint that only a command can follow is that command; one about flags and files is none. */
function hintOf(frame: Frame, hint: string): Html | undefined {
  const { program, words } = frame;
  const known = SAYINGS.find(hint, frame.lang);
  if (known) return html`<p class="hint"><bdi>${known}</bdi></p>`;
  if (known === '' || hint === '') return undefined;
  if (/^payctl [^;,]+$/.test(hint)) {
    return html`<p class="hint">${words.onlyCommand} <code>${hint.replace(/^payctl/, program)}</code></p>`;
  }
  return /--|payctl|standard input/.test(hint) || frame.lang !== 'en'
    ? undefined
    : html`<p class="hint"><bdi>${hint}</bdi></p>`;
}
