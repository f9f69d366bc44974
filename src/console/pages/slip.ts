import { maskPersonal } from '../../bank/privacy.js';
import { textOf } from '../../core/json.js';
import { wordedData } from '../../core/message.js';
import { actWords } from '../../messages/console-payments.js';
import { searchWords as words } from '../../messages/console-search.js';
import { dates } from '../../messages/dates.js';
import { labels } from '../../messages/labels.js';
import { type DataRecord, fieldText, isDataRecord } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { type Fact, factsOf } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, paymentLink } from '../format.js';
import { postForm } from '../forms.js';
import type { Frame } from '../frame.js';
import { badge, failureCard, type Tone } from '../notices.js';

/** A slip that was looked at. */
export interface LookedAt {
  /** What `slip verify` says. */
  ran: CommandResult;
  /** Names its picture for the page and its form; absent where only its reference is known. */
  key?: string;
  /** What somebody expects of it. */
  amount?: string | undefined;
  order?: string | undefined;
  /** It was to be accepted. */
  once?: boolean;
}

/** The picture beside what the bank says of it, names masked as in tables. */
export function slipCard(frame: Frame, slip: LookedAt): { card: Html; tone: Tone } {
  const { ran, key } = slip;
  const tone = toneOf(ran);
  const record = maskPersonal(wordedData(ran.data, frame.say));
  const isKnown = isDataRecord(record) && fieldText(record, 'transRef') !== '';
  const failure = ran.problem && failureCard(frame, ran.problem);
  const picture = key && html`<figure><img src="/slip/${key}" alt="${words.slipShown}"></figure>`;
  const said = isKnown
    ? html`${judgementOf(slip, record, tone)}${failure}
${factsOf(slipFacts(record))}
${compareForm(frame, slip, record)}`
    : failure;
  const card = html`<section class="card slip"><h2>${words.slipFacts}</h2>
<div class="columns">${picture || undefined}<div>${said}</div></div></section>
`;
  return { card, tone };
}

/** Good only where somebody said what to expect, and nothing speaks against it. */
function toneOf({ problem, beside = {} }: CommandResult): Tone {
  if (problem) return 'bad';
  return beside.toCompare === false && textOf(beside.firstVerified) === undefined ? 'good' : 'wait';
}

function judgementOf({ ran, once }: LookedAt, record: DataRecord, tone: Tone): Html {
  const { problem, beside = {} } = ran;
  if (problem) return html`<p>${badge(words.slipNot, 'bad')}</p>`;
  if (once) return html`<p role="status">${badge(actWords.accepted, 'good')}</p>`;
  const first = textOf(beside.firstVerified);
  const amount = amountText(fieldText(record, 'amount'));
  return html`${tone === 'good' ? html`<p>${badge(words.slipReal, 'good')}</p>` : undefined}
${first && html`<p>${badge(words.slipSeen, 'wait')} ${words.seenFirst(dates.written(first))}</p>`}
${beside.toCompare === false ? undefined : html`<p><strong>${words.slipToCompare(amount)}</strong></p>`}`;
}

/** The same slip again, with what it should be. */
function compareForm(
  frame: Frame,
  { key, amount, order, once }: LookedAt,
  record: DataRecord,
): Html {
  const fields = html`<div class="line">${expectedFields(amount, order)}</div>`;
  const compare = html`<button class="second">${words.compare}</button>`;
  if (key === undefined) {
    const hidden = html`<input type="hidden" name="bank" value="${fieldText(record, 'sendingBank')}">`;
    return html`<form action="${paymentLink(fieldText(record, 'transRef'))}" method="get">${hidden}${fields}<div class="actions">${compare}</div></form>`;
  }
  const accept =
    frame.may('accept') && !once
      ? html` <button name="accept" value="once">${words.slipAccept}</button>`
      : undefined;
  const content = html`<input type="hidden" name="picture" value="${key}">
${fields}<div class="actions">${compare}${accept}</div>`;
  return postForm(frame, '/slip', content);
}

/** What a person expects of a slip. */
export function expectedFields(amount = '', order = ''): Html {
  return html`<label>${words.expectedAmount} <input name="amount" value="${amount}" inputmode="decimal" maxlength="20" autocomplete="off" size="12"></label>
<label>${words.expectedOrder} <input name="order" value="${order}" maxlength="50" autocomplete="off" size="16"></label>`;
}

function slipFacts(record: DataRecord): Fact[] {
  const text = (path: string) => fieldText(record, path);
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
