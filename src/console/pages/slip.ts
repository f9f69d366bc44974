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
import { badge, failureCard } from '../notices.js';

/** What the bank says of a slip, names masked as in tables. */
export function slipCard(frame: Frame, { data, problem, beside = {} }: CommandResult): Html {
  const record = maskPersonal(wordedData(data, frame.say));
  const isKnown = isDataRecord(record) && textIn(record, 'transRef') !== '';
  if (problem && !isKnown) return failureCard(frame, problem);
  const first = textOf(beside.firstVerified);
  return html`<section class="card"><h2>${words.slipFacts}</h2>
<p>${problem ? badge(words.slipNot, 'bad') : badge(words.slipReal, 'good')} ${first && html`${badge(words.slipSeen, 'wait')} ${words.seenFirst(dates.written(first))}`}</p>
${problem && failureCard(frame, problem)}
${isDataRecord(record) ? factsOf(slipFacts(record)) : undefined}</section>
`;
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
