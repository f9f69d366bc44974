import { maskPersonal } from '../../bank/privacy.js';
import { textOf } from '../../core/json.js';
import { wordedData } from '../../core/message.js';
import { searchWords as words } from '../../messages/console-search.js';
import { dates } from '../../messages/dates.js';
import { labels } from '../../messages/labels.js';
import { type DataRecord, isDataRecord, textIn } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { type Fact, factsOf } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText } from '../format.js';
import type { Frame } from '../frame.js';
import { badge, failureCard, type Tone } from '../notices.js';

/** What the bank says of a slip, names masked as in tables. */
export function slipCard(frame: Frame, ran: CommandResult): Html {
  const { data, problem } = ran;
  const record = maskPersonal(wordedData(data, frame.say));
  const isKnown = isDataRecord(record) && textIn(record, 'transRef') !== '';
  if (problem && !isKnown) return failureCard(frame, problem);
  return html`<section class="card"><h2>${words.slipFacts}</h2>
${isDataRecord(record) ? judgedAs(ran, record) : undefined}
${problem && failureCard(frame, problem)}
${isDataRecord(record) ? factsOf(slipFacts(record)) : undefined}
${isDataRecord(record) ? compareForm(record) : undefined}</section>
`;
}

/** How a slip stands: good only where somebody said what to expect, and nothing speaks against it. */
export function slipTone({ problem, beside = {} }: CommandResult): Tone {
  if (problem) return 'bad';
  return beside.toCompare === false && textOf(beside.firstVerified) === undefined ? 'good' : 'wait';
}

function judgedAs(ran: CommandResult, record: DataRecord): Html {
  const { problem, beside = {} } = ran;
  const first = textOf(beside.firstVerified);
  const amount = amountText(textIn(record, 'amount'));
  const tone = slipTone(ran);
  const isCompared = beside.toCompare === false;
  return html`${problem && html`<p>${badge(words.slipNot, 'bad')}</p>`}
${tone === 'good' ? html`<p>${badge(words.slipReal, 'good')}</p>` : undefined}
${first && html`<p>${badge(words.slipSeen, 'wait')} ${words.seenFirst(dates.written(first))}</p>`}
${problem || isCompared ? undefined : html`<p class="sentence"><strong>${words.slipToCompare(amount)}</strong></p>`}`;
}

/** The same slip again, with what it should be. */
function compareForm(record: DataRecord): Html {
  const hidden = (name: string, value: string) =>
    html`<input type="hidden" name="${name}" value="${value}">`;
  return html`<form class="line" action="/report" method="get">${hidden('id', textIn(record, 'transRef'))}${hidden('bank', textIn(record, 'sendingBank'))}
${expectedFields()} <button class="second">${words.compare}</button></form>`;
}

/** What a person expects of a slip. */
export function expectedFields(): Html {
  return html`<label>${words.expectedAmount} <input name="amount" inputmode="decimal" autocomplete="off"></label>
<label>${words.expectedOrder} <input name="order" autocomplete="off"></label>`;
}

function slipFacts(record: DataRecord): Fact[] {
  const text = (path: string) => textIn(record, path);
  const day = text('transDate').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return [
    [labels.amount, text('amount') && `${amountText(text('amount'))} THB`],
    [labels.time, dates.written(`${day} ${text('transTime')}`.trim())],
    [labels.payer, text('sender.displayName') || text('sender.name')],
    [labels.payee, text('receiver.displayName') || text('receiver.name')],
    [labels.fromBank, text('sendingBank')],
    [labels.toBank, text('receivingBank')],
    [labels.reference, text('transRef')],
  ];
}
