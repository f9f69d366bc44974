import type { Sqlite } from '../../host/sqlite.js';
import { ACCOUNTS, BAHT_PER_YUAN, EXAMPLE_BUYER_CODE } from '../seed/seed.js';
import { type AccountRow, accounts, buyerCodes, effects, entries, metas } from './tables.js';

/** The largest amount of the specification, (13,2), in satang; an integer of SQLite ends not far above it. */
export const MOST_SATANG = 10n ** 15n - 1n;

/** One side of a double entry. */
export interface LedgerEntry {
  account: string;
  currency: string;
  /** Satang or cents; positive flows in. */
  amount: bigint;
}

/** Thrown where an account holds too little; nothing has been written then. */
export class InsufficientFunds extends Error {
  readonly account: string;

  constructor(account: string) {
    super(account);
    this.name = 'InsufficientFunds';
    this.account = account;
  }
}

/** Accounts of the outside world (other banks, schemes, the vault) may go below zero; customers' never. */
export function openAccount(
  store: Sqlite,
  account: {
    id: string;
    currency: string;
    name: string;
    behaviour?: string | undefined;
    overdraft?: boolean;
  },
): void {
  accounts.insert(store, { overdraft: false, ...account, balance: 0n }, 'OR IGNORE');
}

export function findAccount(store: Sqlite, id: string): AccountRow | undefined {
  return accounts.find(store, { id });
}

/** Every account that was ever opened, in the order of their names. */
export function allAccounts(store: Sqlite): AccountRow[] {
  return accounts.all(store, 'ORDER BY id');
}

/** The account of a merchant, opened when the bank first sees its number. */
export function merchantAccount(store: Sqlite, number: string): string {
  const id = `merchant:${number}`;
  openAccount(store, { id, currency: 'THB', name: 'Example Shop', overdraft: true });
  return id;
}

/** An account of the world outside: another bank, a currency context. */
export function outsideAccount(store: Sqlite, name: string, currency: string): string {
  const id = `outside:${name}:${currency}`;
  openAccount(store, { id, currency, name, overdraft: true });
  return id;
}

/** Writes what happened, with the entries that must sum to zero in every currency. */
export function post(
  store: Sqlite,
  effect: { at: number; kind: string; reference: string },
  moved: readonly LedgerEntry[] = [],
): void {
  requireZeroSum(moved);
  const id = effects.insert(store, effect);
  for (const { account, currency, amount } of moved) {
    const changed = store.run(
      `UPDATE account SET balance = balance + ?1
       WHERE id = ?2 AND currency = ?3 AND (overdraft = 1 OR ?1 > 0 OR balance + ?1 >= 0)`,
      amount,
      account,
      currency,
    );
    if (changed !== 1) throw new InsufficientFunds(account);
    entries.insert(store, { effect: id, account, currency, amount });
  }
}

/** The two entries that move an amount, in satang or the smallest unit of the currency. */
export function move(from: string, to: string, amount: bigint, currency = 'THB'): LedgerEntry[] {
  return [
    { account: from, currency, amount: -amount },
    { account: to, currency, amount },
  ];
}

/** A wallet pays in yuan what the merchant gets in baht, by way of the accounts of the scheme. */
export function exchange(
  store: Sqlite,
  wallet: string,
  merchant: string,
  baht: bigint,
): LedgerEntry[] {
  const yuan = bahtToYuan(baht);
  return [
    ...move(wallet, outsideAccount(store, 'scheme', 'CNY'), yuan, 'CNY'),
    ...move(outsideAccount(store, 'scheme', 'THB'), merchant, baht),
  ];
}

/** Rounded up to a fen, so that nothing is ever bought for nothing. */
export function bahtToYuan(baht: bigint): bigint {
  return (baht + BAHT_PER_YUAN - 1n) / BAHT_PER_YUAN;
}

export function reversed(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.map((entry) => ({ ...entry, amount: -entry.amount }));
}

/** Proof that no money appeared or vanished: every effect sums to zero, every balance is the sum of its entries. */
export function isBalanced(store: Sqlite): boolean {
  const broken = store.one(
    `SELECT 1 AS broken FROM (
       SELECT 1 FROM entry GROUP BY effect, currency HAVING SUM(amount) <> 0
       UNION ALL
       SELECT 1 FROM account LEFT JOIN
         (SELECT account, SUM(amount) AS total FROM entry GROUP BY account) AS sums
         ON sums.account = account.id WHERE balance <> COALESCE(total, 0)
       UNION ALL
       SELECT 1 FROM account WHERE overdraft = 0 AND balance < 0)`,
  );
  return broken === undefined;
}

function requireZeroSum(entries: readonly LedgerEntry[]): void {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of entries)
    sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  for (const sum of sums.values()) {
    if (sum !== 0n) throw new Error('the entries of an effect do not sum to zero');
  }
}

/** The end of the year 9999. */
const NEVER = 253_402_275_600_000;

/** Fills an empty bank: accounts with their opening balances, drawn on the vault; a code to begin with. */
export function seedStore(store: Sqlite, now: number, generation = 1): void {
  metas.insert(store, { key: 'generation', value: String(generation) });
  buyerCodes.insert(store, {
    ...{ code: EXAMPLE_BUYER_CODE, wallet: 'W', payer: 'wallet:W', expiresAt: NEVER },
    ...{ used: false, fail: false },
  });
  for (const { id, currency, name, balance, behaviour } of ACCOUNTS) {
    const vault = `vault:${currency}`;
    openAccount(store, { id: vault, currency, name: 'Vault', overdraft: true });
    openAccount(store, { id, currency, name, behaviour });
    post(store, { at: now, kind: 'opening', reference: id }, [
      { account: vault, currency, amount: -balance },
      { account: id, currency, amount: balance },
    ]);
  }
}
