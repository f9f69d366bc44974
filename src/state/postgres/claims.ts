import { PayctlError } from '../../core/errors.js';
import { isJsonObject, parseJson } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { hostNameOf } from '../../host/identity.js';
import { storeClaims } from '../../messages/store-claims.js';
import { wording } from '../../messages/wording.js';
import { type Chain, endOfChain, isArchived, type Link, readChain, seqOf } from '../chain.js';
import type {
  Addition,
  ClaimHandle,
  Claims,
  Fault,
  NewRevision,
  Position,
  Retired,
  Retirement,
  RevisionCount,
  StoredClaim,
  StoredLineMetadata,
  StoredRevision,
} from '../claims.js';
import type { Sealer } from '../seal.js';
import { StoreRefusal } from '../store-errors.js';
import {
  allOrNone,
  MAY_ARCHIVE_SQL,
  NOT_ALL,
  readClaimSql,
  readClaimsSql,
  retiredColumn,
  retireSql,
} from './claim-sql.js';
import { ClaimWriter, type WriterContext } from './claim-writer.js';
import { distrust } from './failure.js';
import { associatedOriginal, placeOf } from './own-revision.js';
import { RETIRED_SINCE, ROLES } from './schema/version.js';
import { booleanIn, numberIn, type Row, sql, textIn } from './sql.js';
import { leftByIn, trustIn, trustQuery } from './trust.js';
import { upload } from './upload.js';
import { witnessOf } from './witness.js';

interface ClaimsContext extends Omit<WriterContext, 'sealer' | 'schema'> {
  /** Rejects with CONFIG where this machine may not claim in this store. */
  mayClaim(): Promise<unknown>;
}

/** How long several claims together may take. */
const ADDING = { leastMs: 15_000, eachMs: 50 };

/**
 * Claims in a database: the row of a claim is inserted once, by its key, and each line has a number that
 * only one process can use. No lock and no transaction outlives a statement.
 */
export class PostgresClaims implements Claims {
  readonly #context: ClaimsContext;
  #ready: Promise<void> | undefined;

  constructor(context: ClaimsContext) {
    this.#context = context;
  }

  /** First uploads what earlier runs could not bring to the store. */
  prepare(): Promise<void> {
    this.#ready ??= upload(this.#context).catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async read(key: string): Promise<StoredClaim> {
    await this.prepare();
    const { server } = this.#context;
    const { schema } = await server.greeting();
    return readIn(key, await server.query(readClaimSql(key, schema)), await server.sealer());
  }

  async readMany(keys: readonly string[]): Promise<StoredClaim[]> {
    await this.prepare();
    const { server } = this.#context;
    if ((await server.greeting()).schema < RETIRED_SINCE) return this.#readEach(keys);
    const rows = new Map<string, Row[]>(keys.map((key) => [key, []]));
    for (const row of await server.query(readClaimsSql(keys))) {
      rows.get(textIn(row, 'key'))?.push(row);
    }
    return Promise.all(Array.from(rows, ([key, found]) => readIn(key, found)));
  }

  async #readEach(keys: readonly string[]): Promise<StoredClaim[]> {
    const claims: StoredClaim[] = [];
    for (const key of new Set(keys)) claims.push(await this.read(key));
    return claims;
  }

  create(key: string, first: NewRevision): Promise<ClaimHandle | undefined> {
    return this.add({ key, newest: 0 }, first);
  }

  async add(after: Position, next: NewRevision): Promise<ClaimHandle | undefined> {
    await this.prepare();
    if (next.sends) await this.#context.mayClaim();
    const { server } = this.#context;
    const sealer = await server.sealer();
    const { schema } = await server.greeting();
    const writer = this.#writer({ after, next }, { sealer, schema });
    const claimed = await sealer.again(() => writer.claim(next));
    if (typeof claimed === 'object') throw distrust(claimed.distrusted, claimed.leftBy);
    return claimed === 'ours' ? writer : undefined;
  }

  async addAll(additions: readonly Addition[]): Promise<boolean> {
    await this.prepare();
    const { server } = this.#context;
    const sealer = await server.sealer();
    const { schema } = await server.greeting();
    const writers = additions.map((addition) => this.#writer(addition, { sealer, schema }));
    const limitMs = ADDING.leastMs + additions.length * ADDING.eachMs;
    try {
      await sealer.again(async () => {
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

  #writer({ after, next }: Addition, keyed: Pick<WriterContext, 'sealer' | 'schema'>): ClaimWriter {
    return new ClaimWriter(
      { ...this.#context, ...keyed },
      {
        key: after.key,
        revision: after.newest + 1,
        attempt: Buffer.from(this.#context.host.random.bytes(16)).toString('hex'),
        after: endOfChain(after.tail),
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
      trustQuery(await witnessOf(server, hostNameOf(host.process.self), own)),
    );
    const trust = trustIn(row);
    if (trust !== 'trusted') throw distrust(trust, leftByIn(row));
  }

  async list(): Promise<Map<string, RevisionCount>> {
    await this.prepare();
    const { server } = this.#context;
    const retired = retiredColumn((await server.greeting()).schema);
    const rows = await server.query(
      sql`SELECT claim.key, claim.part AS newest, CASE WHEN ${retired} IS NOT NULL THEN claim.part
  ELSE count(DISTINCT entry.part) FILTER (WHERE entry.part <= claim.part) END::integer AS there
FROM payctl.claim LEFT JOIN payctl.entry USING (key) GROUP BY claim.key ORDER BY claim.key`,
    );
    return new Map(
      rows.map((row) => [
        textIn(row, 'key'),
        { there: numberIn(row, 'there'), newest: numberIn(row, 'newest') },
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
    const { schema } = await this.#context.server.greeting();
    if (schema < RETIRED_SINCE) {
      throw new StoreRefusal(storeClaims.cannotRetire(schema, RETIRED_SINCE), {
        hint: wording.command('payctl store init'),
      });
    }
    const [row] = await this.#context.server.query(MAY_ARCHIVE_SQL);
    if (booleanIn(row, 'may')) return;
    throw new StoreRefusal(storeClaims.mayNotArchive(textIn(row, 'user'), ROLES.owner), {
      hint: storeClaims.nameOwner,
    });
  }

  /** All in one transaction: what is left of a claim appears as its lines go. */
  async retire(claims: readonly Retirement[]): Promise<ReadonlyMap<string, Retired>> {
    const { packRetired } = await import('./retired.js');
    const leaving = claims.filter(({ lines }) => lines.length > 0);
    const rows = leaving.map(({ claim: { key, newest: part, tail }, archive, lines }) => {
      return { key, part, seq: endOfChain(tail).seq, archive, retired: packRetired(lines) };
    });
    const answer = rows.length > 0 ? await this.#context.server.query(retireSql(rows)) : [];
    const now = new Set(answer.map((row) => textIn(row, 'key')));
    return new Map<string, Retired>(
      claims.map(({ claim: { key }, lines }) => [
        key,
        lines.length === 0 ? 'before' : now.has(key) ? 'now' : 'changed',
      ]),
    );
  }

  /** Needs the rights of the owner. */
  async remove(key: string): Promise<void> {
    await this.#context.server.query(sql`DELETE FROM payctl.claim WHERE key = ${key}`);
  }

  placeOf(key: string, number: number): string {
    return placeOf(key, number);
  }

  async missing(key: string, number: number): Promise<Fault> {
    return missing(key, number);
  }
}

function missing(key: string, number: number): Fault {
  return { file: placeOf(key, number), line: 1, why: storeClaims.linesMissing };
}

/** A line of a claim, its link in the chain and its row. */
interface ChainedLine {
  revision: number;
  link: Link;
  row: Row;
}

/** A claim whose lines are there, or what is left of it. Without a sealer its originals stay sealed. */
async function readIn(key: string, rows: readonly Row[], sealer?: Sealer): Promise<StoredClaim> {
  const [first] = rows;
  if (!(first?.retired instanceof Uint8Array)) return claimIn(key, rows, sealer);
  // Few claims that are read are retired, and no other part of a charge unpacks anything.
  const { retiredClaim } = await import('./retired.js');
  return retiredClaim(key, numberIn(first, 'newest'), first.retired);
}

/** All lines of a claim form one chain; each revision has those of its writer. */
function claimIn(key: string, rows: readonly Row[], sealer: Sealer | undefined): StoredClaim {
  const [first] = rows;
  if (first === undefined) return { key, newest: 0, revisions: [] };
  const lines = rows.filter(({ line }) => typeof line === 'string');
  const chain = readChain(Buffer.from(lines.map((row) => `${textIn(row, 'line')}\n`).join('')));
  const chained = chain.links.map((link, index) => chainedLine(link, lines[index]));
  const broken = lines.length > 0 ? chain.broken : undefined;
  const silentMs = first.silent === null ? Number.MAX_SAFE_INTEGER : numberIn(first, 'silent');
  const claim: StoredClaim = { key, newest: 0, revisions: [], silentMs };
  const newest = numberIn(first, 'newest');
  for (let revision = 1; revision <= newest; revision += 1) {
    const own = chained.filter((line) => line.revision === revision);
    if (own.length === 0 && broken === undefined) claim.missing ??= missing(key, revision);
    if (own.length === 0) break;
    claim.newest = revision;
    claim.revisions.push(revisionOf(key, revision, own, sealer));
  }
  claim.tail = chain.links.at(-1);
  if (broken) addFault(claim, key, broken);
  // The row of the claim counts its lines, also those that lie in an archive.
  else if (
    claim.missing === undefined &&
    archivedBefore(chain) + lines.length < numberIn(first, 'last')
  ) {
    claim.missing = missing(key, newest);
  }
  return claim;
}

/** How many lines of a compacted claim lie in the archive. */
function archivedBefore({ links }: Chain): number {
  const [first] = links;
  return first && isArchived(links.map(({ content }) => content)) ? seqOf(first) - 1 : 0;
}

function chainedLine(link: Link, row: Row = {}): ChainedLine {
  return { revision: numberIn(row, 'part'), link, row };
}

function revisionOf(
  key: string,
  number: number,
  lines: readonly ChainedLine[],
  sealer: Sealer | undefined,
): StoredRevision {
  return {
    place: placeOf(key, number),
    lines: lines.map(({ link }) => link.content),
    faults: [],
    torn: false,
    metadata: lines.map(({ row }) => ({
      at: { clock: textIn(row, 'server'), at: numberIn(row, 'at') },
      ...originalIn(key, row, sealer),
    })),
  };
}

function originalIn(
  key: string,
  row: Row,
  sealer: Sealer | undefined,
): Omit<StoredLineMetadata, 'at'> {
  if (!(row.sealed instanceof Uint8Array)) return {};
  const bank = textIn(row, 'bank');
  const sealed = { bank, bytes: row.sealed };
  if (sealer === undefined) return { sealed };
  const associated = associatedOriginal(bank, key, numberIn(row, 'seq'));
  const original = parseJson(sealer.open(associated, row.sealed).toString());
  return isJsonObject(original) ? { original, sealed } : { sealed };
}

/** Adds a fault to the last revision that could be read, or to an empty first one. */
function addFault(claim: StoredClaim, key: string, broken: { line: number; why: Message }): void {
  const last = claim.revisions.at(-1);
  const fault = { file: placeOf(key, claim.newest || 1), ...broken };
  if (last) last.faults.push(fault);
  else {
    claim.revisions.push({ place: placeOf(key, 1), lines: [], faults: [fault], torn: false });
    claim.newest = 1;
  }
}
