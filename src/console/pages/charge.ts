import { exitClassOf } from '../../core/errors.js';
import { stringifyJson } from '../../core/json.js';
import { wordedData } from '../../core/message.js';
import { commandOf } from '../../investigate/statement.js';
import { pageNames } from '../../messages/console.js';
import { journalWords as words } from '../../messages/console-records.js';
import { labels } from '../../messages/labels.js';
import { endings } from '../../messages/payments.js';
import { lineTypes } from '../../messages/value-names.js';
import { type DataRecord, fieldText, isDataRecord, recordsOf } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { type Fact, factsOf, htmlTable } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, labelFor, momentOf } from '../format.js';
import type { Frame } from '../frame.js';
import { stateOf } from './journal.js';

/** What was sent under a reference, and how it ended; how it is kept, for those who want it. */
export function chargesOf(frame: Frame, { data }: CommandResult): Html | undefined {
  const charges = recordsOf(data);
  if (charges.length === 0) return undefined;
  return html`<details class="card" id="journal"><summary>${pageNames.journal} (${charges.length})</summary>
${charges.map((charge) => chargeCard(frame, charge))}</details>`;
}

function chargeCard(frame: Frame, charge: DataRecord): Html {
  return html`<section><h3><code>${commandOf(fieldText(charge, 'operation'))}</code> ${stateOf(charge)}</h3>
${factsOf(chargeFacts(charge))}
${linesOf(frame, recordsOf(charge.lines))}</section>
`;
}

function chargeFacts(charge: DataRecord): Fact[] {
  const text = (name: string) => fieldText(charge, name);
  const last = recordsOf(charge.lines).findLast(({ outcome }) => isDataRecord(outcome));
  const ended = exitClassOf(text('class'));
  const attempts = text('attempts');
  return [
    [labels.amount, text('amount') && `${amountText(text('amount'))} THB`],
    [labels.outcome, ended && ended !== 'SUCCESS' ? endings[ended] : ''],
    [labels.answer, last && answerOf(last)],
    [labels.code, fieldText(last, 'outcome.code')],
    [labels.sentAt, momentOf(text('startedAt'))],
    [labels.endedAt, momentOf(text('endedAt'))],
    [labels.request, text('requestUId')],
    [labels.attempts, attempts === '1' ? '' : attempts],
    [labels.profile, text('profile')],
    [labels.machine, text('machine')],
  ];
}

/** What the bank said, in its words; where it said nothing, why, as it is kept. */
function answerOf(line: DataRecord): Html | undefined {
  const kept = fieldText(line, 'outcome.status.description') || fieldText(line, 'outcome.message');
  return kept === '' ? undefined : html`<bdi class="theirs">${kept}</bdi>`;
}

function linesOf({ say }: Frame, lines: readonly DataRecord[]): Html {
  const table = htmlTable({
    label: words.raw,
    columns: [
      { name: labels.time, look: 'keep', cell: (line) => momentOf(fieldText(line, 'at')) },
      {
        name: labels.what,
        look: 'keep',
        cell: (line) => labelFor(lineTypes, fieldText(line, 'type')),
      },
      {
        name: words.raw,
        // What stands in columns of its own is left out.
        cell: (line) =>
          html`<code class="theirs">${stringifyJson(wordedData(withoutColumns(line), say))}</code>`,
      },
    ],
    rows: lines,
  });
  return html`<details><summary>${words.raw} (${lines.length})</summary>${table}</details>`;
}

function withoutColumns(line: DataRecord): DataRecord {
  const { at: _at, type: _type, ...rest } = line;
  return rest;
}
