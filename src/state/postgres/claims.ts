import { isJsonObject, parseJson } from '../../core/json.js';
import type { Text } from '../../core/message.js';
import { storeClaims } from '../../messages/store-claims.js';
import { type Chain, isArchived, type Link, MOST_CONDENSED, readChain, seqOf } from '../chain.js';
import type { OwnClaims } from '../own-claims.js';
import type { Sealer, Spool } from '../seal.js';
import {
  type ClaimHandle,
  type Claims,
  type Fault,
  type KeptLine,
  type NewPart,
  type PartCount,
  type Position,
  type StoredClaim,
  type StoredPart,
  StoreRefusal,
} from '../store.js';
import { compactionSql, MAY_ARCHIVE_SQL, readClaimSql } from './claim-sql.js';
import { afterOf, ClaimWriter, originalAbout, placeOf } from './claim-writer.js';
import { machineOf } from './database.js';
import { distrust } from './failure.js';
import { ROLES } from './schema/version.js';
import type { Server, ServerHost } from './server.js';
import { flag, numberOf, type Row, raw, sql, textIn } from './sql.js';
import { leftByIn, trustIn, trustQuery } from './trust.js';
import { upload } from './upload.js';
import { witnessOf } from './witness.js';

/** What claims on a server need of this machine. */
interface ClaimsOf {
  host: ServerHost;
  server: Server;
  spool: Spool;
  /** Rejects with CONFIG where this machine may not claim in this store. */
  mayClaim(): Promise<unknown>;
  own: OwnClaims;
  /** Names this machine among all that share the store. */
  machineId(): string;
}

/**
 * Claims in a database: the row of a claim is made once, by its key, and each line has a number that
 * only one process can give. Neither a lock nor a transaction outlives a statement.
 */
export class PostgresClaims implements Claims {
  readonly #with: ClaimsOf;
  #ready: Promise<void> | undefined;

  constructor(claiming: ClaimsOf) {
    this.#with = claiming;
  }

  /** What an earlier run could not bring here comes first. */
  prepare(): Promise<void> {
    this.#ready ??= upload(this.#with).catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async read(key: string): Promise<StoredClaim> {
    await this.prepare();
    const { server } = this.#with;
    return claimIn(key, await server.query(readClaimSql(key)), await server.sealer());
  }

  begin(key: string, first: NewPart): Promise<ClaimHandle | undefined> {
    return this.add({ key, newest: 0 }, first);
  }

  async add(after: Position, next: NewPart): Promise<ClaimHandle | undefined> {
    await this.prepare();
    if (next.sends) await this.#with.mayClaim();
    const { host, server } = this.#with;
    const sealer = await server.sealer();
    const part = new ClaimWriter(
      { ...this.#with, sealer },
      {
        key: after.key,
        part: after.newest + 1,
        attempt: Buffer.from(host.random.bytes(16)).toString('hex'),
        after: afterOf(after),
        lines: next.lines.map((content, index) => ({ content, original: next.originals?.[index] })),
        end: next.end,
      },
    );
    const claimed = await sealer.again(() => part.claim(next));
    if (typeof claimed === 'object') throw distrust(claimed.distrusted, claimed.leftBy);
    return claimed === 'ours' ? part : undefined;
  }

  /** As `begin` would find it. */
  async refuseForgetful(): Promise<void> {
    await this.prepare();
    const { host, server, own } = this.#with;
    const [row] = await server.query(trustQuery(await witnessOf(server, machineOf(host), own)));
    const trust = trustIn(row);
    if (trust !== 'trusted') throw distrust(trust, leftByIn(row));
  }

  async list(): Promise<Map<string, PartCount>> {
    await this.prepare();
    const rows = await this.#with.server.query(
      raw(`SELECT claim.key, claim.part AS newest,
  count(DISTINCT entry.part) FILTER (WHERE entry.part <= claim.part)::integer AS there
FROM payctl.claim LEFT JOIN payctl.entry USING (key) GROUP BY claim.key ORDER BY claim.key`),
    );
    return new Map(
      rows.map((row) => [
        textIn(row, 'key'),
        { there: numberOf(row, 'there'), newest: numberOf(row, 'newest') },
      ]),
    );
  }

  /** The row of the claim misses them. */
  async protect(): Promise<void> {}

  async secondNames() {
    return { faults: [], unprotected: 0 };
  }

  async noteAllProtected(): Promise<void> {}

  async refuseArchiving(): Promise<void> {
    const [row] = await this.#with.server.query(MAY_ARCHIVE_SQL);
    if (flag(row, 'may')) return;
    throw new StoreRefusal(storeClaims.mayNotArchive(textIn(row, 'user'), ROLES.owner), {
      hint: storeClaims.nameOwner,
    });
  }

  /** Also an outcome that waits in a spool has its place as long as its part is there. */
  async compact({ key, newest, tail }: Position): Promise<boolean> {
    const isOver = newest === MOST_CONDENSED && tail && isArchived([tail.content]);
    if (isOver) await this.#with.server.query(compactionSql(key, newest, seqOf(tail)));
    return isOver === true;
  }

  /** Needs the rights of the owner. */
  async remove(key: string): Promise<void> {
    await this.#with.server.query(sql`DELETE FROM payctl.claim WHERE key = ${key}`);
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

/** A line as the server has it. */
interface Kept {
  part: number;
  link: Link;
  row: Row;
}

/** Lines are chained in the order of their numbers; a part has those of its writer. */
function claimIn(key: string, rows: readonly Row[], sealer: Sealer): StoredClaim {
  const [first] = rows;
  if (first === undefined) return { key, newest: 0, parts: [] };
  const lines = rows.filter(({ line }) => typeof line === 'string');
  const chain = readChain(Buffer.from(lines.map((row) => `${textIn(row, 'line')}\n`).join('')));
  const kept = chain.links.map((link, index) => keptLine(link, lines[index]));
  const broken = lines.length > 0 ? chain.broken : undefined;
  const silentMs = first.silent === null ? Number.MAX_SAFE_INTEGER : numberOf(first, 'silent');
  const claim: StoredClaim = { key, newest: 0, parts: [], silentMs };
  const newest = numberOf(first, 'newest');
  for (let part = 1; part <= newest; part += 1) {
    const own = kept.filter((line) => line.part === part);
    if (own.length === 0 && broken === undefined) claim.missing ??= missing(key, part);
    if (own.length === 0) break;
    claim.newest = part;
    claim.parts.push(partOf(key, part, own, sealer));
  }
  claim.tail = chain.links.at(-1);
  if (broken) fault(claim, key, broken);
  // The row of the claim counts its lines, also those that lie in an archive.
  else if (
    claim.missing === undefined &&
    archivedBefore(chain) + lines.length < numberOf(first, 'last')
  ) {
    claim.missing = missing(key, newest);
  }
  return claim;
}

/** How many lines the archive has of a claim that was condensed. */
function archivedBefore({ links }: Chain): number {
  const [first] = links;
  return first && isArchived(links.map(({ content }) => content)) ? seqOf(first) - 1 : 0;
}

function keptLine(link: Link, row: Row = {}): Kept {
  return { part: numberOf(row, 'part'), link, row };
}

function partOf(key: string, number: number, lines: readonly Kept[], sealer: Sealer): StoredPart {
  return {
    place: placeOf(key, number),
    lines: lines.map(({ link }) => link.content),
    faults: [],
    torn: false,
    kept: lines.map(({ row }) => ({
      at: { clock: textIn(row, 'server'), at: numberOf(row, 'at') },
      ...originalIn(key, row, sealer),
    })),
  };
}

function originalIn(key: string, row: Row, sealer: Sealer): Omit<KeptLine, 'at'> {
  if (!(row.sealed instanceof Uint8Array)) return {};
  const bank = textIn(row, 'bank');
  const sealed = { bank, bytes: row.sealed };
  const about = originalAbout(bank, key, numberOf(row, 'seq'));
  const original = parseJson(sealer.open(about, row.sealed).toString());
  return isJsonObject(original) ? { original, sealed } : { sealed };
}

/** What cannot be read is the fault of the part that would have it next. */
function fault(claim: StoredClaim, key: string, broken: { line: number; why: Text }): void {
  const part = claim.parts.at(-1);
  const found = { file: placeOf(key, claim.newest || 1), ...broken };
  if (part) part.faults.push(found);
  else {
    claim.parts.push({ place: placeOf(key, 1), lines: [], faults: [found], torn: false });
    claim.newest = 1;
  }
}
