import { parseAmount } from '../../core/money.js';
import { tolerate } from '../../core/tolerate.js';
import type { CachedOutcome, OutcomeCache } from '../claim-index.js';
import type { StoreQueries } from './server.js';
import { list, sql } from './sql.js';

/** How charges ended: whoever sets `claim.ended` has the database index the claim. */
export function postgresOutcomes(server: StoreQueries): OutcomeCache {
  return {
    async add(outcomes) {
      if (outcomes.length === 0) return;
      const values = outcomes.map(
        (outcome) => sql`(${outcome.key}, ${outcome.newest}::integer, ${outcomeText(outcome)})`,
      );
      const update = sql`UPDATE payctl.claim SET ended = found.text
        FROM (VALUES ${list(values)}) AS found (key, part, text)
        WHERE claim.key = found.key AND claim.part = found.part
          AND EXISTS (SELECT FROM payctl.open_claim WHERE open_claim.key = found.key)`;
      await tolerate(() => server.query(update));
    },
    async drop(keys) {
      await server.query(sql`UPDATE payctl.claim SET ended = NULL WHERE key = ANY (${[...keys]})`);
    },
  };
}

/** As the column `claim.ended` takes it: an object by the columns of `charge`. */
export function outcomeText(outcome: CachedOutcome): string {
  const { operation, reference, amount, state, attempts, profile, archive } = outcome.charge;
  const { startedAt, endedAt, requestUId, baseUrl, class: kind, machine, user } = outcome.charge;
  return JSON.stringify({
    ...{ started_at: startedAt, ended_at: endedAt, state, class: kind, operation, reference },
    amount: amount !== null && parseAmount(amount) !== undefined ? amount : null,
    ...{ attempts, request_uid: requestUId, profile, base_url: baseUrl, machine, archive },
    user_name: user,
    hashes: outcome.hashes.map(hashToNumber),
  });
}

export function hashToNumber(hash: string): number {
  return Number.parseInt(hash, 16);
}
