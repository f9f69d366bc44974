import { EXIT } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import { bangkokDate } from '../../core/time.js';
import type { PaymentState } from '../../find/payment.js';
import { pageNames } from '../../messages/console.js';
import { approvalWords } from '../../messages/console-approvals.js';
import { startWords } from '../../messages/console-payments.js';
import { searchWords as words } from '../../messages/console-search.js';
import { dates } from '../../messages/dates.js';
import { type DataRecord, fieldText, toDataRecords } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import type { CommandResult } from '../commands.js';
import { amountText, href } from '../format.js';
import { fileField, postForm, searchForm, WITH_FILES } from '../forms.js';
import type { Frame, PageParts } from '../frame.js';
import type { Latest } from '../latest-result.js';
import { failureCard } from '../notices.js';
import { confirmationTable } from './confirmations.js';
import { expectedFields } from './slip.js';

/** What the start shows beside the search. */
export interface Overview {
  /** Payments of today; undefined while they are asked for the first time. */
  today: Latest | undefined;
  /** How many proposals wait for whoever reads the page. */
  waiting: number | undefined;
  /** The newest confirmations. */
  received: CommandResult;
}

/** A page with the search alone where it answers something that could not be done. */
export function startPage(
  frame: Frame,
  { notice, asked = '', overview }: { notice?: Html; asked?: string; overview?: Overview } = {},
): PageParts {
  const body = html`<h1>${words.question}</h1>
${searchForm(asked, true)}
<p class="help">${words.help}</p>
${notice}
${overview?.waiting ? html`<p class="note"><a href="/approvals">${approvalWords.waiting(overview.waiting)}</a></p>` : undefined}
${overview && todaySection(frame, overview.today)}
<div class="columns">
${slipForm(frame)}
${overview && newestCard(frame, overview.received)}
</div>`;
  return { title: pageNames.start, path: '/', body, hasSearch: true };
}

/** Figures of a day, each with the list behind it. */
interface Figure {
  name: Message;
  states: readonly PaymentState[];
}

const FIGURES: readonly Figure[] = [
  { name: startWords.paid, states: ['paid', 'partial'] },
  { name: startWords.refunded, states: ['reversed'] },
  { name: startWords.open, states: ['pending', 'unverified'] },
  { name: startWords.unknown, states: ['unknown'] },
];

function todaySection(frame: Frame, latest: Latest | undefined): Html {
  if (latest === undefined) {
    return html`<p class="note" data-counting role="status">${startWords.counting}</p>`;
  }
  const { ran, at } = latest;
  const rows = toDataRecords(ran.data);
  const from = bangkokDate(at);
  const items = FIGURES.map(({ name, states }) => {
    const fitting = rows.filter((row) => states.some((state) => state === fieldText(row, 'state')));
    const count = fitting.reduce((sum, row) => sum + Number(fieldText(row, 'count')), 0);
    const link = href('/payments', { from, ...(states.length === 1 && { state: states[0] }) });
    return html`<li><a href="${link}">${name} <strong>${count}</strong> <span class="sum">${amountText(addAmounts(fitting))} THB</span></a></li>
`;
  });
  const isFailure = ran.problem !== undefined && ran.exit !== EXIT.NOT_FOUND;
  return html`<section id="today"><h2>${startWords.today}</h2>
<ul class="figures">${items}</ul>
<p class="help">${startWords.asOf(dates.moment(at))}</p>
${isFailure && ran.problem ? failureCard(frame, ran.problem) : undefined}</section>`;
}

function addAmounts(rows: readonly DataRecord[]): string {
  const satang = rows.map((row) => parseAmount(fieldText(row, 'amount')) ?? 0n);
  return formatAmount(satang.reduce((sum, one) => sum + one, 0n));
}

function newestCard(frame: Frame, { data, problem }: CommandResult): Html {
  const rows = toDataRecords(data);
  const list =
    rows.length === 0
      ? html`<p class="faint">${startWords.noConfirmations}</p>`
      : confirmationTable(rows);
  return html`<section class="card"><h2><a href="/confirmations">${startWords.newest}</a></h2>
${problem ? failureCard(frame, problem) : list}</section>`;
}

function slipForm(frame: Frame): Html {
  const content = html`<div class="drop" data-drop>
<p class="dropword" aria-hidden="true">${words.slipDrop}</p>
<p class="help">${words.slipHelp}</p>
${fileField({ name: 'file', label: words.slipField, isRequired: true })}
<div class="line">${expectedFields()}</div>
<button class="second">${words.slipButton}</button>
</div>`;
  return html`<section class="card screen" aria-labelledby="slip"><h2 id="slip">${words.slip}</h2>
${postForm(frame, '/slip', content, html`${WITH_FILES} data-paste`)}</section>`;
}
