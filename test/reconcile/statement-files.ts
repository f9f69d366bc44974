import { strToU8, zipSync } from 'fflate';
import { formatAmount } from '../../src/core/money.js';

/** A payment as any bank would write it. */
export interface Payment {
  reference: string;
  transactionId: string;
  /** Below zero where money went back. */
  satang: number;
  /** ISO. */
  date: string;
}

/** What a format says beside its entries. */
export interface Frame {
  opening: number;
  number?: number;
  page?: number;
  isLast?: boolean;
}

export const FRAME: Frame = { opening: 100_000, number: 12, page: 1, isLast: true };

export interface Format {
  name: string;
  /** As inputs has it. */
  format: string;
  write(payments: readonly Payment[], frame?: Frame): string | Uint8Array;
  /** The text of one entry, and where in it the amount ends; absent where the file is packed. */
  entry?: { all: RegExp; amount: RegExp };
}

function baht(satang: number): string {
  return formatAmount(BigInt(Math.abs(satang)));
}

function sum(payments: readonly Payment[]): number {
  return payments.reduce((total, { satang }) => total + satang, 0);
}

function sixDigits(date: string): string {
  return date.slice(2).replaceAll('-', '');
}

const csv: Format = {
  name: 'CSV',
  format: 'csv',
  entry: { all: /^ORDER.*\n/gm, amount: /\.[0-9]+/ },
  write: (payments) =>
    ['reference,transactionId,amount,date', ...payments.map(csvLine), ''].join('\n'),
};

function csvLine({ reference, transactionId, satang, date }: Payment): string {
  return [reference, transactionId, formatAmount(BigInt(satang)), date].join();
}

const debitAndCredit: Format = {
  name: 'CSV with debit and credit',
  format: 'csv',
  entry: { all: /^2026.*\r\n/gm, amount: /\.[0-9]+/ },
  write: (payments) =>
    [
      'Date;Reference;Transaction ID;Withdrawal;Deposit',
      ...payments.map(({ reference, transactionId, satang, date }) => {
        const [debit, credit] = satang < 0 ? [baht(satang), ''] : ['', baht(satang)];
        return [date, reference, transactionId, debit, credit].join(';');
      }),
      '',
    ].join('\r\n'),
};

/** Its columns are those of FIXED_MAP. */
const fixed: Format = {
  name: 'fixed width',
  format: 'fixed',
  entry: { all: /^D.*\n/gm, amount: /[0-9]{15}/ },
  write: (payments) => {
    const lines = payments.map(
      ({ reference, transactionId, satang, date }) =>
        `D${reference.padEnd(20)}${transactionId.padEnd(20)}${String(Math.abs(satang)).padStart(15, '0')}${satang < 0 ? '-' : '+'}${date}`,
    );
    const total = sum(payments);
    const trailer = `T${String(payments.length).padStart(7, '0')}${String(Math.abs(total)).padStart(15, '0')}${total < 0 ? '-' : '+'}`;
    return ['H', ...lines, trailer, ''].join('\n');
  },
};

export const FIXED_MAP = `bank:
  format: fixed
  records:
    header: { at: [1, 1], is: H }
    detail: { at: [1, 1], is: D }
    trailer: { at: [1, 1], is: T, count: [2, 8], total: [9, 24] }
  columns: { reference: [2, 21], transactionId: [22, 41], amount: [42, 57], date: [58, 67] }
  amount: { unit: satang, sign: trailing }
`;

function camt(version: string, batch: boolean): Format {
  const isOld = version === '02';
  const status = isOld ? '<Sts>BOOK</Sts>' : '<Sts><Cd>BOOK</Cd></Sts>';
  const mark = (satang: number) => `<CdtDbtInd>${satang < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const amount = (satang: number) => `<Amt Ccy="THB">${baht(satang)}</Amt>${mark(satang)}`;
  const balance = (type: string, satang: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(satang)}<Dt><Dt>2026-01-31</Dt></Dt></Bal>`;
  const references = ({ reference, transactionId }: Payment) =>
    `<Refs><AcctSvcrRef>${transactionId}</AcctSvcrRef><EndToEndId>${reference || 'NOTPROVIDED'}</EndToEndId></Refs>`;
  const detail = (payment: Payment) =>
    isOld
      ? `<TxDtls>${references(payment)}<AmtDtls><TxAmt><Amt Ccy="THB">${baht(payment.satang)}</Amt></TxAmt></AmtDtls></TxDtls>`
      : `<TxDtls>${references(payment)}${amount(payment.satang)}</TxDtls>`;
  const entry = (payments: readonly Payment[]) =>
    `<Ntry>${amount(sum(payments))}${status}<BookgDt><Dt>${payments[0]?.date}</Dt></BookgDt><ValDt><Dt>2026-02-09</Dt></ValDt><AcctSvcrRef>ENTRY</AcctSvcrRef><NtryDtls>${payments.map(detail).join('\n')}</NtryDtls></Ntry>\n`;
  return {
    name: `camt.053.001.${version}${batch ? ', in batches' : ''}`,
    format: `camt.053.001.${version}`,
    entry: { all: /<Ntry>[\s\S]*?<\/Ntry>\n/g, amount: /\.[0-9]+/ },
    write: (payments, { opening, number, page, isLast } = FRAME) =>
      `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>
<Stmt><Id>S</Id>${page === undefined || isOld ? '' : `<StmtPgntn><PgNb>${page}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`}<ElctrncSeqNb>${number}</ElctrncSeqNb><CreDtTm>2026-02-01T01:00:00</CreDtTm><Acct><Id><Othr><Id>1234567890</Id></Othr></Id></Acct>
${balance('OPBD', opening)}${balance('CLBD', opening + sum(payments))}
${(batch ? batches(payments) : payments.map((payment) => [payment])).map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`,
  };
}

/** Payments of one day and direction in one entry. */
function batches(payments: readonly Payment[]): Payment[][] {
  const byDay = new Map<string, Payment[]>();
  for (const payment of payments) {
    const key = `${payment.date} ${payment.satang < 0}`;
    byDay.set(key, [...(byDay.get(key) ?? []), payment]);
  }
  return [...byDay.values()];
}

type Details = (payment: Payment) => { references: string; details: string };

const DIALECTS: Readonly<Record<string, Details>> = {
  'structured subfields': ({ reference, transactionId }) => ({
    references: `NONREF//${transactionId}`,
    details: `:86:166?00CREDIT TRANSFER?109310?20EREF+${reference.slice(0, 4)}?21${reference.slice(4)}?22SVWZ+thank you?30BKKBTHBK\r\n?32SOMEBODY`,
  }),
  codewords: ({ reference, transactionId }) => ({
    references: `NONREF//${transactionId}`,
    details: `:86:/TRTP/CREDIT/EREF/${reference || 'NOTPROVIDED'}/REMI/USTD//a/b, thank you/NAME/Somebody/`,
  }),
  'unstructured text': ({ reference, transactionId }) => ({
    references: `${reference || 'NONREF'}//${transactionId}\r\nsupplementary details`,
    details: ':86:PROMPTPAY FROM SOMEBODY',
  }),
};

function mt940(dialect: string, details: Details, entryDate: (date: string) => string): Format {
  const swiftAmount = (satang: number) => baht(satang).replace('.', ',');
  const balance = (satang: number) => `${satang < 0 ? 'D' : 'C'}260131THB${swiftAmount(satang)}`;
  return {
    name: `MT940, ${dialect}`,
    format: 'MT940',
    entry: { all: /^:61:[\s\S]*?(?=^:6[12])/gm, amount: /,[0-9]+/ },
    write: (payments, { opening, number, page = 1, isLast = true } = FRAME) =>
      [
        '{1:F01BANKTHBKXXXX0000000000}{2:O9400000000000BANKTHBKXXXX00000000000000000000N}{4:',
        ':20:STATEMENT',
        ':25:1234567890',
        `:28C:${number}/${page}`,
        `:60${page === 1 ? 'F' : 'M'}:${balance(opening)}`,
        ...payments.flatMap((payment) => {
          const { references, details: text } = details(payment);
          const { satang, date } = payment;
          // A value date of its own, so that the entry date counts.
          return [
            `:61:${sixDigits(date)}${entryDate(date)}${satang < 0 ? 'D' : 'C'}B${swiftAmount(satang)}NTRF${references}`,
            text,
          ];
        }),
        `:62${isLast ? 'F' : 'M'}:${balance(opening + sum(payments))}`,
        '-}',
        '',
      ].join('\r\n'),
  };
}

const bai2: Format = {
  name: 'BAI2',
  format: 'BAI2',
  entry: { all: /^16,.*\n88,.*\n/gm, amount: /^16,[0-9]+,[0-9]+/ },
  write: (payments, { opening } = FRAME) => {
    const days = [...new Set(payments.map(({ date }) => date))];
    let balance = opening;
    let [fileTotal, fileRecords] = [0, 1];
    const groups = days.map((day) => {
      const ofDay = payments.filter(({ date }) => date === day);
      const closing = balance + sum(ofDay);
      const entries = ofDay.flatMap(({ reference, transactionId, satang }) => [
        `16,${satang < 0 ? '495' : '195'},${Math.abs(satang)},Z,${transactionId},${reference},transfer, with a comma/`,
        '88,and more of it',
      ]);
      const total =
        balance + closing + ofDay.reduce((all, { satang }) => all + Math.abs(satang), 0);
      const account = [
        `03,1234567890,THB,010,${balance},,,015,${closing},,/`,
        ...entries,
        `49,${total},${entries.length + 2}/`,
      ];
      balance = closing;
      fileTotal += total;
      fileRecords += account.length + 2;
      return [
        `02,ME,BANK,1,${sixDigits(day)},0000,THB,2/`,
        ...account,
        `98,${total},1,${account.length + 2}/`,
      ];
    });
    return [
      '01,BANK,ME,260201,0100,1,80,,2/',
      ...groups.flat(),
      `99,${fileTotal},${groups.length},${fileRecords + 1}/`,
      '',
    ].join('\n');
  },
};

const xlsx: Format = {
  name: 'xlsx',
  format: 'xlsx',
  write: (payments) => workbookOf(payments),
};

/** As spreadsheets write it: texts are shared, dates are numbers with a style. */
function workbookOf(payments: readonly Payment[]): Uint8Array {
  const strings: string[] = [];
  const shared = (place: string, text: string) => {
    if (text === '') return '';
    const at = strings.indexOf(text);
    return `<c r="${place}" t="s"><v>${at < 0 ? strings.push(text) - 1 : at}</v></c>`;
  };
  const serial = (date: string) => Date.parse(date) / 86_400_000 + 25_569;
  const header = ['Date', 'Ref.', 'Amount', 'Trans Ref'];
  const rows = payments.map(
    ({ reference, transactionId, satang, date }, index) =>
      `<row r="${index + 4}"><c r="A${index + 4}" s="1"><v>${serial(date)}</v></c>${shared(`B${index + 4}`, reference)}<c r="C${index + 4}"><v>${satang / 100}</v></c>${shared(`D${index + 4}`, transactionId)}</row>`,
  );
  const title = `<row r="1">${shared('A1', 'Statement of January')}</row>`;
  const head = `<row r="3">${header.map((name, at) => shared(`${'ABCD'[at]}3`, name)).join('')}</row>`;
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const files = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Bank" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>',
    'xl/styles.xml': `<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/first.xml': `<worksheet ${main}><sheetData>${title}${head}${rows.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': '',
  };
  files['xl/sharedStrings.xml'] =
    `<sst ${main}>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(packed));
}

/** Of Unix, of Windows, and of old Mac programs. */
export const LINE_ENDS = ['\n', '\r\n', '\r'] as const;

export function withLineEnds(text: string, lineEnd: string): string {
  return text.replaceAll(/\r\n|\n/g, lineEnd);
}

/** One payment list, in every format that is read. */
export const FORMATS: readonly Format[] = [
  csv,
  debitAndCredit,
  fixed,
  ...['02', '04', '08', '13'].map((version) => camt(version, false)),
  ...['02', '08'].map((version) => camt(version, true)),
  ...Object.entries(DIALECTS).flatMap(([dialect, details]) => [
    mt940(`${dialect}, entry date of four digits`, details, (date) => sixDigits(date).slice(2)),
    mt940(`${dialect}, entry date of two digits`, details, (date) => date.slice(-2)),
    mt940(`${dialect}, no entry date`, details, () => ''),
  ]),
  bai2,
  xlsx,
];
