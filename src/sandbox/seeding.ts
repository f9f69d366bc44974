import { EXAMPLE_BUYER_CODE } from './examples.js';
import { openAccount, post } from './ledger.js';
import { ACCOUNTS } from './seed.js';
import type { Store } from './store.js';

/** The end of the year 9999. */
const NEVER = 253_402_275_600_000;

/** Fills an empty bank: accounts with their opening balances, drawn on the vault; a code to begin with. */
export function seedStore(store: Store, now: number, generation = 1): void {
  store.run("INSERT INTO meta (key, value) VALUES ('generation', ?)", String(generation));
  store.run(
    "INSERT INTO buyer_code (code, wallet, payer, expires_at, used, fail) VALUES (?, 'W', 'wallet:W', ?, 0, 0)",
    EXAMPLE_BUYER_CODE,
    NEVER,
  );
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
