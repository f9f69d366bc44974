import { textOf } from '../../core/json.js';
import { joined, type Message } from '../../core/message.js';
import type { Kind, SourceName, State } from '../../find/payment.js';
import { paymentListWords as words } from '../../messages/console-payments.js';
import { labels } from '../../messages/labels.js';
import { paymentKinds, paymentSources, paymentStates } from '../../messages/payments.js';
import { cellIn, type DataRecord, fieldIn, fieldText, recordsOf, saidIn } from '../../web/data.js';
import { type Html, html } from '../../web/html.js';
import { type Column, htmlTable } from '../../web/table.js';
import type { CommandResult } from '../commands.js';
import { amountText, labelFor, momentOf, paymentLink } from '../format.js';
import { badge, type Tone } from '../notices.js';

/** A payment as `find` tells of it. */
export interface Listed {
  record: DataRecord;
  /** Another of this amount and payer came within half an hour. */
  isDouble: boolean;
}

export function listedIn({ data, beside }: CommandResult): Listed[] {
  const marked = fieldIn(beside, 'possibleDuplicates');
  const doubles = new Set(Array.isArray(marked) ? marked.map((one) => textOf(one)) : []);
  return recordsOf(data).map((record, index) => {
    return { record, isDouble: doubles.has(String(index)) };
  });
}

export function paymentTable(label: Message, rows: readonly Listed[]): Html {
  return htmlTable({ label, columns: COLUMNS, rows, asCards: true });
}

export const KINDS: Readonly<Record<Kind, Message>> = paymentKinds;
export const STATES: Readonly<Record<State, Message>> = paymentStates;
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

const COLUMNS: readonly Column<Listed>[] = [
  { name: labels.reference, cell: referenceOf },
  {
    name: labels.amount,
    look: 'number',
    cell: ({ record }) => amountText(cellIn(record, 'amount')),
  },
  { name: labels.state, cell: stateOf },
  { name: labels.payer, cell: ({ record }) => bdi(cellIn(record, 'payer')) },
  { name: labels.time, look: 'keep', cell: ({ record }) => momentOf(cellIn(record, 'at')) },
  { name: labels.kind, cell: ({ record }) => labelFor(KINDS, cellIn(record, 'kind')) },
  {
    name: labels.transaction,
    look: 'more',
    cell: ({ record }) => bdi(cellIn(record, 'transactionId')),
  },
  { name: labels.sources, look: 'more', cell: ({ record }) => sourcesOf(record) },
];

/** Nothing for an empty text, so that its cell is empty, too. */
function bdi(text: string): Html | undefined {
  return text === '' ? undefined : html`<bdi>${text}</bdi>`;
}

/** With what contradicts it. */
function referenceOf({ record }: Listed): Html {
  const id = cellIn(record, 'reference') || cellIn(record, 'transactionId');
  // A reference that several have paid is asked about on the day of this payment.
  const link = paymentLink(id, { date: cellIn(record, 'at').slice(0, 10) });
  const gap = saidIn(record, 'contradiction');
  return html`<a href="${link}"><bdi>${id}</bdi></a>${gap && html`<br><span class="bad">! <bdi>${gap}</bdi></span>`}`;
}

function stateOf({ record, isDouble }: Listed): Html {
  const state = fieldText(record, 'state');
  const double = isDouble ? html` ${badge(words.possibleDuplicate, 'wait')}` : undefined;
  return html`<span>${badge(labelFor(STATES, state), TONES[state] ?? 'quiet')}${double}</span>`;
}

export function sourcesOf({ sources }: DataRecord): Message | undefined {
  if (!Array.isArray(sources)) return undefined;
  return joined(
    sources.map((source) => labelFor(SOURCES, textOf(source) ?? '')),
    ', ',
  );
}
