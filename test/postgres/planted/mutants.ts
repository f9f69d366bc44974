import {
  byCopy,
  byData,
  byDataMadeAnew,
  byDataOfClaims,
  byPromotion,
  splitBrain,
  splitBrainUnclaimed,
} from '../checks/forgotten.js';
import { waitsForItsMachine } from '../checks/lost-outcome.js';
import { oneForMany, oneToken, senderKilled } from '../checks/once.js';
import { retiredMeanwhile } from '../checks/retired.js';
import {
  cancelledWait,
  carelessRole,
  emptiedMeanwhile,
  silentRole,
  terminatedWait,
} from '../checks/standby.js';
import { overtaken } from '../checks/stopped-holder.js';
import { inFleet, inPair } from '../pair.js';

/** A bug, where it is planted, and the check that must find it. */
export interface Mutant {
  bug: string;
  module: string;
  changes: readonly (readonly [string, string])[];
  /** What a check complains of, with this build of the command, over a server that it may kill. */
  complaints(options: { bin: string; own: true }): Promise<string[]>;
  /** Among them, so that no other trouble is taken for it. */
  finds: RegExp;
}

export const MUTANTS: readonly Mutant[] = [
  {
    bug: 'a claim that another machine made is taken for one of its own',
    module: 'state/postgres/claim-sql',
    changes: [
      ['WHERE known.attempt = excluded.attempt AND known.part = 1', 'WHERE known.part = 1'],
    ],
    complaints: inFleet(oneForMany),
    finds: /ended with 3/,
  },
  {
    bug: 'what was sent, and whose end is not known, is sent again',
    module: 'journal/state',
    changes: [
      [
        "MAY_REPEAT: readonly ChargeState[] = ['not-executed'",
        "MAY_REPEAT: readonly ChargeState[] = ['unknown', 'not-executed'",
      ],
    ],
    complaints: inFleet(senderKilled),
    finds: /2 calls/,
  },
  {
    bug: 'the holder believes its first heartbeat for ever',
    module: 'state/postgres/claim-writer',
    changes: [
      ['passed !== undefined && passed < fresh) return;', 'passed !== undefined) return;'],
      ['const HEARTBEAT_MS = 10_000;', 'const HEARTBEAT_MS = 10_000_000;'],
    ],
    complaints: inFleet(overtaken),
    finds: /sent 2 times/,
  },
  {
    bug: 'the holder believes that the claim is still its own',
    module: 'state/postgres/claim-writer',
    changes: [
      ["if (this.#ownership !== 'ours') return this.#ownership;", ''],
      ["passed > HEARTBEAT_MS ? 'unseen' : 'ours'", "passed > HEARTBEAT_MS ? 'ours' : 'ours'"],
    ],
    complaints: inFleet(overtaken),
    finds: /sent 2 times/,
  },
  {
    bug: 'an outcome that the store does not take is forgotten',
    module: 'state/postgres/claim-writer',
    changes: [['await this.#spool(this.#own, true);', '']],
    complaints: inFleet(waitsForItsMachine),
    finds: /what it prints|outcomes that wait/,
  },
  {
    bug: 'every process that waits for a token buys one',
    module: 'state/postgres/lease',
    changes: [['OR known.until < clock_timestamp()', 'OR true']],
    complaints: inFleet(oneToken),
    finds: /[2-9] calls/,
  },
  {
    bug: 'a newer timeline is trusted, though nobody declared the store synchronous',
    module: 'state/postgres/trust',
    changes: [['AND NOT declared.synchronous', 'AND false']],
    complaints: inPair('asynchronous', byPromotion),
    finds: /before a person said so/,
  },
  {
    bug: 'a machine does not look for its own last claims',
    module: 'state/postgres/trust',
    changes: [["WHEN EXISTS (SELECT FROM missing) THEN 'forgotten'", '']],
    complaints: inFleet(byCopy),
    finds: /before a person said so/,
  },
  {
    bug: 'what one machine misses, no other hears of',
    module: 'state/postgres/trust',
    changes: [["WHERE name = 'server' AND value LIKE '%/%'", "WHERE name = 'nobody'"]],
    complaints: inFleet(byDataOfClaims),
    finds: /before a person said so/,
  },
  {
    bug: 'what others charged anew in a later month is taken for what was lost',
    module: 'state/postgres/trust',
    changes: [['AND month = coalesce(own.month, month)', '']],
    complaints: inFleet(byDataMadeAnew),
    finds: /the maker ended with 0/,
  },
  {
    bug: 'who wrote the rows of the store is not looked at',
    module: 'state/postgres/trust',
    changes: [['OR known.written <> known.writing', '']],
    complaints: inFleet(byData),
    finds: /before a person said so/,
  },
  {
    bug: 'an older timeline is taken for the one of now',
    module: 'state/postgres/trust',
    changes: [["THEN 'old-primary'", "THEN 'trusted'"]],
    complaints: inPair('asynchronous', splitBrain),
    finds: /something was sent/,
  },
  {
    bug: 'a machine remembers the timeline of its own claims alone',
    module: 'state/seen-timelines',
    changes: [['if (!NAMED.test(name)) return;', 'return;']],
    complaints: inPair('asynchronous', splitBrainUnclaimed),
    finds: /something was sent|led back: 0/,
  },
  {
    bug: 'a claim is not asked about again, though its server may have stopped waiting for the standby',
    module: 'state/postgres/claim-writer',
    changes: [['reply.declared === true && ', 'reply.declared === 1 && ']],
    complaints: inPair('synchronous', emptiedMeanwhile),
    finds: /without its claim/,
  },
  {
    bug: 'what the server says of the wait is left to the settings of the role',
    module: 'state/postgres/trust',
    changes: [["raw('SET LOCAL client_min_messages TO warning')", "raw('SELECT 1')"]],
    complaints: inPair('synchronous', silentRole),
    finds: /without its claim/,
  },
  {
    bug: 'success with 01000 beside it is taken for success',
    module: 'state/postgres/database',
    changes: [["throw unconfirmed(visible(notice.message ?? ''));", 'return rows;']],
    complaints: inPair('synchronous', cancelledWait),
    finds: /without its claim/,
  },
  {
    bug: 'whether a claim waits for the standby is left to the settings of the role',
    module: 'state/postgres/trust',
    changes: [["raw('SET LOCAL synchronous_commit TO on')", "raw('SELECT 1')"]],
    complaints: inPair('synchronous', carelessRole),
    finds: /without its claim/,
  },
  {
    bug: 'a claim whose answer was lost is looked up, not made again',
    module: 'state/postgres/claim-sql',
    changes: [
      [
        `DO UPDATE SET seen_at = clock_timestamp(),
    seq = greatest(known.seq, excluded.seq), ended = excluded.ended
  WHERE known.attempt = excluded.attempt AND known.part = 1
  RETURNING key, server, month::text AS month\`;`,
        `DO NOTHING RETURNING key, server, month::text AS month), looked AS (
  SELECT key, server, month::text AS month FROM payctl.claim WHERE key = \${key} AND attempt = \${attempt}), either AS (
  SELECT * FROM claimed UNION SELECT * FROM looked\`;`,
      ],
      [
        'SELECT EXISTS (SELECT FROM claimed) AS claimed',
        'SELECT EXISTS (SELECT FROM either) AS claimed',
      ],
    ],
    complaints: inPair('synchronous', terminatedWait),
    finds: /without its claim/,
  },
  {
    bug: 'a charge is retired though a line was added to it meanwhile',
    module: 'state/postgres/claim-sql',
    changes: [[' AND known.part = leaving.part AND known.seq = leaving.seq\n', '\n']],
    complaints: inFleet(retiredMeanwhile),
    finds: /a line that was added meanwhile is gone/,
  },
];
