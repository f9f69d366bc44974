import { openAccount, post } from './ledger.js';
import { ACCOUNTS } from './seed.js';
import type { Store } from './store.js';

/** Fills an empty bank: accounts with their opening balances, drawn on the vault. */
export function seedStore(store: Store, now: number, generation = 1): void {
  store.run("INSERT INTO meta (key, value) VALUES ('generation', ?)", String(generation));
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
