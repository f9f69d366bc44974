import { PayctlError } from '../../core/errors.js';
import { randomName } from '../../core/hash.js';
import { once } from '../../core/once.js';
import { hostNameInMark } from '../../host/identity.js';
import { storeClaims } from '../../messages/store-claims.js';
import { chainEnd } from '../chain.js';
import type {
  Addition,
  ClaimHandle,
  ClaimPosition,
  Claims,
  Damage,
  NewRevision,
  Retired,
  Retirement,
  RevisionCount,
  StoredClaim,
} from '../claims.js';
import type { Sealer } from '../seal.js';
import { StoreRefusal } from '../store-errors.js';
import {
  allOrNone,
  MAY_ARCHIVE_SQL,
  NOT_ALL,
  readClaimSql,
  readClaimsSql,
  retireSql,
} from './claim-sql.js';
import { ClaimWriter, type WriterContext } from './claim-writer.js';
import { distrustError } from './failure.js';
import { entryName } from './own-revision.js';
import { ROLES } from './schema/version.js';
import { type DatabaseRow, readBoolean, readNumber, readText, sql } from './sql.js';
import { missing, readStoredClaim } from './stored-claim.js';
import { readLeftBy, readTrust, trustQuery } from './trust.js';
import { upload } from './upload.js';
import { loadWitness } from './witness.js';

interface ClaimsContext extends Omit<WriterContext, 'sealer'> {
  /** Rejects with CONFIG where this machine may not claim in this store. */
  mayClaim(): Promise<unknown>;
}

const ADDING = { leastMs: 15_000, eachMs: 50 };

/**
 * Claims in a database: the row of a claim is inserted once, by its key, and each line has a number that
 * only one process can use. No lock and no transaction outlives a statement.
 */
export class PostgresClaims implements Claims {
  readonly #context: ClaimsContext;

  constructor(context: ClaimsContext) {
    this.#context = context;
  }

  /** First uploads what earlier runs could not bring to the store. */
  readonly prepare = once((): Promise<void> => upload(this.#context));

  async read(key: string): Promise<StoredClaim> {
    await this.prepare();
    const { server } = this.#context;
    return readStoredClaim(key, await server.query(readClaimSql(key)), await server.sealer());
  }

  async readMany(wanted: Parameters<Claims['readMany']>[0]): Promise<StoredClaim[]> {
    await this.prepare();
    const { server } = this.#context;
    const keys = wanted.map(({ key }) => key);
    const rows = new Map<string, DatabaseRow[]>(keys.map((key) => [key, []]));
    for (const row of await server.query(readClaimsSql(keys))) {
      rows.get(readText(row, 'key'))?.push(row);
    }
    return Promise.all(
      Array.from(rows, ([key, found]) => {
        if (found.length > 1)
          found.sort((one, other) => readNumber(one, 'seq') - readNumber(other, 'seq'));
        return readStoredClaim(key, found);
      }),
    );
  }

  create(key: string, first: NewRevision): Promise<ClaimHandle | undefined> {
    return this.add({ key, newest: 0 }, first);
  }

  async add(after: ClaimPosition, next: NewRevision): Promise<ClaimHandle | undefined> {
    await this.prepare();
    if (next.sends) await this.#context.mayClaim();
    const { server } = this.#context;
    const sealer = await server.sealer();
    const writer = this.#writer({ after, next }, sealer);
    const claimed = await sealer.retryWithCurrentKey(() => writer.claim(next));
    if (typeof claimed === 'object') throw distrustError(claimed.distrusted, claimed.leftBy);
    return claimed === 'ours' ? writer : undefined;
  }

  async addAll(additions: readonly Addition[]): Promise<boolean> {
    await this.prepare();
    const { server } = this.#context;
    const sealer = await server.sealer();
    const writers = additions.map((addition) => this.#writer(addition, sealer));
    const limitMs = ADDING.leastMs + additions.length * ADDING.eachMs;
    try {
      await sealer.retryWithCurrentKey(async () => {
        const rows = await Promise.all(writers.map((writer) => writer.insertion()));
        const statements = rows.map(({ statement }) => statement);
        const lines = rows.flatMap(({ written }) => written);
        return server.query(allOrNone(statements, lines), { limitMs });
      });
      return true;
    } catch (error) {
      if (error instanceof PayctlError && error.facts.code === NOT_ALL) return false;
      throw error;
    }
  }

  #writer({ after, next }: Addition, sealer: Sealer): ClaimWriter {
    return new ClaimWriter(
      { ...this.#context, sealer },
      {
        key: after.key,
        revision: after.newest + 1,
        attempt: randomName(this.#context.host),
        after: chainEnd(after.tail),
        lines: next.lines.map((content, index) => ({ content, original: next.originals?.[index] })),
        end: next.end,
      },
    );
  }

  /** As `create` would find it. */
  async refuseForgetful(): Promise<void> {
    await this.prepare();
    const { host, server, own } = this.#context;
    const [row] = await server.query(
      trustQuery(await loadWitness(server, hostNameInMark(host.process.self), own)),
    );
    const trust = readTrust(row);
    if (trust !== 'trusted') throw distrustError(trust, readLeftBy(row));
  }

  async list(): Promise<Map<string, RevisionCount>> {
    await this.prepare();
    const { server } = this.#context;
    const rows = await server.query(
      sql`SELECT claim.key, claim.part AS newest, CASE WHEN claim.retired IS NOT NULL THEN claim.part
  ELSE count(DISTINCT entry.part) FILTER (WHERE entry.part <= claim.part) END::integer AS there
FROM payctl.claim LEFT JOIN payctl.entry USING (key) GROUP BY claim.key ORDER BY claim.key`,
    );
    return new Map(
      rows.map((row) => [
        readText(row, 'key'),
        { there: readNumber(row, 'there'), newest: readNumber(row, 'newest') },
      ]),
    );
  }

  /** The row of the claim misses them. */
  async protect(): Promise<void> {}

  async checkBackups() {
    return { faults: [], unprotected: 0 };
  }

  async noteAllBackedUp(): Promise<void> {}

  async refuseArchiving(): Promise<void> {
    const [row] = await this.#context.server.query(MAY_ARCHIVE_SQL);
    if (readBoolean(row, 'may')) return;
    throw new StoreRefusal(storeClaims.mayNotArchive(readText(row, 'user'), ROLES.owner), {
      hint: storeClaims.nameOwner,
    });
  }

  /** All in one transaction: what is left of a claim appears as its lines go. */
  async retire(claims: readonly Retirement[]): Promise<ReadonlyMap<string, Retired>> {
    const { packRetired } = await import('./retired.js');
    const rows = claims.flatMap(({ claim: { key, newest: part, tail }, archive, remains }) => {
      if (remains === undefined) return [];
      return { key, part, seq: chainEnd(tail).seq, archive, retired: packRetired(remains) };
    });
    const answer = rows.length > 0 ? await this.#context.server.query(retireSql(rows)) : [];
    const now = new Set(answer.map((row) => readText(row, 'key')));
    return new Map<string, Retired>(
      claims.map(({ claim: { key }, remains }) => [
        key,
        remains === undefined ? 'before' : now.has(key) ? 'now' : 'changed',
      ]),
    );
  }

  /** Needs the rights of the owner. */
  async remove(key: string): Promise<void> {
    await this.#context.server.query(sql`DELETE FROM payctl.claim WHERE key = ${key}`);
  }

  locate(key: string, number: number): string {
    return entryName(key, number);
  }

  async missing(key: string, number: number): Promise<Damage> {
    return missing(key, number);
  }
}
