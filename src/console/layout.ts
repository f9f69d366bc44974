import type { Message } from '../core/message.js';
import { environments, pageNames, consoleWords as words } from '../messages/console.js';
import { dates } from '../messages/dates.js';
import { type Html, html } from '../web/html.js';
import { pageText } from '../web/page.js';
import { pasteForm, postForm, searchForm, TOO_LARGE } from './forms.js';
import type { Frame, PageParts } from './frame.js';
import { LANGUAGES } from './language.js';
import type { PageAct } from './person.js';

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

/** Preloaded with the page, so that its text does not change its shape while it is read. */
const FONTS: Readonly<Record<Frame['lang'], readonly Asset[]>> = {
  en: ['latin-400.woff2', 'latin-600.woff2'],
  th: ['thai-400.woff2', 'thai-600.woff2', 'latin-400.woff2', 'latin-600.woff2'],
};

interface MenuItem {
  path: string;
  name: keyof typeof pageNames;
  /** Shown to whoever may do this. */
  act: PageAct;
  /** A page of the embedded bank. */
  sandbox?: true;
}

const MENU: readonly MenuItem[] = [
  { path: '/', name: 'start', act: 'look' },
  { path: '/payments', name: 'payments', act: 'look' },
  { path: '/confirmations', name: 'confirmations', act: 'look' },
  { path: '/approvals', name: 'approvals', act: 'look' },
  { path: '/journal', name: 'journal', act: 'look' },
  { path: '/tickets', name: 'tickets', act: 'look' },
  { path: '/reconcile', name: 'reconcile', act: 'look' },
  { path: '/health', name: 'health', act: 'look' },
  { path: '/audit', name: 'audit', act: 'audit' },
  { path: '/phone', name: 'phone', act: 'pay', sandbox: true },
  { path: '/bank', name: 'bank', act: 'operate', sandbox: true },
];

/** A browser asks for an icon where no page says that there is none. */
export const NO_ICON = html`<link rel="icon" href="data:,">`;

/** A page of the console, as it is sent. */
export function consolePage(frame: Frame, parts: PageParts): string {
  const { lang, isSandboxOnly, say } = frame;
  const { pasteTo } = parts;
  const fonts = FONTS[lang].map(
    (
      name,
    ) => html`<link rel="preload" href="/assets/${name}" as="font" type="${ASSETS[name]}" crossorigin>
`,
  );
  const head = html`${NO_ICON}
<link rel="stylesheet" href="/assets/console.css">
${fonts}<script src="/assets/console.js" defer></script>`;
  const body = html`<a class="skip" href="#main">${words.skip}</a>
<header>
<p class="brand"><a href="/">payctl</a></p>
${environmentLine(frame)}
<button class="second" popovertarget="menu">${words.openMenu}</button>
<div id="menu" popover>
${menuNav(frame, parts.path)}
${signedInForm(frame)}
${languageSwitch(frame)}
</div>
</header>
<main id="main" tabindex="-1">
${printedHead(frame)}
${parts.hasSearch || isSandboxOnly || !frame.may('look') ? undefined : searchForm(parts.searchText ?? '')}
${pasteTo === undefined ? undefined : TOO_LARGE}
${parts.body}
</main>
${pasteTo === undefined ? undefined : pasteForm(frame, pasteTo)}`;
  return pageText({ lang, title: html`${parts.title} · payctl`, head, body }, say);
}

function menuNav({ isSandbox, isSandboxOnly, may }: Frame, current: string): Html {
  const shown = MENU.filter(
    ({ sandbox, act }) => may(act) && (sandbox ? isSandbox : !isSandboxOnly),
  );
  const items = shown.map(({ path, name }) => {
    const mark = path === current ? html` aria-current="page"` : undefined;
    return html`<li><a href="${path}"${mark}>${pageNames[name]}</a></li>
`;
  });
  return html`<nav aria-label="${words.menu}"><ul>${items}</ul></nav>`;
}

/** Stands on every page, so that nobody takes one environment for another. */
function environmentLine({ environment, profile, readOnly }: Frame): Html {
  const locked = readOnly ? html` · ${words.readOnly}` : undefined;
  return html`<p class="where ${environment}"><strong>${environments[environment]}</strong> <span>${profile}${locked}</span></p>`;
}

/** Who has signed in; nobody signs in at a console of one machine. */
function signedInForm(frame: Frame): Html | undefined {
  const { subject, name = subject } = frame.person;
  if (subject === undefined) return undefined;
  const content = html`<bdi class="theirs">${name}</bdi> <button class="second">${words.signOut}</button>`;
  return postForm(frame, '/sign-out', content, html` class="person"`);
}

/** Leads back to the page that it stands on. */
function languageSwitch(frame: Frame): Html {
  const buttons = LANGUAGES.map(({ code, name }) => {
    const isOn = code === frame.lang;
    return html`<button name="language" value="${code}" lang="${code}" aria-pressed="${isOn ? 'true' : 'false'}">${name}</button>`;
  });
  return postForm(
    frame,
    '/language',
    html`<input type="hidden" name="here" value="${frame.here}"><div class="languages" role="group" aria-label="${words.language}">${buttons}</div>`,
  );
}

/** On paper nothing else says from where and when a page is. */
function printedHead({ environment, profile, now }: Frame): Html {
  return html`<p class="printed">payctl · ${environments[environment]} · ${profile} · ${dates.moment(now)}</p>`;
}

/** For whoever is not let in: nothing on it tells of this machine. */
export function barePage({ lang, say }: Pick<Frame, 'lang' | 'say'>, text: Message): string {
  const body = html`<main><h1>payctl</h1><p>${text}</p></main>`;
  return pageText({ lang, title: 'payctl', head: NO_ICON, body }, say);
}

/**
 * Answers the link of the start. It goes on by itself: a redirect of a link on another site would
 * come without the cookie. The key stays in no history and in no referrer.
 */
export function openingPage({ lang, say }: Pick<Frame, 'lang' | 'say'>, to: string): string {
  const head = html`<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${to}">${NO_ICON}`;
  const body = html`<main><h1>${words.opening}</h1><p><a href="${to}" rel="noreferrer">${words.goOn}</a></p></main>`;
  return pageText({ lang, title: 'payctl', head, body }, say);
}

/** One sentence on a page of its own. */
export function messagePage(text: Message, heading: Message = words.failed): PageParts {
  return {
    title: heading,
    path: '',
    body: html`<h1>${heading}</h1><p class="note" role="alert">${text}</p>
<p class="actions"><a href="/">${words.toStart}</a></p>`,
  };
}
