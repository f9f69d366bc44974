import { exitClassForCode } from '../../core/errors.js';
import { stringifyJson } from '../../core/json.js';
import { wordedData } from '../../core/message.js';
import { pageNames } from '../../messages/console.js';
import { journalWords as words } from '../../messages/console-records.js';
import { labels } from '../../messages/labels.js';
import { endings } from '../../messages/payments.js';
import { lineTypes } from '../../messages/value-names.js';
import { type DataRecord, fieldText, isDataRecord, toDataRecords } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { type Fact, factList, htmlTable } from '../../web/table.js';
import { amountText, labelFor, momentText } from '../format.js';
import type { Frame } from '../frame.js';
import { chargeStateBadge } from './journal.js';

/** What was sent under a reference, and how it ended; how it is kept, for those who want it. */
export function chargesCard(frame: Frame, charges: readonly DataRecord[]): Html {
  return html`<details class="card" id="journal"><summary>${pageNames.journal} (${charges.length})</summary>
${charges.map((charge) => chargeCard(frame, charge))}</details>`;
}

function chargeCard(frame: Frame, charge: DataRecord): Html {
  return html`<section><h3>${frame.chargeName(fieldText(charge, 'operation'))} ${chargeStateBadge(charge)}</h3>
${factList(chargeFacts(charge))}
${lineTable(frame, toDataRecords(charge.lines))}</section>
`;
}

function chargeFacts(charge: DataRecord): Fact[] {
  const text = (name: string) => fieldText(charge, name);
  const last = toDataRecords(charge.lines).findLast(({ outcome }) => isDataRecord(outcome));
  const ended = exitClassForCode(text('class'));
  const attempts = text('attempts');
  return [
    [labels.amount, text('amount') && `${amountText(text('amount'))} THB`],
    [labels.outcome, ended && ended !== 'SUCCESS' ? endings[ended] : ''],
    [labels.answer, last && answerCell(last)],
    [labels.code, fieldText(last, 'outcome.code')],
    [labels.sentAt, momentText(text('startedAt'))],
    [labels.endedAt, momentText(text('endedAt'))],
    [labels.request, text('requestUId')],
    [labels.attempts, attempts === '1' ? '' : attempts],
    [labels.profile, text('profile')],
    [labels.machine, text('machine')],
  ];
}

/** What the bank said, in its words; where it said nothing, why, as it is kept. */
function answerCell(line: DataRecord): Html | undefined {
  const kept = fieldText(line, 'outcome.status.description') || fieldText(line, 'outcome.message');
  return kept === '' ? undefined : html`<bdi class="theirs">${kept}</bdi>`;
}

function lineTable({ say }: Frame, lines: readonly DataRecord[]): Html {
  const table = htmlTable({
    label: words.raw,
    columns: [
      { name: labels.time, look: 'keep', cell: (line) => momentText(fieldText(line, 'at')) },
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
