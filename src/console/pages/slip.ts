import { maskPersonal } from '../../bank/privacy.js';
import { textOf } from '../../core/json.js';
import { wordedData } from '../../core/message.js';
import { actWords } from '../../messages/console-payments.js';
import { searchWords as words } from '../../messages/console-search.js';
import { dates } from '../../messages/dates.js';
import { labels } from '../../messages/labels.js';
import { type DataRecord, isDataRecord, textIn } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { type Fact, factsOf } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText } from '../format.js';
import { postForm } from '../forms.js';
import type { Frame } from '../frame.js';
import { badge, failureCard, noteList } from '../notices.js';

/** A slip that was looked at. */
export interface LookedAt {
  /** What `slip verify` says. */
  ran: CommandResult;
  /** Names the picture for the forms of the page. */
  key: string;
  /** What somebody expects of it; empty where nobody has said. */
  amount: string;
  order: string;
  /** It was to be accepted. */
  once: boolean;
  /** How the investigation of its payment ended. */
  verdict: number;
}

/** The picture beside what the bank says of it, names masked as in tables. */
export function slipCard(frame: Frame, slip: LookedAt): Html {
  const { ran, key } = slip;
  const record = maskPersonal(wordedData(ran.data, frame.say));
  const isKnown = isDataRecord(record) && textIn(record, 'transRef') !== '';
  const facts = isKnown ? factsOf(slipFacts(record)) : undefined;
  return html`<section class="card slip"><h2>${words.slipFacts}</h2>
<div class="columns"><figure><img src="/slip/${key}" alt="${words.slipShown}"></figure>
<div>${judgementOf(frame, slip, isKnown ? record : undefined)}
${facts}
${isKnown ? compareForm(frame, slip) : undefined}</div></div></section>
`;
}

/** Green only where somebody said what the slip should be, and nothing disagrees. */
function judgementOf(frame: Frame, slip: LookedAt, record: DataRecord | undefined): Html {
  const { ran, amount, once, verdict } = slip;
  const { problem, beside = {}, notes } = ran;
  if (problem || record === undefined) {
    const failure = problem && failureCard(frame, problem);
    return html`<p>${badge(words.slipNot, 'bad')}</p>${failure}`;
  }
  const first = once ? undefined : textOf(beside.firstVerified);
  if (once)
    return html`<p role="status">${badge(actWords.accepted, 'good')}</p>${noteList(
      frame,
      notes.filter(({ kind }) => kind === 'warning'),
    )}`;
  const seen =
    first && html`<p>${badge(words.slipSeen, 'wait')} ${words.seenFirst(dates.written(first))}</p>`;
  const isRight = amount !== '' && verdict === 0;
  const said = isRight && !first ? badge(words.slipAgrees, 'good') : badge(words.slipReal, 'quiet');
  const compare =
    amount === '' &&
    html`<p><strong>${words.slipCheckAmount(amountText(textIn(record, 'amount')))}</strong></p>`;
  return html`<p>${said}</p>${seen || undefined}${compare || undefined}`;
}

function compareForm(frame: Frame, { key, amount, order, once }: LookedAt): Html {
  const accept =
    frame.may('accept') && !once
      ? html` <button name="accept" value="once">${words.slipAccept}</button>`
      : undefined;
  const content = html`<input type="hidden" name="picture" value="${key}">
<h3>${words.slipExpected}</h3><div class="line">
<label>${words.slipAmount} <input name="amount" value="${amount}" inputmode="decimal" maxlength="20" autocomplete="off" size="12"></label>
<label>${words.slipOrder} <input name="order" value="${order}" maxlength="50" autocomplete="off" size="16"></label></div>
<div class="actions"><button class="second">${words.slipCompare}</button>${accept}</div>`;
  return postForm(frame, '/slip', content);
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
