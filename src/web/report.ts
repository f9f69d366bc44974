import { type Language, type Say, sayEnglish } from '../core/message.js';
import { type Html, html, type Value } from './html.js';
import { pageText } from './page.js';

/** The parts of a report. */
interface Report {
  lang: Language;
  title: Value;
  /** When and from what it was made. */
  made: Value;
  body: Html;
}

/** A report as a page in one file, without scripts, forms and anything from elsewhere; prints on A4. */
export function reportDocument({ lang, title, made, body }: Report, say: Say = sayEnglish): string {
  const head = html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">
<style>${STYLE}</style>`;
  const main = html`<main>
<h1>${title}</h1>
<p class="faint">${made}</p>
${body}
</main>`;
  return pageText({ lang, title, head, body: main }, say);
}

const STYLE = html`
:root { color-scheme: light dark; --page: #fff; --line: #c8ccd2; --soft: #f2f4f6; --bad: #b3261e; --good: #1b6e3c; --open: #7a5200; --bar: #7a8aa0; }
@media (prefers-color-scheme: dark) { :root { --page: #121417; --line: #4a4f57; --soft: #23272d; --bad: #ff8a80; --good: #7bd79f; --open: #f2c14e; --bar: #8fa1ba; } body { background: var(--page); color: #e8eaed; } a { color: #9ecbff; } }
body { font: 15px/1.5 Plex, system-ui, "Noto Sans Thai", Sarabun, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; break-after: avoid; }
table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top; }
thead { display: table-header-group; } tr, article, figure, .whole { break-inside: avoid; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .bad { color: var(--bad); } .good { color: var(--good); } .open { color: var(--open); }
.sum td, .sum th { border-top: 2px solid var(--line); font-weight: 600; } .faint { opacity: .75; font-size: .85em; }
article { border: 1px solid var(--line); border-radius: .4rem; margin: .8rem 0; padding: .6rem .9rem; } article h3 { font-size: 1rem; margin: 0 0 .3rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; } dt { opacity: .75; } dd { margin: 0; } code { font-family: ui-monospace, monospace; font-size: .9em; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; break-after: avoid; } section + section { border-top: 1px solid var(--line); margin-top: 2.5rem; }
.verdict { background: var(--soft); border-left: .4rem solid; } .verdict h3 { font-size: 1.25rem; } .verdict p { color: CanvasText; margin: .2rem 0; }
.keep { white-space: nowrap; } .scroll { overflow-x: auto; } .scroll svg, .scroll table { min-width: 36rem; } .slip svg { max-width: 20rem; }
figure { margin: 0; } svg { max-width: 100%; height: auto; } svg text { fill: currentColor; font: 12px Plex, system-ui, sans-serif; }
@page { size: A4; margin: 15mm; }
@media print { :root { color-scheme: light; --page: #fff; --line: #999; --soft: #f2f4f6; --bad: #8c1d18; --good: #14532d; --open: #5c3d00; --bar: #5b6b80; } body { background: none; color: #000; margin: 0; max-width: none; font-size: 10pt; padding: 0; } a { color: inherit; } .scroll { overflow: visible; } .scroll svg, .scroll table { min-width: 0; } .ticket + .ticket { break-before: page; border: 0; margin: 0; } }
`;
