import { area } from '../core/message.js';

interface Balance {
  name: string;
  opening: string;
  found: string;
  closing: string;
}

interface Gap {
  name: string;
  from: number;
  to: number;
}

const missing = (what: string, from: number, to: number, of: string) =>
  from === to ? `${what} ${from}${of} is missing` : `${what}s ${from} to ${to}${of} are missing`;

/** What is wrong with a statement of the bank, beside its entries. */
export const statementWords = area('statementWords', () => ({
  /** `fault` is one of those below. */
  at: (file: string, fault: string) => `${file}: ${fault}`,
  numbered: (account: string, number: number) =>
    `statement ${number}${account === '' ? '' : ` of ${account}`}`,
  ofAccount: (account: string) =>
    account === '' ? 'the statement' : `the statement of ${account}`,

  balance: ({ name, opening, found, closing }: Balance) =>
    `${name}: the opening balance ${opening} and its entries make ${found}, but the closing balance is ${closing}`,
  figure: (what: string, stated: string, found: string) =>
    `${what}: stated ${stated}, read ${found}`,
  ofStatement: (name: string, what: string) => `${name}, ${what}`,
  entries: 'number of entries',
  total: 'total of the entries',
  net: 'net amount of the entries',
  creditEntries: 'number of credit entries',
  credits: 'total of the credit entries',
  debitEntries: 'number of debit entries',
  debits: 'total of the debit entries',
  details: (line: number) => `sum of the details of entry ${line}`,
  detailCount: (line: number) => `number of the details of entry ${line}`,
  accountTotal: 'control total of the account',
  accountRecords: 'number of records of the account',
  groupTotal: 'control total of the group',
  groupAccounts: 'number of accounts of the group',
  groupRecords: 'number of records of the group',
  fileTotal: 'control total of the file',
  fileGroups: 'number of groups of the file',
  fileRecords: 'number of records of the file',
  noTrailer: 'the file ends before its trailer record',
  noClosingBalance: (name: string) => `${name} ends before its closing balance`,
  noOpeningBalance: (name: string) => `${name} has no opening balance`,
  noStatement: (file: string, format: string) => `${file} is ${format}, but has no statement in it`,

  missingPage: ({ name, from, to }: Gap) => missing('page', from, to, ` of ${name}`),
  missingStatement: ({ account, from, to }: { account: string; from: number; to: number }) =>
    missing('statement', from, to, account === '' ? '' : ` of ${account}`),

  badXml: (file: string, position: number, why: string) =>
    `${file} is not well-formed XML at character ${position}: ${why}`,
  documentType: (file: string) =>
    `${file} declares a document type; entities and references to other files are not read`,
  tooDeep: (file: string, most: number) => `${file} nests more than ${most} elements`,
  tooLongPart: (file: string) => `${file} has a text or tag of more than 1 MB`,
  tooLargeElement: (file: string) => `${file} has an element that takes more than 128 MB`,
  notRead: (format: string) =>
    `${format}; versions 001.02 to 001.13 of camt.053 and camt.054 are read`,
  noSheet: ({ file, sheet, sheets }: { file: string; sheet: string; sheets: readonly string[] }) =>
    `${file} has no sheet ${sheet}; it has ${sheets.join(', ')}`,
  noSheets: (file: string) => `${file} has no sheet with cells`,
  tooManyStrings: (file: string) =>
    `${file} has more than 64 million characters of text in its cells`,
  notEntry: 'is not an entry in the format of :61:',
  notTransaction: 'is not a transaction detail of BAI2',
  notBalance: 'is not a balance',
}));
