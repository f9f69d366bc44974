import {
  flag,
  key,
  LedgerTable,
  orNull,
  type RowOf,
  rowId,
  satang,
  text,
  total,
  unique,
  whole,
} from './table.js';

/*
 * Amounts are satang (or cents), times milliseconds since the epoch by the sandbox clock. Every
 * look-up that a call makes has an index, so that a call costs the same however long the history is.
 */

const KEYED = ') WITHOUT ROWID';

export const metas = new LedgerTable('meta', { key, value: text }, KEYED);

// Double entry: an effect is what happened once, its entries sum to zero in every currency.
export const accounts = new LedgerTable(
  'account',
  {
    id: key,
    currency: text,
    name: text,
    overdraft: flag,
    /** How a transfer to or from it ends, where not by its balance: `refuses` or `slow`. */
    behaviour: orNull(text),
    balance: total,
  },
  KEYED,
);
export type AccountRow = RowOf<typeof accounts>;

export const effects = new LedgerTable('effect', {
  id: rowId,
  at: whole,
  kind: text,
  reference: text,
});
export const entries = new LedgerTable('entry', {
  effect: whole,
  account: text,
  currency: text,
  /** Positive flows in. */
  amount: satang,
});

export const tokens = new LedgerTable(
  'token',
  {
    access: key,
    /** What the response header `resourceOwnerId` says. */
    owner: text,
    /** Key of the customer who consented; null for the application itself. */
    customer: orNull(text),
    expiresAt: whole,
    refresh: unique(orNull(text)),
    refreshExpiresAt: orNull(whole),
    revoked: flag,
  },
  KEYED,
);
export const authCodes = new LedgerTable(
  'auth_code',
  {
    code: key,
    customer: text,
    state: orNull(text),
    codeChallenge: orNull(text),
    expiresAt: whole,
    used: flag,
  },
  KEYED,
);

/** An e-wallet payment from the QR or code to its end. */
export const trades = new LedgerTable(
  'trade',
  {
    company: text,
    /** outTradeNo. */
    reference: text,
    /** A or W. */
    wallet: text,
    /** Who scanned: `customer` the business's QR, or `business` the customer's code. */
    direction: text,
    terminal: text,
    amount: satang,
    state: text,
    transactionId: text,
    payer: orNull(text),
    qrId: unique(orNull(text)),
    createdAt: whole,
    expiresAt: orNull(whole),
  },
  `, PRIMARY KEY (reference, company)${KEYED}`,
);
export type Trade = RowOf<typeof trades>;

export const buyerCodes = new LedgerTable(
  'buyer_code',
  {
    code: key,
    wallet: text,
    payer: text,
    expiresAt: whole,
    used: flag,
    pendingMs: orNull(whole),
    fail: flag,
  },
  KEYED,
);

/**
 * A code or link that the bank has made to be paid from an account or by card; those of wallets are trades. Its
 * rowid says which one was made last: the clock may stand still, or go back.
 */
export const qrs = new LedgerTable('qr', {
  id: key,
  /** PP, CS, PPCS, or the name of another family whose links are kept here. */
  type: text,
  payload: text,
  /** null: the customer says how much. */
  amount: orNull(satang),
  biller: orNull(text),
  ref1: orNull(text),
  ref2: orNull(text),
  ref3: orNull(text),
  merchant: orNull(text),
  terminal: orNull(text),
  invoice: orNull(text),
  note: orNull(text),
  /** How often it can be paid; null for no limit. */
  times: orNull(whole),
  paid: whole,
  createdAt: whole,
  expiresAt: orNull(whole),
  voided: flag,
});
export type Qr = RowOf<typeof qrs>;

/** A payment of a bill: what slips, inquiries and confirmations speak of. */
export const payments = new LedgerTable(
  'payment',
  {
    /** transactionId. */
    id: key,
    /** `QR30` by account, `QRCS` by card, `CPM`: the code that a consumer presents. */
    channel: text,
    biller: orNull(text),
    ref1: orNull(text),
    ref2: orNull(text),
    ref3: orNull(text),
    amount: satang,
    payer: text,
    payee: text,
    paidAt: whole,
    day: text,
    /** transRef of the slip. */
    slip: unique(orNull(text)),
    /** Twelve digits of the short slip number. */
    receipt: unique(text),
    partnerId: unique(orNull(text)),
    qrId: orNull(text),
    trace: orNull(text),
    approval: orNull(text),
    refundedAt: orNull(whole),
  },
  KEYED,
);
export type PaymentRow = RowOf<typeof payments>;

export const transfers = new LedgerTable(
  'transfer',
  {
    tokenizer: key,
    kind: text,
    partnerId: orNull(text),
    state: text,
    payer: text,
    payee: text,
    currency: text,
    amount: satang,
    /** null before the confirmation has ended. */
    confirmed: orNull(satang),
    code: orNull(text),
    description: orNull(text),
    plan: orNull(text),
    initiatedAt: whole,
    day: text,
    confirmedAt: orNull(whole),
  },
  KEYED,
);
export type TransferRow = RowOf<typeof transfers>;

/** A customer's permission for direct debit, from the request to its end. */
export const registrations = new LedgerTable(
  'registration',
  {
    merchant: text,
    regRef: text,
    ref1: text,
    ref2: orNull(text),
    citizen: orNull(text),
    backUrl: text,
    ticket: unique(text),
    /** statusCode: 0 registered, 0001 begun, 0003 failed. */
    status: text,
    error: orNull(text),
    account: orNull(text),
    createdAt: whole,
  },
  `, PRIMARY KEY (reg_ref, merchant)${KEYED}`,
);
export type Registration = RowOf<typeof registrations>;

export const charges = new LedgerTable(
  'charge',
  {
    merchant: text,
    reference: text,
    sentAt: text,
    amount: satang,
    account: text,
    customerRef: orNull(text),
    number: text,
    chargedAt: whole,
    status: text,
    response: text,
  },
  `, PRIMARY KEY (reference, merchant)${KEYED}`,
);

/** What happens by itself at a time: pending payments that end, effects that come late. */
export const dues = new LedgerTable('due', { id: rowId, at: whole, kind: text, body: text });
export type Due = RowOf<typeof dues>;

export const faults = new LedgerTable('fault', {
  id: rowId,
  name: text,
  operation: text,
  moment: text,
  times: orNull(whole),
  probability: { ...whole, sql: 'REAL NOT NULL' },
  seed: whole,
  atByte: orNull(whole),
  ms: orNull(whole),
  status: orNull(whole),
  retryAfter: orNull(text),
  /** The call that it hits, by its reference; null for any. */
  reference: orNull(text),
  /** Business code of a refusal by code, and its text. */
  code: orNull(text),
  description: orNull(text),
});
export const confirmations = new LedgerTable('confirmation', {
  id: rowId,
  /** `payment` or `registration`. */
  kind: text,
  reference: text,
  createdAt: whole,
  nextAt: whole,
  attempts: whole,
  state: text,
  body: text,
});
/** What happened, a line each, as JSON. */
export const logs = new LedgerTable('log', { id: rowId, line: text });
