import { jsonText } from '../../core/json.js';
import { joinTexts, type Message } from '../../core/message.js';
import type { SourceName } from '../../find/payment.js';
import { paymentListWords as words } from '../../messages/console-payments.js';
import { labels } from '../../messages/labels.js';
import { paymentKinds, paymentSources, paymentStates } from '../../messages/payments.js';
import {
  cellText,
  type DataRecord,
  fieldText,
  getField,
  getMessage,
  toDataRecords,
} from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { htmlTable, type TableColumn } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, labelFor, momentText, paymentLink } from '../format.js';
import { badge, type Tone } from '../notices.js';

/** A payment as `find` tells of it. */
export interface Listed {
  record: DataRecord;
  /** Another of this amount and payer came within half an hour. */
  isDouble: boolean;
}

export function toListed({ data, beside }: CommandResult): Listed[] {
  const marked = getField(beside, 'possibleDuplicates');
  const doubles = new Set(Array.isArray(marked) ? marked.map((one) => jsonText(one)) : []);
  return toDataRecords(data).map((record, index) => {
    return { record, isDouble: doubles.has(String(index)) };
  });
}

export function paymentTable(label: Message, rows: readonly Listed[]): Html {
  return htmlTable({ label, columns: COLUMNS, rows, asCards: true });
}

const SOURCES: Readonly<Record<SourceName, Message>> = paymentSources;

const TONES: Readonly<Record<string, Tone>> = {
  paid: 'good',
  partial: 'wait',
  pending: 'wait',
  reversed: 'quiet',
  refused: 'quiet',
  unknown: 'bad',
  unverified: 'wait',
};

const COLUMNS: readonly TableColumn<Listed>[] = [
  { name: labels.reference, cell: referenceCell },
  {
    name: labels.amount,
    look: 'number',
    cell: ({ record }) => amountText(cellText(record, 'amount')),
  },
  { name: labels.state, cell: stateBadges },
  { name: labels.payer, look: 'short', cell: ({ record }) => bdi(cellText(record, 'payer')) },
  { name: labels.time, look: 'keep', cell: ({ record }) => momentText(cellText(record, 'at')) },
  {
    name: labels.kind,
    look: 'short',
    cell: ({ record }) => labelFor(paymentKinds, cellText(record, 'kind')),
  },
  {
    name: labels.transaction,
    look: 'more',
    cell: ({ record }) => bdi(cellText(record, 'transactionId')),
  },
  { name: labels.sources, look: 'more', cell: ({ record }) => sourceNames(record) },
];

/** Nothing for an empty text, so that its cell is empty, too. */
function bdi(text: string): Html | undefined {
  return text === '' ? undefined : html`<bdi>${text}</bdi>`;
}

/** With what contradicts it. */
function referenceCell({ record }: Listed): Html {
  const id = cellText(record, 'reference') || cellText(record, 'transactionId');
  // A reference that several have paid is asked about on the day of this payment.
  const link = paymentLink(id, { date: cellText(record, 'at').slice(0, 10) });
  const gap = getMessage(record, 'contradiction');
  return html`<a href="${link}"><bdi>${id}</bdi></a>${gap && html`<br><span class="bad">! <bdi>${gap}</bdi></span>`}`;
}

function stateBadges({ record, isDouble }: Listed): Html {
  const state = fieldText(record, 'state');
  const double = isDouble ? html` ${badge(words.possibleDuplicate, 'wait')}` : undefined;
  return html`<span>${badge(labelFor(paymentStates, state), TONES[state] ?? 'quiet')}${double}</span>`;
}

export function sourceNames({ sources }: DataRecord): Message | undefined {
  if (!Array.isArray(sources)) return undefined;
  return joinTexts(
    sources.map((source) => labelFor(SOURCES, jsonText(source) ?? '')),
    ', ',
  );
}
