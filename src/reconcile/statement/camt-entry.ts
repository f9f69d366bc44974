import type { Entry } from './entry.js';
import { plainAmount, referenceIn } from './entry.js';
import { type Element, elementAt, textAt } from './xml.js';

/** What an entry says of all its details. */
export type EntryHead = Pick<
  Entry,
  'amount' | 'currency' | 'date' | 'valueDate' | 'status' | 'position'
> & { accountServicerReference: string; text: string };

export function headOf(entry: Element, position: number): EntryHead {
  const amount = elementAt(entry, 'Amt');
  const booked = dateIn(entry, 'BookgDt');
  const valueDate = dateIn(entry, 'ValDt');
  return {
    amount: signed(amount, textAt(entry, 'CdtDbtInd')),
    currency: amount?.attributes.Ccy ?? '',
    date: booked || valueDate,
    valueDate,
    status: statusOf(entry),
    accountServicerReference: referenceIn(textAt(entry, 'AcctSvcrRef')),
    text: textAt(entry, 'AddtlNtryInf'),
    position: String(position),
  };
}

function dateIn(entry: Element, name: string): string {
  return textAt(entry, name, 'Dt') || textAt(entry, name, 'DtTm');
}

function signed(amount: Element | undefined, indicator: string): string {
  const plain = plainAmount(amount?.text ?? '');
  return indicator === 'DBIT' ? `-${plain}` : plain;
}

/** Version 02 has the status as text, later ones as a code. What is not booked is no payment yet. */
function statusOf(entry: Element): Entry['status'] {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  if (status === 'PDNG' || status === 'INFO') return 'open';
  const reversal = textAt(entry, 'RvslInd');
  return reversal === 'true' || reversal === '1' ? 'reversed' : '';
}

/** The amount of one detail of a batch; empty where it has none in the currency of its entry. */
export function amountOf(detail: Element, { amount: whole, currency }: EntryHead): string {
  const amount = elementAt(detail, 'Amt') ?? elementAt(detail, 'AmtDtls', 'TxAmt', 'Amt');
  if (amount === undefined || amount.attributes.Ccy !== currency) return '';
  const indicator = textAt(detail, 'CdtDbtInd') || (whole.startsWith('-') ? 'DBIT' : 'CRDT');
  return signed(amount, indicator);
}

/**
 * An entry with one of its details. A detail of a batch has a transaction id only where it has one of
 * its own, because that of the entry belongs to all of them.
 */
export function entryOf(
  head: EntryHead,
  detail?: Element,
  apart?: { amount: string; number: number },
): Entry {
  const { accountServicerReference, text, ...common } = head;
  const at = (...path: string[]) => (detail === undefined ? '' : textAt(detail, ...path));
  const ref = (name: string) => referenceIn(at('Refs', name));
  const servicer = ref('AcctSvcrRef') || (apart === undefined ? accountServicerReference : '');
  const party = head.amount.startsWith('-') ? 'Cdtr' : 'Dbtr';
  return {
    ...common,
    ...(apart && { amount: apart.amount, position: `${head.position}.${apart.number}` }),
    EndToEndId: ref('EndToEndId'),
    TxId: ref('TxId'),
    InstrId: ref('InstrId'),
    AcctSvcrRef: servicer,
    CdtrRef: referenceIn(at('RmtInf', 'Strd', 'CdtrRefInf', 'Ref')),
    text: textOf(detail) || at('AddtlTxInf') || text,
    transactionId: servicer || ref('TxId'),
    counterparty: at('RltdPties', party, 'Nm') || at('RltdPties', party, 'Pty', 'Nm'),
  };
}

/** Remittance information may be cut into several elements. */
function textOf(detail: Element | undefined): string {
  const information = detail && elementAt(detail, 'RmtInf');
  if (information === undefined) return '';
  const parts = information.children.filter(({ name }) => name === 'Ustrd');
  return parts.map(({ text }) => text.trim()).join(' ');
}
