import { type StatementEntry, statementReference, trimmedAmount } from './entry.js';
import { XmlFields } from './xml-fields.js';

const CHARGES = ['Chrgs/TtlChrgsAndTaxAmt', 'Chrgs/Amt+', 'Chrgs/Rcrd/Amt+'];

/** Fields of an entry (Ntry), by ISO 20022 in all its versions. */
export const ENTRY_PATHS = [
  ...['Amt', 'Amt@Ccy', 'CdtDbtInd', 'RvslInd', 'Sts', 'Sts/Cd', 'AcctSvcrRef', 'AddtlNtryInf'],
  ...['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm', 'NtryDtls/Btch/NbOfTxs+'],
  ...CHARGES,
];

/** The name of a party: since version 08, and before. */
const CREDITOR = ['RltdPties/Cdtr/Pty/Nm', 'RltdPties/Cdtr/Nm'] as const;
const DEBTOR = ['RltdPties/Dbtr/Pty/Nm', 'RltdPties/Dbtr/Nm'] as const;

/** Fields of one transaction of an entry (TxDtls). */
export const DETAIL_PATHS = [
  ...['Amt', 'Amt@Ccy', 'CdtDbtInd', 'AmtDtls/TxAmt/Amt', 'AmtDtls/TxAmt/Amt@Ccy'],
  ...['Refs/EndToEndId', 'Refs/TxId', 'Refs/InstrId', 'Refs/AcctSvcrRef'],
  ...['RmtInf/Ustrd+', 'RmtInf/Strd/CdtrRefInf/Ref', 'AddtlTxInf'],
  ...CREDITOR,
  ...DEBTOR,
  ...CHARGES,
];

/** What an entry says of all its transactions. */
export type EntryHead = Pick<
  StatementEntry,
  'amount' | 'currency' | 'date' | 'status' | 'position'
> & {
  valueDate: string;
  accountServicerReference: string;
  text: string;
};

export function parseEntryHead(entry: XmlFields, position: string): EntryHead {
  const valueDate = withoutZone(entry.get('ValDt/Dt')) ?? entry.get('ValDt/DtTm') ?? '';
  const date = withoutZone(entry.get('BookgDt/Dt')) ?? entry.get('BookgDt/DtTm');
  return {
    amount: signed(entry.get('Amt'), entry.get('CdtDbtInd')),
    currency: entry.get('Amt@Ccy') ?? '',
    date: date ?? valueDate,
    valueDate,
    status: entryStatus(entry),
    accountServicerReference: statementReference(entry.get('AcctSvcrRef')),
    text: entry.get('AddtlNtryInf') ?? '',
    position,
  };
}

const ISO_DAY = 10;

/** A date is one of the bank's own days: a zone behind it moves nothing. */
function withoutZone(text: string | undefined): string | undefined {
  if (text === undefined || text.length === ISO_DAY) return text;
  return text.replace(/(?:Z|[+-][0-9]{2}:[0-9]{2})$/, '');
}

/** Without a sign of its own; empty where nobody says whether it came or went. */
function signed(amount = '', indicator = ''): string {
  const plain = trimmedAmount(amount);
  if (indicator === 'CRDT') return plain;
  return indicator === 'DBIT' ? `-${plain}` : '';
}

/** Version 02 has the status as text, later ones as a code: pending, for information, of a day to come. */
const NOT_BOOKED: ReadonlySet<string | undefined> = new Set(['PDNG', 'INFO', 'FUTR']);

/** What is not booked is no payment yet. */
function entryStatus(entry: XmlFields): StatementEntry['status'] {
  if (NOT_BOOKED.has(entry.get('Sts/Cd') ?? entry.get('Sts'))) return 'open';
  const reversal = entry.get('RvslInd');
  return reversal === 'true' || reversal === '1' ? 'reversed' : '';
}

/** The amount of one transaction of a batch; empty where it has none in the currency of its entry. */
export function detailAmount(detail: XmlFields, { amount: whole, currency }: EntryHead): string {
  const path = detail.get('Amt') !== undefined ? 'Amt' : 'AmtDtls/TxAmt/Amt';
  if (detail.get(`${path}@Ccy`) !== currency) return '';
  const indicator = detail.get('CdtDbtInd') ?? (whole.startsWith('-') ? 'DBIT' : 'CRDT');
  return signed(detail.get(path), indicator);
}

const NOTHING = new XmlFields();

/**
 * An entry with one of its transactions. In a batch it has a transaction id only where it has one of
 * its own, because that of the entry belongs to all of them.
 *
 * @param apart of a batch: its amount, and which one it is
 */
export function toEntry(
  head: EntryHead,
  detail = NOTHING,
  apart?: { amount: string; number: number },
): StatementEntry {
  const ref = (path: string) => statementReference(detail.get(path));
  const servicer =
    ref('Refs/AcctSvcrRef') || (apart === undefined ? head.accountServicerReference : '');
  const transaction = ref('Refs/TxId');
  const [party, partyBefore8] = head.amount.startsWith('-') ? CREDITOR : DEBTOR;
  return {
    amount: apart === undefined ? head.amount : apart.amount,
    currency: head.currency,
    date: head.date,
    valueDate: head.valueDate,
    status: head.status,
    position: apart === undefined ? head.position : `${head.position}.${apart.number}`,
    EndToEndId: ref('Refs/EndToEndId'),
    TxId: transaction,
    InstrId: ref('Refs/InstrId'),
    AcctSvcrRef: servicer,
    CdtrRef: ref('RmtInf/Strd/CdtrRefInf/Ref'),
    text: detail.get('RmtInf/Ustrd+') ?? detail.get('AddtlTxInf') ?? head.text,
    transactionId: servicer || transaction,
    counterparty: detail.get(party) ?? detail.get(partyBefore8) ?? '',
  };
}
