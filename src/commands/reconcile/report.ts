import { joinTexts, type Language, type Message, type Say, type Text } from '../../core/message.js';
import { formatDate } from '../../core/time.js';
import { dates } from '../../messages/dates.js';
import { labels } from '../../messages/labels.js';
import { recordClasses, reconcileReport as words } from '../../messages/reconcile.js';
import { rejectedLines } from '../../messages/rejected-lines.js';
import type { BadLine } from '../../reconcile/bad-line.js';
import type { MatchRecord, RecordClass } from '../../reconcile/classes.js';
import { Sum } from '../../reconcile/columns.js';
import type { Presenter } from '../../reconcile/present.js';
import type { Reconciled } from '../../reconcile/reconcile.js';
import type { DayTally, Tally } from '../../reconcile/tallies.js';
import { amountText, type DataRecord, fieldText, getField, getMessage } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { reportDocument } from '../../web/report.js';
import { factList, htmlTable, type TableColumn } from '../../web/table.js';
import { type BookResult, bookSections } from './book-report.js';

/** More rows than a person reads, and as many as a browser opens easily. */
const MOST = 2000;
/** Days that a chart can show side by side. */
const MOST_DAYS = 62;

interface Printed {
  result: Reconciled;
  presenter: Presenter<Text>;
  /** Of a run with --book. */
  book?: BookResult;
}

/** The page of --report. It has no names, no columns of the files, and no words of the bank. */
export function reconcilePage(printed: Printed, lang: Language, now: number, say: Say): string {
  const body = html`${classesSection(printed)}
${chartSection(printed)}
${daysSection(printed)}
${printed.book ? bookSections(printed.book) : breaksSection(printed)}
${inputsSection(printed)}`;
  const made = words.made(dates.moment(now));
  return reportDocument({ lang, title: words.title, made, body }, say);
}

/** A section with one table. */
function tableUnder<Row>(
  heading: Message,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): Html {
  return html`<h2>${heading}</h2>
${htmlTable({ label: heading, columns, rows })}`;
}

function classesSection({ result }: Printed): Html {
  type Row = readonly [RecordClass, Tally];
  const rows: readonly Row[] = [...result.summary].filter(([, { count }]) => count > 0);
  const number = (name: Message, value: (tally: Tally) => number | Sum): TableColumn<Row> => {
    const cell = ([, tally]: Row) => figure(value(tally));
    return { name, look: 'number', cell };
  };
  const columns: readonly TableColumn<Row>[] = [
    {
      name: words.className,
      cell: ([kind]) =>
        html`<strong class="${kind === 'matched' ? 'good' : 'bad'}">${recordClasses[kind]}</strong>`,
    },
    number(words.records, ({ count }) => count),
    number(labels.amount, ({ amount }) => amount),
    number(labels.orders, ({ orders }) => orders.rows),
    number(labels.amount, ({ orders }) => orders.amount),
    number(labels.bank, ({ bank }) => bank.rows),
    number(labels.amount, ({ bank }) => bank.amount),
  ];
  return tableUnder(words.byClass, columns, rows);
}

function figure(value: number | Sum): number | string {
  return typeof value === 'number' ? value : grouped(value);
}

interface Day {
  /** As a program writes it. */
  date: string;
  matched: { count: number; amount: Sum };
  breaks: { count: number; amount: Sum };
}

function listDays({ result }: Printed): Day[] {
  return [...result.days].map(([day, tallies]) => ({
    date: formatDate(day),
    matched: sumTallies(tallies, (kind) => kind === 'matched'),
    breaks: sumTallies(tallies, (kind) => kind !== 'matched'),
  }));
}

function sumTallies(tallies: DayTally, wanted: (kind: RecordClass) => boolean): Day['matched'] {
  const amount = new Sum();
  let count = 0;
  for (const [kind, one] of tallies) {
    if (!wanted(kind)) continue;
    count += one.count;
    amount.add(Number(one.amount.value));
  }
  return { count, amount };
}

function daysSection(printed: Printed): Html {
  const number = (name: Message, value: (day: Day) => number | Sum): TableColumn<Day> => {
    return { name, look: 'number', cell: (day) => figure(value(day)) };
  };
  const columns: readonly TableColumn<Day>[] = [
    { name: words.day, cell: ({ date }) => dates.written(date) },
    number(words.matched, ({ matched }) => matched.count),
    number(labels.amount, ({ matched }) => matched.amount),
    number(words.breaks, ({ breaks }) => breaks.count),
    number(labels.amount, ({ breaks }) => breaks.amount),
  ];
  return tableUnder(words.byDay, columns, listDays(printed));
}

/** A pair of bars for each day. The table below has the same figures for those who cannot see it. */
function chartSection(printed: Printed): Html {
  const days = listDays(printed).slice(-MOST_DAYS);
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
        ? html`<text x="${x}" y="${base + 18}" text-anchor="middle">${dates.withoutYear(date)}</text>`
        : html``;
    return html`<rect x="${x - bar}" y="${base - up}" width="${bar}" height="${up}" fill="var(--bar)"/>
<rect x="${x}" y="${base - down}" width="${bar}" height="${down}" fill="var(--bad)"/>${label}
`;
  });
  return html`<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${words.chart}">
<line x1="0" y1="${base}" x2="${width}" y2="${base}" stroke="var(--line)"/>
${bars}</svg>
<figcaption class="faint">${words.chart}</figcaption></figure>`;
}

function breaksSection(printed: Printed): Html {
  const breaks = printed.result.records.filter(({ kind }) => kind !== 'matched');
  const shown = breaks.slice(0, MOST).map((match) => breakSection(printed, match));
  const more = breaks.length - shown.length;
  return html`<h2>${words.each}</h2>
${shown.length === 0 ? html`<p class="good">${words.none}</p>` : shown}${more > 0 ? html`<p>${words.more(more)}</p>` : undefined}`;
}

function breakSection({ presenter }: Printed, match: MatchRecord): Html {
  const record = presenter.record(match);
  const text = (path: string) => fieldText(record, path);
  const days = text('days');
  const facts = factList([
    [labels.orders, amountText(text('amounts.orders'))],
    [labels.bank, amountText(text('amounts.bank'))],
    [words.journal, amountText(text('amounts.journal'))],
    [words.inquiry, amountText(text('amounts.inquiry'))],
    [labels.transaction, text('transactionId')],
    [words.days, days === '0' ? '' : days],
    [words.learned, learnedText(record)],
    [words.fees, amountText(text('settlement.fees'))],
    [words.left, amountText(text('settlement.left'))],
    [words.similar, text('suggests.reference')],
    [words.lines, placesText(record)],
    [words.file, match.bad && faultText(match.bad)],
    [words.next, getMessage(record, 'next')],
  ]);
  return html`<article><h3>${text('reference')} <span class="bad">${recordClasses[match.kind]}</span></h3>
${facts}</article>
`;
}

function placesText(record: DataRecord): Message | undefined {
  const lineNumbers = (side: string) => {
    const rows = getField(record, `rows.${side}`);
    const count = Array.isArray(rows) ? rows.length : 0;
    return Array.from({ length: count }, (_, at) => fieldText(record, `rows.${side}.${at}`)).join(
      ', ',
    );
  };
  const [orders, bank] = [lineNumbers('orders'), lineNumbers('bank')];
  const places = [
    ...(orders === '' ? [] : [words.ordersAt(orders)]),
    ...(bank === '' ? [] : [words.bankAt(bank)]),
  ];
  return places.length === 0 ? undefined : joinTexts(places);
}

/** Quotes nothing from the file: it could be a person's name. */
function faultText({ file, line, column, discreet }: BadLine): Message {
  const fault = column === null ? discreet : rejectedLines.ofColumn(column, discreet);
  return rejectedLines.at({ file, line, fault });
}

/** In our words, with the id of the request; the bank's words stay out of the page. */
function learnedText(record: DataRecord): Message | undefined {
  const request = fieldText(record, 'learned.requestUId');
  if (request === '') return undefined;
  const amount = amountText(fieldText(record, 'learned.amount'));
  if (getField(record, 'learned.paid') === true) {
    return amount === '' ? words.paid(request) : words.paidAmount(amount, request);
  }
  return amount === '' ? words.notPaid(request) : words.notPaidAmount(amount, request);
}

function inputsSection({ presenter }: Printed): Html {
  const columns: readonly TableColumn<DataRecord>[] = [
    { name: words.side, cell: ({ role }) => (role === 'orders' ? labels.orders : labels.bank) },
    { name: words.file, cell: (input) => fieldText(input, 'file') },
    { name: words.lines, look: 'number', cell: (input) => fieldText(input, 'rows') },
    { name: labels.total, look: 'number', cell: (input) => amountText(fieldText(input, 'total')) },
    { name: words.rejected, look: 'number', cell: (input) => fieldText(input, 'rejected') },
    { name: words.trailer, cell: trailerText },
    { name: words.hash, cell: (input) => html`<code>${fieldText(input, 'sha256')}</code>` },
  ];
  return tableUnder(words.inputs, columns, presenter.inputs());
}

function trailerText(input: DataRecord): Message | Html {
  const agrees = getField(input, 'control.agrees');
  if (agrees === undefined) return words.noTrailer;
  return agrees === true ? words.agrees : html`<span class="bad">${words.disagrees}</span>`;
}

function grouped(sum: Sum): string {
  return amountText(sum.toString());
}
