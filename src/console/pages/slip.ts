import { maskPersonal } from '../../bank/privacy.js';
import { jsonText } from '../../core/json.js';
import { type Message, wordedData } from '../../core/message.js';
import { actWords } from '../../messages/console-payments.js';
import { searchWords as words } from '../../messages/console-search.js';
import { dates } from '../../messages/dates.js';
import { labels } from '../../messages/labels.js';
import { wording } from '../../messages/wording.js';
import { type DataRecord, fieldText, isDataRecord } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { type Fact, factList } from '../../web/table.js';
import type { CommandProblem, CommandResult } from '../commands.js';
import { amountText, paymentLink } from '../format.js';
import { postForm } from '../forms.js';
import type { Frame } from '../frame.js';
import { badge, failureCard, isUnreached, type Tone } from '../notices.js';

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

/** A slip as its page shows it. */
export interface JudgedSlip {
  card: Html;
  tone: Tone;
  /** Stands above the page where the slip does not prove the payment. */
  headline?: Message;
}

/**
 * The picture beside what the bank says of it, names masked as in tables.
 *
 * @param isPaid nothing speaks against the payment itself
 */
export function slipCard(frame: Frame, slip: LookedAt, isPaid: boolean): JudgedSlip {
  const { ran, key } = slip;
  const tone = slipTone(ran, isPaid);
  const record = maskPersonal(wordedData(ran.data, frame.say));
  const isKnown = isDataRecord(record) && fieldText(record, 'transRef') !== '';
  const picture = key && html`<figure><img src="/slip/${key}" alt="${words.slipShown}"></figure>`;
  const said = isKnown
    ? html`${slipJudgement(frame, slip, record, tone)}
${factList(slipFacts(record))}
${compareForm(frame, slip, record, tone)}`
    : ran.problem && failureCard(frame, ran.problem);
  const card = html`<section class="card slip"><h2>${words.slipFacts}</h2>
<div class="columns">${picture || undefined}<div>${said}</div></div></section>
`;
  const headline = isKnown ? slipHeadline(ran) : undefined;
  return { card, tone, ...(headline && { headline }) };
}

/** Good only where somebody said what to expect, and nothing speaks against it. */
function slipTone({ problem, beside = {} }: CommandResult, isPaid: boolean): Tone {
  if (problem) return isUnreached(problem) ? 'wait' : 'bad';
  const isProven = beside.toCompare === false && jsonText(beside.firstVerified) === undefined;
  return isProven && isPaid ? 'good' : 'wait';
}

function slipHeadline({ problem, beside = {} }: CommandResult): Message | undefined {
  if (jsonText(beside.acceptedBefore) !== undefined) return words.slipTaken;
  if (problem?.exitClass === 'REJECTED') return words.slipNot;
  return jsonText(beside.firstVerified) === undefined ? undefined : words.slipSeen;
}

function slipJudgement(
  frame: Frame,
  { ran, once }: LookedAt,
  record: DataRecord,
  tone: Tone,
): Html {
  const { problem, beside = {} } = ran;
  if (problem?.exitClass === 'REJECTED') return refusalText(problem);
  if (problem) return failureCard(frame, problem);
  if (once) return html`<p role="status">${badge(actWords.accepted, 'good')}</p>`;
  const first = jsonText(beside.firstVerified);
  const amount = amountText(fieldText(record, 'amount'));
  return html`${tone === 'good' ? html`<p>${badge(words.slipReal, 'good')}</p>` : undefined}
${first && html`<p>${words.seenFirst(dates.written(first))}</p>`}
${beside.toCompare === false ? undefined : html`<p><strong>${words.slipToCompare(amount)}</strong></p>`}`;
}

/** Why the slip does not prove what it should. */
function refusalText({ message, fields = [], hint }: CommandProblem): Html {
  const items = fields.map(
    ({ field, message: wrong }) => html`<li><bdi>${wording.about(field, wrong)}</bdi></li>`,
  );
  return html`<div role="alert"><p><bdi>${message}</bdi></p>
${items.length === 0 ? undefined : html`<ul>${items}</ul>`}
<p><strong>${hint}</strong></p></div>`;
}

/** The same slip again, with what it should be. */
function compareForm(
  frame: Frame,
  { key, amount, order, once }: LookedAt,
  record: DataRecord,
  tone: Tone,
): Html {
  const fields = html`<div class="line">${expectedFields(amount, order)}</div>`;
  const compare = html`<button class="second">${words.compare}</button>`;
  if (key === undefined) {
    const hidden = html`<input type="hidden" name="bank" value="${fieldText(record, 'sendingBank')}">`;
    return html`<form action="${paymentLink(fieldText(record, 'transRef'))}" method="get">${hidden}${fields}<div class="actions">${compare}</div></form>`;
  }
  const look = tone === 'good' ? undefined : html` class="second"`;
  const accept =
    frame.may('accept') && !once && tone !== 'bad'
      ? html` <button name="accept" value="once"${look}>${words.slipAccept}</button>`
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
