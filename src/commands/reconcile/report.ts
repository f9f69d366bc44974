import { at, isJsonObject, type Json, type JsonObject, textOf } from '../../core/json.js';
import { joined, type Language, type Message, type Say, type Text } from '../../core/message.js';
import { bangkokDateTime, formatDate, thaiDates } from '../../core/time.js';
import { reconcileReport as words } from '../../messages/reconcile-report.js';
import { recordClasses } from '../../messages/record-classes.js';
import { rejectedLines } from '../../messages/rejected-lines.js';
import type { RecordClass } from '../../reconcile/classes.js';
import type { DayTally, Found } from '../../reconcile/classifier.js';
import { Sum } from '../../reconcile/columns.js';
import type { Presenter } from '../../reconcile/present.js';
import type { BadLine } from '../../reconcile/read.js';
import type { Reconciled } from '../../reconcile/reconcile.js';
import { type Html, html, pageText } from '../../web/page.js';

/** A manager reads no more of them, and a page with all could not be opened. */
const MOST = 2000;
/** Days that a chart can show side by side. */
const MOST_DAYS = 62;

interface Printed {
  result: Reconciled;
  presenter: Presenter<string>;
  say: Say;
}

/** The page of --report. It has no names, no columns but ours, and nothing of the bank's words. */
export function pageOf(printed: Printed, lang: Language, now: number): string {
  const dateOf = (text: string) => (lang === 'th' ? thaiDates(text) : text);
  const parts = { ...printed, dateOf };
  const { say } = printed;
  const body = html`<h1>${say(words.title)}</h1>
<p class="faint">${say(words.made(dateOf(bangkokDateTime(now))))}</p>
${classesOf(parts)}
${chartOf(parts)}
${daysOf(parts)}
${breaksOf(parts)}
${inputsOf(parts)}`;
  return pageText({ lang, title: say(words.title), body });
}

interface Parts extends Printed {
  dateOf(text: string): string;
}

/** The head of a table; the amounts and counts of some columns stand at its right. */
function headOf(say: Say, columns: readonly (readonly [Message, 'number'?])[]): Html {
  return html`<thead><tr>${columns.map(
    ([head, kind]) => html`<th${kind && html` class="${kind}"`}>${say(head)}</th>`,
  )}</tr></thead>`;
}

function classesOf({ say, result }: Parts): Html {
  const rows = [...result.summary].flatMap(([kind, { count, amount, orders, bank }]) => {
    if (count === 0) return [];
    const tone = kind === 'matched' ? 'good' : 'bad';
    return html`<tr><td><strong class="${tone}">${say(recordClasses[kind])}</strong></td>
<td class="number">${count}</td><td class="number">${grouped(amount)}</td>
<td class="number">${orders.rows}</td><td class="number">${grouped(orders.amount)}</td>
<td class="number">${bank.rows}</td><td class="number">${grouped(bank.amount)}</td></tr>
`;
  });
  const amount = [words.amount, 'number'] as const;
  const head = headOf(say, [
    ...([[words.className], [words.records, 'number'], amount] as const),
    ...([[words.orders, 'number'], amount, [words.bank, 'number'], amount] as const),
  ]);
  return html`<h2>${say(words.byClass)}</h2>
<table>${head}
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
  const { say } = parts;
  const rows = daysIn(parts).map(
    ({ date, matched, breaks }) => html`<tr><td>${date}</td>
<td class="number">${matched.count}</td><td class="number">${grouped(matched.amount)}</td>
<td class="number">${breaks.count}</td><td class="number">${grouped(breaks.amount)}</td></tr>
`,
  );
  const amount = [words.amount, 'number'] as const;
  const sums = [[words.matched, 'number'], amount, [words.breaks, 'number'], amount] as const;
  return html`<h2>${say(words.byDay)}</h2>
<table>${headOf(say, [[words.day], ...sums])}<tbody>${rows}</tbody></table>`;
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
  return html`<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${parts.say(words.chart)}">
<line x1="0" y1="${base}" x2="${width}" y2="${base}" stroke="var(--line)"/>
${bars}</svg>
<figcaption class="faint">${parts.say(words.chart)}</figcaption></figure>`;
}

function breaksOf(parts: Parts): Html {
  const { say, result } = parts;
  const breaks = result.records.filter(({ kind }) => kind !== 'matched');
  const shown = breaks.slice(0, MOST).map((found) => breakOf(parts, found));
  const more = breaks.length - shown.length;
  const rest = more > 0 ? html`<p>${say(words.more(more))}</p>` : html``;
  return html`<h2>${say(words.each)}</h2>
${shown.length === 0 ? html`<p class="good">${say(words.none)}</p>` : shown}${rest}`;
}

function breakOf({ say, presenter }: Parts, found: Found): Html {
  const record = presenter.record(found);
  const text = (path: string) => textOf(at(record, path) ?? null);
  const facts: [Message, Text | undefined][] = [
    [words.orders, withCommas(text('amounts.orders'))],
    [words.bank, withCommas(text('amounts.bank'))],
    [words.journal, withCommas(text('amounts.journal'))],
    [words.inquiry, withCommas(text('amounts.inquiry'))],
    [words.transaction, text('transactionId')],
    [words.days, text('days') === '0' ? undefined : text('days')],
    [words.learned, learnedOf(record)],
    [words.similar, text('suggests.reference')],
    [words.lines, placesOf(record)],
    [words.file, found.bad && faultOf(found.bad)],
    [words.next, text('next')],
  ];
  const list = facts.flatMap(([name, value]) => {
    const shown = value === undefined ? '' : say(value);
    return shown === '' ? [] : html`<dt>${say(name)}</dt><dd>${shown}</dd>`;
  });
  return html`<article><h3>${text('reference') ?? ''} <span class="bad">${say(recordClasses[found.kind])}</span></h3>
<dl>${list}</dl></article>
`;
}

function placesOf(record: JsonObject): Message {
  const lines = (side: string) => {
    const rows: Json | undefined = at(record, `rows.${side}`);
    return Array.isArray(rows) ? rows.flatMap((row) => textOf(row) ?? []).join(', ') : '';
  };
  const [orders, bank] = [lines('orders'), lines('bank')];
  return joined([
    ...(orders === '' ? [] : [words.ordersAt(orders)]),
    ...(bank === '' ? [] : [words.bankAt(bank)]),
  ]);
}

/** Without what stands in the file: it could be anybody's name. */
function faultOf({ file, line, column, discreet }: BadLine): Message {
  const fault = column === null ? discreet : rejectedLines.ofColumn(column, discreet);
  return rejectedLines.at({ file, line, fault });
}

/** Our words and the request's number; never those of the bank. */
function learnedOf(record: JsonObject): Message | undefined {
  const learned = record.learned ?? null;
  if (!isJsonObject(learned) || learned.requestUId === undefined) return undefined;
  const request = textOf(learned.requestUId) ?? '';
  const amount = withCommas(textOf(learned.amount));
  if (learned.paid === true) {
    return amount === undefined ? words.paid(request) : words.paidAmount(amount, request);
  }
  return amount === undefined ? words.notPaid(request) : words.notPaidAmount(amount, request);
}

function inputsOf({ say, presenter }: Parts): Html {
  const rows = presenter.inputs().map((input) => {
    const text = (path: string) => textOf(at(input, path) ?? null) ?? '';
    const agrees = at(input, 'control.agrees');
    const stated = agrees === true ? words.agrees : words.disagrees;
    const side = text('role') === 'orders' ? words.orders : words.bank;
    return html`<tr><td>${say(side)}</td><td>${text('file')}</td><td class="number">${text('rows')}</td>
<td class="number">${withCommas(text('total'))}</td><td class="number">${text('rejected')}</td>
<td class="${agrees === false ? 'bad' : ''}">${say(agrees === undefined ? words.noTrailer : stated)}</td><td><code>${text('sha256')}</code></td></tr>
`;
  });
  const figures = [words.lines, words.total, words.rejected].map(
    (head) => [head, 'number'] as const,
  );
  const head = headOf(say, [
    ...([[words.side], [words.file]] as const),
    ...figures,
    ...([[words.trailer], [words.hash]] as const),
  ]);
  return html`<h2>${say(words.inputs)}</h2>
<table>${head}<tbody>${rows}</tbody></table>`;
}

function grouped(sum: Sum): string {
  return withCommas(sum.toString()) ?? '';
}

function withCommas(amount: string | undefined): string | undefined {
  return amount?.replace(/(?<=[0-9])(?=(?:[0-9]{3})+\.)/g, ',');
}
