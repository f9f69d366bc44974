import { PayctlError } from '../../core/errors.js';
import { randomName } from '../../core/hash.js';
import { textOf } from '../../core/json.js';
import type { Files } from '../../host/host.js';
import { common } from '../../messages/common.js';
import { storeClaims } from '../../messages/store-claims.js';
import { storeConnection } from '../../messages/store-connection.js';
import { readChain, seal } from '../chain.js';
import { openFileStore, transferIn } from '../files/store.js';
import { OwnClaims } from '../own-claims.js';
import { statePath } from '../paths.js';
import type { ClaimPermission } from '../permission.js';
import { Spool } from '../seal.js';
import {
  type Claims,
  type Moment,
  type PartCount,
  type Slips,
  type Store,
  StoreRefusal,
  type TransferRecord,
  type Transfers,
} from '../store.js';
import { StoreMemory } from '../store-memory.js';
import { PostgresClaimIndex, PostgresEnds } from './claim-index.js';
import { PostgresClaims } from './claims.js';
import { machineOf, unconfirmed } from './database.js';
import { distrust } from './failure.js';
import type { Server, ServerHost } from './server.js';
import { flag, numberOf, type Row, raw, sql, textIn, together } from './sql.js';
import {
  CLAIMING,
  DURABLE,
  doubtedCte,
  judgedCte,
  leftByIn,
  RECORD_SERVER_CTE,
  SERVER_CTE,
  STANDBY_STILL_CONFIRMS,
  trustIn,
} from './trust.js';
import { witnessOf } from './witness.js';

const MOMENT = raw(
  'SELECT payctl.server() AS clock, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
);

/** The store that several machines share. Touches neither server nor files before its first use. */
export function openPostgresStore(host: ServerHost, server: Server, stateDir: string): Store {
  const memory = new StoreMemory(host, stateDir);
  const spool = new Spool(host.files, statePath(stateDir, 'spool'), () => server.sealer());
  const own = new OwnClaims(host.files, stateDir);
  const claims = new PostgresClaims({
    host,
    server,
    spool,
    own,
    machineId: () => memory.machine,
    mayClaim: () => enter(host.files, stateDir, server, memory),
  });
  return {
    shared: {
      get machine() {
        return memory.machine;
      },
      enter: () => enter(host.files, stateDir, server, memory),
      moment: () => momentOf(server),
      refuseForgetful: () => claims.refuseForgetful(),
    },
    claims,
    ends: new PostgresEnds(server),
    index: new PostgresClaimIndex(server, () => claims.prepare()),
    transfers: new PostgresTransfers(server),
    slips: new PostgresSlips(
      server,
      machineOf(host),
      () => randomName(host),
      own,
      openFileStore(host.files, stateDir).slips,
    ),
  };
}

async function momentOf(server: Server): Promise<Moment> {
  const [row] = await server.query(MOMENT);
  return { clock: textIn(row, 'clock'), at: numberOf(row, 'at') };
}

/** A row for each initiated transfer, closed by a checksum: the first one counts. */
class PostgresTransfers implements Transfers {
  readonly #server: Pick<Server, 'query'>;

  constructor(server: Pick<Server, 'query'>) {
    this.#server = server;
  }

  async read(key: string): Promise<TransferRecord | undefined> {
    const [row] = await this.#server.query(
      sql`SELECT line FROM payctl.transfer WHERE key = ${key}`,
    );
    return row && this.#sound(key, row);
  }

  /** A commit that writes nothing would not wait for the standby. */
  async keep(key: string, record: TransferRecord): Promise<TransferRecord> {
    const { reference, contents, tokenizerId, at } = record;
    const line = seal({ reference, contents, tokenizerId, at, key }).text.trimEnd();
    const [row] = await this.#server.query(
      together(
        DURABLE,
        sql`INSERT INTO payctl.transfer AS known (key, line) VALUES (${key}, ${line})
          ON CONFLICT (key) DO UPDATE SET asked = known.asked + 1`,
        sql`SELECT line FROM payctl.transfer WHERE key = ${key}`,
      ),
    );
    return row ? this.#sound(key, row) : record;
  }

  async list(): Promise<Map<string, TransferRecord | undefined>> {
    const rows = await this.#server.query(
      raw('SELECT key, line FROM payctl.transfer ORDER BY key'),
    );
    return new Map(rows.map((row) => [textIn(row, 'key'), transferOf(textIn(row, 'key'), row)]));
  }

  /** Needs the rights of the owner. */
  async remove(key: string): Promise<void> {
    await this.#server.query(sql`DELETE FROM payctl.transfer WHERE key = ${key}`);
  }

  placeOf(key: string): string {
    return `payctl.transfer, key ${key}`;
  }

  #sound(key: string, row: Row): TransferRecord {
    const record = transferOf(key, row);
    if (record) return record;
    throw new PayctlError('CONFIG', storeClaims.damagedTransfer(this.placeOf(key)), {
      hint: storeClaims.askBank,
      executed: 'no',
    });
  }
}

function transferOf(key: string, row: Row): TransferRecord | undefined {
  const { links, broken } = readChain(Buffer.from(`${textIn(row, 'line')}\n`));
  const content = links[0]?.content;
  if (broken || content === undefined || textOf(content.key) !== key) return undefined;
  return transferIn(content);
}

/** A row for each slip: its key is what makes it good for one sale. */
export class PostgresSlips implements Slips {
  readonly #server: Pick<Server, 'query' | 'greeting'>;
  readonly #machine: string;
  readonly #attempt: () => string;
  readonly #own: Pick<OwnClaims, 'in' | 'add' | 'timelines'>;
  readonly #before: Pick<Slips, 'seen'> | undefined;

  /** @param before what this machine had seen before it shared a store */
  constructor(
    server: Pick<Server, 'query' | 'greeting'>,
    machine: string,
    attempt: () => string,
    own: Pick<OwnClaims, 'in' | 'add' | 'timelines'>,
    before?: Pick<Slips, 'seen'>,
  ) {
    this.#server = server;
    this.#machine = machine;
    this.#attempt = attempt;
    this.#own = own;
    this.#before = before;
  }

  async firstSeen(
    slip: string,
    moment: string,
    attempt = this.#attempt(),
  ): Promise<string | undefined> {
    return this.#first({ slip, moment, attempt, counts: false });
  }

  async accept(
    slip: string,
    moment: string,
    attempt: string,
    permission: ClaimPermission,
  ): Promise<string | undefined> {
    permission.check();
    const before = await this.#first({ slip, moment, attempt, counts: true });
    if (before === undefined) refuseAfter(permission);
    return before;
  }

  /**
   * By the attempt it knows its own row again, where the first answer was lost, and writes it once
   * more, so that it waits for the standby as the first time. Whether the server may be trusted is part
   * of the statement: it may be sent again, to another server than at first.
   */
  async #first(asked: {
    slip: string;
    moment: string;
    attempt: string;
    /** Goods depend on it. */
    counts: boolean;
  }): Promise<string | undefined> {
    const { slip, moment, attempt, counts } = asked;
    const here = await this.#before?.seen(slip);
    if (here !== undefined) return here;
    const { store } = await this.#server.greeting();
    const witness = await witnessOf(this.#server, this.#machine, this.#own);
    const [row, still] = await this.#server.query(
      together(
        CLAIMING,
        sql`WITH ${SERVER_CTE}, ${judgedCte(witness)}, ${doubtedCte(witness)}, claimed AS (
  INSERT INTO payctl.slip AS known (slip, seen, attempt, machine)
  SELECT ${slip}, ${moment}, ${attempt}, ${this.#machine} FROM ${raw(counts ? 'trusted' : 'here')}
  ON CONFLICT (slip) DO UPDATE SET attempt = known.attempt WHERE known.attempt = excluded.attempt
  RETURNING slip), ${RECORD_SERVER_CTE}
SELECT server, declared, declaration, trust, left_by, EXISTS (SELECT FROM claimed) AS claimed FROM judged`,
      ),
      { followedBy: STANDBY_STILL_CONFIRMS },
    );
    const trust = trustIn(row);
    if (counts && trust !== 'trusted') throw distrust(trust, leftByIn(row));
    if (flag(row, 'claimed')) {
      if (!counts) return undefined;
      if (flag(row, 'declared') && still?.synchronous !== true)
        throw unconfirmed(storeConnection.standbysEmptied);
      const [server, declaration] = [textIn(row, 'server'), textIn(row, 'declaration')];
      this.#own.add(store, { key: slip, seq: 0, attempt, server, declaration });
      return undefined;
    }
    // Another was first; a row that is gone again is asked for anew.
    return (await this.seen(slip)) ?? this.#first(asked);
  }

  async seen(slip: string): Promise<string | undefined> {
    const here = await this.#before?.seen(slip);
    if (here !== undefined) return here;
    const [row] = await this.#server.query(
      sql`SELECT seen, machine FROM payctl.slip WHERE slip = ${slip}`,
    );
    return row && String(storeClaims.seenOn(textIn(row, 'seen'), textIn(row, 'machine')));
  }

  async list(): Promise<Map<string, string>> {
    const rows = await this.#server.query(raw('SELECT slip, seen FROM payctl.slip ORDER BY slip'));
    return new Map(rows.map((row) => [textIn(row, 'slip'), textIn(row, 'seen')]));
  }
}

/** A claim in the files of this machine. */
interface LocalClaim extends PartCount {
  key: string;
}

const MOST_KEYS = 5_000;

/** The row is there: under the name of its attempt it is accepted yet, once this machine may do that again. */
function refuseAfter(permission: ClaimPermission): void {
  try {
    permission.check();
  } catch (error) {
    const isKnown = error instanceof PayctlError;
    const refusal = isKnown
      ? new StoreRefusal(error.said, error.facts)
      : new StoreRefusal(String(error));
    refusal.sent = true;
    throw refusal;
  }
}

/**
 * From now on claims are made in this store; its id. Rejects with CONFIG while files of this machine
 * hold claims that the store lacks: a charge that was made before would be made again. Files that were
 * looked at and have not changed are not read again.
 */
async function enter(
  files: Files,
  stateDir: string,
  server: Server,
  memory: StoreMemory,
): Promise<string> {
  const { store } = await server.greeting();
  const isNew = memory.store === undefined;
  if (!isNew) {
    memory.refuseOther(store);
    if (memory.isSettled(store)) return store;
  }
  const { claims } = openFileStore(files, stateDir);
  const refuseUnimported = async (): Promise<void> => {
    // What was imported once may differ, and is told then; what is new since counts.
    const byKeyAlone = memory.wasSettled(store);
    const missing = await missingIn(server, await claims.list(), byKeyAlone);
    if ((await ownClaims(claims, missing)).length > 0) throw unimported();
  };
  // Whoever only tries a store may go on over the files.
  if (isNew) await refuseUnimported();
  memory.enter(store);
  const now = memory.filesNow();
  await refuseUnimported();
  memory.settle({ store, files: now });
  return store;
}

function unimported(): StoreRefusal {
  return new StoreRefusal(storeClaims.notImported, { hint: common.command('payctl store import') });
}

/** Claims of the files that the store has not, or not whole. */
async function missingIn(
  server: Server,
  claims: ReadonlyMap<string, PartCount>,
  byKeyAlone = false,
): Promise<LocalClaim[]> {
  const local = [...claims].map(([key, count]) => ({ key, ...count }));
  const known = new Map<string, number>();
  for (let from = 0; from < local.length; from += MOST_KEYS) {
    const keys = local.slice(from, from + MOST_KEYS).map(({ key }) => key);
    const rows = await server.query(
      sql`SELECT key, part FROM payctl.claim WHERE key = ANY (${keys})`,
    );
    for (const row of rows) known.set(textIn(row, 'key'), numberOf(row, 'part'));
  }
  return local.filter(({ key, newest }) => {
    const part = known.get(key);
    return part === undefined || (!byKeyAlone && part < newest);
  });
}

/** The embedded bank keeps its charges in files, whatever store is set. */
async function ownClaims(
  claims: Pick<Claims, 'read'>,
  found: readonly LocalClaim[],
): Promise<LocalClaim[]> {
  const own: LocalClaim[] = [];
  for (const claim of found) {
    const { parts } = await claims.read(claim.key, claim.newest);
    const lines = parts.flatMap((part) => part.lines);
    const isSandbox = lines.some(({ type, profile }) => type === 'intent' && profile === 'sandbox');
    if (!isSandbox) own.push(claim);
  }
  return own;
}
