import type { Message } from '../../core/message.js';
import { statementWords as words } from '../../messages/statements.js';
import { parseSatang, wholeNumber } from '../amounts.js';
import type { Controls, Statement, StatementSums } from './controls.js';
import { BAHT_AMOUNT, trimmedAmount } from './entry.js';
import type { XmlFields } from './xml-fields.js';

const TOTALS = ['TtlNtries', 'TtlCdtNtries', 'TtlDbtNtries'].flatMap((total) => [
  `TxsSummry/${total}/NbOfNtries`,
  `TxsSummry/${total}/Sum`,
]);

/** Fields of a statement (Stmt) or notification (Ntfctn), by ISO 20022 in all its versions. */
export const STATEMENT_PATHS = [
  ...['Acct/Id/IBAN', 'Acct/Id/Othr/Id', 'ElctrncSeqNb', 'LglSeqNb', 'CreDtTm', 'FrToDt/ToDtTm'],
  ...['StmtPgntn/PgNb', 'StmtPgntn/LastPgInd', 'NtfctnPgntn/PgNb', 'NtfctnPgntn/LastPgInd'],
  ...TOTALS,
  // Early versions have the net amount beside the sum, later ones in a block of its own.
  ...['TxsSummry/TtlNtries/TtlNetNtryAmt', 'TxsSummry/TtlNtries/CdtDbtInd'],
  ...['TxsSummry/TtlNtries/TtlNetNtry/Amt', 'TxsSummry/TtlNtries/TtlNetNtry/CdtDbtInd'],
];

export function parseStatement(fields: XmlFields, header: XmlFields): Omit<Statement, 'controls'> {
  const page = ['StmtPgntn', 'NtfctnPgntn'].find((one) => fields.get(`${one}/PgNb`) !== undefined);
  const [of, at] = page === undefined ? [header, 'MsgPgntn'] : [fields, page];
  const last = of.get(`${at}/LastPgInd`);
  return {
    account: fields.get('Acct/Id/IBAN') ?? fields.get('Acct/Id/Othr/Id') ?? '',
    number: wholeNumber(fields.get('ElctrncSeqNb')) ?? wholeNumber(fields.get('LglSeqNb')),
    page: wholeNumber(of.get(`${at}/PgNb`)),
    isLastPage: last === undefined ? undefined : last === 'true' || last === '1',
    date: fields.get('FrToDt/ToDtTm') ?? fields.get('CreDtTm') ?? '',
  };
}

export interface StatementBalance {
  /** OPBD, CLBD, … */
  type: string;
  satang: number;
}

export function parseBalance(fields: XmlFields): StatementBalance {
  const satang = toSatang(fields.get('Amt')) ?? Number.NaN;
  const isDebit = fields.get('CdtDbtInd') === 'DBIT';
  return { type: fields.get('Tp/CdOrPrtry/Cd') ?? '', satang: isDebit ? -satang : satang };
}

/** The balances before the first and after the last booked entry; undefined where it has only one. */
export function bookedBalances(
  balances: readonly StatementBalance[],
): [opening: number | undefined, closing: number | undefined] {
  const known = balances.filter(({ satang }) => !Number.isNaN(satang));
  const of = (type: string) => known.filter((balance) => balance.type === type);
  // The pages between the first and the last have two interim balances.
  const interim = of('ITBD');
  const [opening] = [...of('OPBD'), ...of('PRCD'), ...interim];
  const [closing] = [...of('CLBD'), ...interim.slice(-1)];
  return opening === closing ? [undefined, undefined] : [opening?.satang, closing?.satang];
}

/** What the summary of the entries (TxsSummry) states. */
export function compareTotals(
  controls: Controls,
  name: Message,
  fields: XmlFields,
  sums: StatementSums,
): void {
  const { debits, credits, debitCount, creditCount, net } = sums;
  const of = (what: Message) => words.ofStatement(name, what);
  const count = (total: string) => wholeNumber(fields.get(`TxsSummry/${total}/NbOfNtries`));
  const sum = (total: string) => toSatang(fields.get(`TxsSummry/${total}/Sum`));
  controls.count(of(words.entries), count('TtlNtries'), creditCount + debitCount);
  controls.amount(of(words.total), sum('TtlNtries'), credits.value + debits.value);
  controls.amount(of(words.net), readNet(fields), net);
  controls.count(of(words.creditEntries), count('TtlCdtNtries'), creditCount);
  controls.amount(of(words.credits), sum('TtlCdtNtries'), credits.value);
  controls.count(of(words.debitEntries), count('TtlDbtNtries'), debitCount);
  controls.amount(of(words.debits), sum('TtlDbtNtries'), debits.value);
}

function readNet(fields: XmlFields): number | undefined {
  const total = 'TxsSummry/TtlNtries';
  const isBlock = fields.get(`${total}/TtlNetNtry/Amt`) !== undefined;
  const amount = fields.get(`${total}/${isBlock ? 'TtlNetNtry/Amt' : 'TtlNetNtryAmt'}`);
  const indicator = fields.get(`${total}/${isBlock ? 'TtlNetNtry/CdtDbtInd' : 'CdtDbtInd'}`);
  const satang = toSatang(amount);
  return indicator === 'DBIT' && satang !== undefined ? -satang : satang;
}

/** Charges that an entry, or one of its transactions, says were taken off. */
export function sumCharges(fields: XmlFields): number {
  const total = fields.get('Chrgs/TtlChrgsAndTaxAmt');
  const texts = total ?? [fields.get('Chrgs/Amt+'), fields.get('Chrgs/Rcrd/Amt+')].join(' ');
  return texts.split(' ').reduce((sum, text) => sum + (toSatang(text) ?? 0), 0);
}

function toSatang(text = ''): number | undefined {
  const satang = parseSatang(trimmedAmount(text), BAHT_AMOUNT);
  return Number.isNaN(satang) ? undefined : satang;
}
