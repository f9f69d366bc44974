import type { EventKind } from '../bank/events.js';
import type { Kind, State as PaymentState, SourceName } from '../find/payment.js';
import type { State as ChargeState } from '../journal/state.js';

/** What the pages say beside what the commands say, in the languages of their readers. */
export interface ConsoleWords {
  skip: string;
  search: string;
  searchHint: string;
  searchHelp: string;
  menu: string;
  pages: Readonly<
    Record<
      | 'start'
      | 'journal'
      | 'confirmations'
      | 'reconcile'
      | 'health'
      | 'phone'
      | 'bank'
      | 'report'
      | 'found'
      | 'refund',
      string
    >
  >;
  environments: Readonly<Record<'test' | 'live', string>>;
  readOnly: string;
  profile: string;
  lead: string;
  slip: string;
  slipField: string;
  slipDrop: string;
  slipHelp: string;
  slipButton: string;
  noFile: string;
  noFiles: string;
  notPicture: string;
  tooLarge: string;
  broken: string;
  failed: string;
  what: string;
  why: string;
  recognised: string;
  asked: string;
  says: string;
  refund: string;
  refundLead: string;
  refundAll: string;
  refundNone: string;
  refundUnknown: string;
  refundChanged: string;
  refundDone: string;
  refundOpen: string;
  refundFailed: string;
  payee: string;
  environment: string;
  back: string;
  inJournal: string;
  amount: string;
  amountBaht: string;
  time: string;
  kind: string;
  state: string;
  payer: string;
  reference: string;
  transaction: string;
  sources: string;
  none: string;
  foundNone: string;
  asReference: string;
  more: string;
  days: string;
  from: string;
  to: string;
  show: string;
  results(count: number): string;
  newer: string;
  older: string;
  journalLead: string;
  journalNone: string;
  operation: string;
  investigate: string;
  confirmationsLead: string;
  confirmationsNone: string;
  live: string;
  lost: string;
  fresh: string;
  paused: string;
  forwarding: string;
  reconcileLead: string;
  orders: string;
  bankFile: string;
  compare: string;
  classes: string;
  count: string;
  breaks: string;
  allMatched: string;
  cut: string;
  healthLead: string;
  check: string;
  fix: string;
  statuses: Readonly<Record<'ok' | 'warning' | 'failure', string>>;
  phoneLead: string;
  codeText: string;
  codeField: string;
  scan: string;
  screen: string;
  screenNone: string;
  payTo: string;
  pay: string;
  refuse: string;
  paid: string;
  refused: string;
  slipPicture: string;
  slipSave: string;
  consent: string;
  consentLead: string;
  consentButton: string;
  consentCode: string;
  buyerCode: string;
  buyerLead: string;
  buyerButton: string;
  wallet: string;
  wallets: Readonly<Record<'W' | 'A' | 'P', string>>;
  until: string;
  balance: string;
  account: string;
  name: string;
  bankLead: string;
  clock: string;
  clockNow: string;
  clockStopped: string;
  clockSet: string;
  clockChange: string;
  clockHour: string;
  clockDay: string;
  clockStop: string;
  clockStart: string;
  clockReset: string;
  faults: string;
  faultName: string;
  faultOperation: string;
  faultTimes: string;
  faultSet: string;
  faultClear: string;
  faultNone: string;
  settings: string;
  settingsLead: string;
  settingsButton: string;
  log: string;
  logNone: string;
  status: string;
  code: string;
  ended: string;
  opening: string;
  goOn: string;
  notFound: string;
  linkUsed: string;
  locked: string;
  stale: string;
  slipFacts: string;
  slipSeen: string;
  slipReal: string;
  slipNot: string;
  fromBank: string;
  toBank: string;
  seeHealth: string;
  again: string;
  otherReference: string;
  paidOn: string;
  searchDay: string;
  fit: string;
  references: Readonly<
    Record<
      | 'outTradeNo'
      | 'qrId'
      | 'transRef'
      | 'reference1'
      | 'tokenizerId'
      | 'partnerTransactionId'
      | 'refNumber'
      | 'regRef'
      | 'transactionId'
      | 'requestUId',
      string
    >
  >;
  payeeFields: Readonly<
    Record<
      | 'companyId'
      | 'terminalId'
      | 'billerId'
      | 'merchantId'
      | 'payeeBillerId'
      | 'subAccountId'
      | 'reference1',
      string
    >
  >;
  onlyCommand: string;
  original: string;
  refusals: Readonly<Record<'get' | 'getOrPost' | 'host' | 'foreign', string>>;
  noPage: string;
  toStart: string;
  kinds: Readonly<Record<Kind | EventKind, string>>;
  payments: Readonly<Record<PaymentState, string>>;
  knownTo: Readonly<Record<SourceName, string>>;
  charges: Readonly<Record<ChargeState | 'corrupt', string>>;
  checked: Readonly<Record<'hint' | 'verified' | 'contradicted', string>>;
  forwardings: Readonly<Record<'waiting' | 'delivered' | 'dead', string>>;
  customerEnd: Readonly<Record<'paid' | 'failed' | 'pending', string>>;
  page: (number: number) => string;
  sentAt: string;
  endedAt: string;
  request: string;
  machine: string;
  attempts: string;
  answer: string;
  raw: string;
  lineTypes: Readonly<
    Record<'intent' | 'outcome' | 'inquiry' | 'resolution' | 'settlement' | 'archived', string>
  >;
  seenFirst: string;
  ordersFile: string;
  theBanksFile: string;
  files: string;
  otherColumns: string;
  all: string;
  onlyChanges: string;
  checks: Readonly<
    Record<
      | 'node'
      | 'environment'
      | 'settings'
      | 'state'
      | 'old files'
      | 'profile'
      | 'address'
      | 'test rules'
      | 'commands'
      | 'keyring'
      | 'secret'
      | 'certificate'
      | 'store'
      | 'store TLS'
      | 'store durability'
      | 'store clock'
      | 'store rights'
      | 'network'
      | 'connection'
      | 'proxy'
      | 'dns'
      | 'tls'
      | 'clock'
      | 'token'
      | 'journal'
      | 'outcomes'
      | 'rate limit',
      string
    >
  >;
  otherContents: string;
  outcome: string;
  exact: string;
  tooLargeHere: string;
  openReport: string;
}
