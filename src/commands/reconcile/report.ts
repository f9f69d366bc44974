import { at, isJsonObject, type Json, type JsonObject, textOf } from '../../core/json.js';
import { bangkokDateTime, formatDate, thaiDates } from '../../core/time.js';
import type { RecordClass } from '../../reconcile/classes.js';
import type { DayTally } from '../../reconcile/classifier.js';
import { Sum } from '../../reconcile/columns.js';
import type { Presenter } from '../../reconcile/present.js';
import type { Reconciled } from '../../reconcile/reconcile.js';
import { WORDS, type Words } from '../../reconcile/report-words.js';
import { BREAKS } from '../../reconcile/sayings.js';
import type { Context } from '../../runtime/context.js';
import { type Html, html, pageText } from '../../web/page.js';
import { Sayings } from '../../web/sayings.js';

const SAYINGS = new Sayings(BREAKS);

/** A manager reads no more of them, and a page with all could not be opened. */
const MOST = 2000;
/** Days that a chart can show side by side. */
const MOST_DAYS = 62;

/** The page of --report. It has no names, no columns but ours, and nothing of the bank's words. */
export async function pageOf(
  { host, globals, services }: Context,
  result: Reconciled,
  presenter: Presenter,
): Promise<string> {
  const named = globals.settings.lang ?? (await services.profile()).settings('lang');
  const lang = named === 'th' ? 'th' : 'en';
  const words = WORDS[lang];
  const dateOf = (text: string) => (lang === 'th' ? thaiDates(text) : text);
  const say = (text: string) => SAYINGS.say(text, lang);
  const parts = { words, dateOf, say, result, presenter };
  const body = html`<h1>${words.title}</h1>
<p class="faint">${words.made} ${dateOf(bangkokDateTime(host.clock.now()))}</p>
${classesOf(parts)}
${chartOf(parts)}
${daysOf(parts)}
${breaksOf(parts)}
${inputsOf(parts)}`;
  return pageText({ lang, title: words.title, body });
}

interface Parts {
  words: Words;
  dateOf(text: string): string;
  /** What a line or a break says, in the reader's language. */
  say(text: string): string;
  result: Reconciled;
  presenter: Presenter;
}

function classesOf({ words, result }: Parts): Html {
  const rows = [...result.summary].flatMap(([kind, { count, amount, orders, bank }]) => {
    if (count === 0) return [];
    const tone = kind === 'matched' ? 'good' : 'bad';
    return html`<tr><td><strong class="${tone}">${words.classes[kind]}</strong></td>
<td class="number">${count}</td><td class="number">${grouped(amount)}</td>
<td class="number">${orders.rows}</td><td class="number">${grouped(orders.amount)}</td>
<td class="number">${bank.rows}</td><td class="number">${grouped(bank.amount)}</td></tr>
`;
  });
  return html`<h2>${words.byClass}</h2>
<table><thead><tr><th>${words.className}</th><th class="number">${words.records}</th><th class="number">${words.amount}</th>
<th class="number">${words.orders}</th><th class="number">${words.amount}</th><th class="number">${words.bank}</th><th class="number">${words.amount}</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

interface Day {
  date: string;
  matched: { count: number; amount: Sum };
  breaks: { count: number; amount: Sum };
}

function daysIn({ result, dateOf }: Parts): Day[] {
  return [...result.days].map(([day, tallies]) => ({
    date: dateOf(formatDate(day)),
    matched: sumOf(tallies, (kind) => kind === 'matched'),
    breaks: sumOf(tallies, (kind) => kind !== 'matched'),
  }));
}

function sumOf(tallies: DayTally, wanted: (kind: RecordClass) => boolean): Day['matched'] {
  const amount = new Sum();
  let count = 0;
  for (const [kind, one] of tallies) {
    if (!wanted(kind)) continue;
    count += one.count;
    amount.add(Number(one.amount.value));
  }
  return { count, amount };
}

function daysOf(parts: Parts): Html {
  const { words } = parts;
  const rows = daysIn(parts).map(
    ({ date, matched, breaks }) => html`<tr><td>${date}</td>
<td class="number">${matched.count}</td><td class="number">${grouped(matched.amount)}</td>
<td class="number">${breaks.count}</td><td class="number">${grouped(breaks.amount)}</td></tr>
`,
  );
  return html`<h2>${words.byDay}</h2>
<table><thead><tr><th>${words.day}</th><th class="number">${words.matched}</th><th class="number">${words.amount}</th>
<th class="number">${words.breaks}</th><th class="number">${words.amount}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** `01-31` of `2026-01-31`, `31 ม.ค.` of `31 ม.ค. 2569`. */
function withoutYear(date: string): string {
  return date.replace(/^[0-9]{4}-| [0-9]{4}$/, '');
}

/** A pair of bars for each day. The table below has the same figures for those who cannot see it. */
function chartOf(parts: Parts): Html {
  const days = daysIn(parts).slice(-MOST_DAYS);
  if (days.length === 0) return html``;
  const [width, height, base] = [720, 220, 180];
  const value = ({ amount }: Day['matched']) => Math.abs(Number(amount.value));
  const most = Math.max(
    1,
    ...days.flatMap(({ matched, breaks }) => [value(matched), value(breaks)]),
  );
  const step = width / days.length;
  const bar = Math.max(1, Math.min(24, step / 2 - 1));
  const tall = (sums: Day['matched']) => Math.round((value(sums) / most) * (base - 20));
  const every = Math.ceil(days.length / 10);
  const bars = days.map(({ date, matched, breaks }, index) => {
    const x = Math.round(index * step + step / 2);
    const [up, down] = [tall(matched), tall(breaks)];
    const label =
      index % every === 0
        ? html`<text x="${x}" y="${base + 18}" text-anchor="middle">${withoutYear(date)}</text>`
        : html``;
    return html`<rect x="${x - bar}" y="${base - up}" width="${bar}" height="${up}" fill="var(--bar)"/>
<rect x="${x}" y="${base - down}" width="${bar}" height="${down}" fill="var(--bad)"/>${label}
`;
  });
  return html`<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${parts.words.chart}">
<line x1="0" y1="${base}" x2="${width}" y2="${base}" stroke="var(--line)"/>
${bars}</svg>
<figcaption class="faint">${parts.words.chart}</figcaption></figure>`;
}

function breaksOf({ words, say, result, presenter }: Parts): Html {
  const breaks = result.records.filter(({ kind }) => kind !== 'matched');
  const shown = breaks
    .slice(0, MOST)
    .map((found) => breakOf({ words, say }, presenter.record(found)));
  const more = breaks.length - shown.length;
  const rest = more > 0 ? html`<p>${words.more(more)}</p>` : html``;
  return html`<h2>${words.each}</h2>
${shown.length === 0 ? html`<p class="good">${words.none}</p>` : shown}${rest}`;
}

function breakOf({ words, say }: Pick<Parts, 'words' | 'say'>, record: JsonObject): Html {
  const text = (path: string) => textOf(at(record, path) ?? null);
  const lines = (side: string) => {
    const rows: Json | undefined = at(record, `rows.${side}`);
    return Array.isArray(rows) ? rows.flatMap((row) => textOf(row) ?? []).join(', ') : '';
  };
  const kind = text('class') ?? '';
  const places = [
    lines('orders') && `${words.orders} ${lines('orders')}`,
    lines('bank') && `${words.bank} ${lines('bank')}`,
  ].filter(Boolean);
  const facts: [string, string | undefined][] = [
    [words.orders, withCommas(text('amounts.orders'))],
    [words.bank, withCommas(text('amounts.bank'))],
    [words.journal, withCommas(text('amounts.journal'))],
    [words.inquiry, withCommas(text('amounts.inquiry'))],
    [words.transaction, text('transactionId')],
    [words.days, text('days') === '0' ? undefined : text('days')],
    [words.learned, learnedOf(words, record)],
    [words.similar, text('suggests.reference')],
    [words.where, places.join('; ')],
    [
      words.file,
      text('where.file') &&
        `${text('where.file')}:${text('where.line')} ${text('where.column') ?? ''} ${say(unquoted(text('where.message')))}`,
    ],
    [words.next, say(text('next') ?? '')],
  ];
  const list = facts.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : html`<dt>${name}</dt><dd>${value}</dd>`,
  );
  return html`<article><h3>${text('reference') ?? ''} <span class="bad">${meaningOf(words, kind)}</span></h3>
<dl>${list}</dl></article>
`;
}

/** Without what stands in the file: it could be anybody's name. */
function unquoted(message: string | undefined): string {
  return (message ?? '').replace(/: ".*?"(?=;)/, '');
}

function meaningOf({ classes }: Words, kind: string): string {
  return Object.entries(classes).find(([name]) => name === kind)?.[1] ?? '';
}

/** Our words and the request's number; never those of the bank. */
function learnedOf(words: Words, record: JsonObject): string | undefined {
  const learned = record.learned ?? null;
  if (!isJsonObject(learned) || learned.requestUId === undefined) return undefined;
  const amount = withCommas(textOf(learned.amount));
  const verdict = learned.paid === true ? words.paid : words.notPaid;
  return [verdict, amount, `${words.request} ${textOf(learned.requestUId) ?? ''}`]
    .filter(Boolean)
    .join(', ');
}

function inputsOf({ words, presenter }: Parts): Html {
  const rows = presenter.inputs().map((input) => {
    const text = (path: string) => textOf(at(input, path) ?? null) ?? '';
    const agrees = at(input, 'control.agrees');
    const trailer =
      agrees === undefined ? words.noTrailer : agrees === true ? words.agrees : words.disagrees;
    const side = text('role') === 'orders' ? words.orders : words.bank;
    return html`<tr><td>${side}</td><td>${text('file')}</td><td class="number">${text('rows')}</td>
<td class="number">${withCommas(text('total'))}</td><td class="number">${text('rejected')}</td>
<td class="${agrees === false ? 'bad' : ''}">${trailer}</td><td><code>${text('sha256')}</code></td></tr>
`;
  });
  return html`<h2>${words.inputs}</h2>
<table><thead><tr><th>${words.side}</th><th>${words.file}</th><th class="number">${words.lines}</th><th class="number">${words.total}</th>
<th class="number">${words.rejected}</th><th>${words.trailer}</th><th>${words.hash}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function grouped(sum: Sum): string {
  return withCommas(sum.toString()) ?? '';
}

function withCommas(amount: string | undefined): string | undefined {
  return amount?.replace(/(?<=[0-9])(?=(?:[0-9]{3})+\.)/g, ',');
}
