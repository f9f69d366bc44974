import { payctl, phrase } from '../../core/command-line.js';
import type { JsonObject } from '../../core/json.js';
import { elapsed } from '../../core/time.js';
import { tolerate } from '../../core/tolerate.js';
import { hostNameInMark } from '../../host/identity.js';
import { storeClaims } from '../../messages/store-claims.js';
import { storeConnection } from '../../messages/store-connection.js';
import { CHAIN_START, type ChainEnd, type Link } from '../chain.js';
import type { CachedOutcome } from '../claim-index.js';
import type { ClaimHandle, NewRevision, Ownership } from '../claims.js';
import type { OwnClaims } from '../own-claims.js';
import type { Sealer } from '../seal.js';
import type { Moment } from '../shared-store.js';
import type { Spool } from '../spool.js';
import { mayHaveHappened, StoreRefusal } from '../store-errors.js';
import {
  appendLineSql,
  type ClaimedLine,
  claimTailSql,
  heartbeatSql,
  insertRevisionSql,
  ownLinesSql,
  type RevisionRow,
} from './claim-sql.js';
import { unconfirmed } from './database.js';
import { outcomeText } from './outcomes.js';
import {
  chainRows,
  entryName,
  type OwnLine,
  type OwnRevision,
  readMonth,
  readWrittenLine,
  spoolValue,
  type WrittenLine,
} from './own-revision.js';
import type { Server, ServerHost } from './server.js';
import { type DatabaseRow, readNumber, readText, type Sql } from './sql.js';
import {
  readLeftBy,
  readTrust,
  STANDBY_STILL_CONFIRMS,
  type Trust,
  type Witness,
} from './trust.js';
import { loadWitness } from './witness.js';

/** What a claim in a database needs of this machine. */
export interface WriterContext {
  host: ServerHost;
  server: Server;
  spool: Spool;
  sealer: Sealer;
  own: OwnClaims;
  /** Names this machine among all that share the store. */
  machineId(): string;
}

/** How long a heartbeat is valid: a third of the takeover timeout. */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_LIMIT_MS = 5_000;
/** An outcome that is not stored within this time goes to the spool: nobody should wait for a slow store to learn how a payment ended. */
const APPENDING = { limitMs: 5_000 };
/** How often the holder sends a heartbeat while its call lasts. */
const HEARTBEAT_PAUSE_MS = 10_000;

/** Others wrote lines that conflict with ours: only a person can tell which are true. */
export class Displaced extends StoreRefusal {}

/** `distrusted`: why this server may not accept the claim. */
type ClaimResult = 'ours' | 'taken' | { distrusted: Exclude<Trust, 'trusted'>; leftBy: string };

/** Writes one revision of a claim, of which this process is the holder. */
export class ClaimWriter implements ClaimHandle {
  readonly heartbeatMs = HEARTBEAT_PAUSE_MS;
  readonly place: string;
  readonly #context: WriterContext;
  readonly #own: OwnRevision;
  /** Its lines in the store, in order. */
  readonly #written: WrittenLine[] = [];
  #at: Moment | undefined;
  #ownership: Ownership = 'unseen';
  #sinceHeartbeat: () => number | undefined = () => undefined;

  constructor(context: WriterContext, own: OwnRevision) {
    this.#context = context;
    this.#own = own;
    this.place = entryName(own.key, own.revision);
  }

  get tail(): Link {
    const last = this.#written.at(-1);
    if (last) return last.link;
    throw new TypeError('a revision without a line');
  }

  get at(): Moment | undefined {
    return this.#at;
  }

  /** Creates the revision. `unsent` gives the line to record where it never becomes known whether it was created. */
  async claim({ sends, unsent }: NewRevision): Promise<ClaimResult> {
    const { after, lines, end } = this.#own;
    const chained = this.#chain(lines, after);
    const row = { ...this.#row(chained, end), sends: sends === true };
    // The heartbeat counts from when the statement was sent, not from its answer.
    const since = elapsed(this.#context.host);
    try {
      const { host, server } = this.#context;
      const machine = { id: this.#context.machineId(), host: hostNameInMark(host.process.self) };
      const [reply, still] = await server.query(
        insertRevisionSql(row, after.seq, await this.#witness(), { machine }),
        { followedBy: STANDBY_STILL_CONFIRMS },
      );
      if (reply?.claimed !== true) {
        const trust = readTrust(reply);
        return sends && trust !== 'trusted' && reply?.moved !== true
          ? { distrusted: trust, leftBy: readLeftBy(reply) }
          : 'taken';
      }
      if (reply.written !== chained.length) await this.#checkWritten(chained);
      if (sends && reply.declared === true && still?.synchronous !== true)
        throw unconfirmed(storeConnection.standbysEmptied);
      this.#adopt(chained, reply);
      this.#sinceHeartbeat = since;
      this.#ownership = 'ours';
      if (sends) await this.#remember(reply, unsent);
      return 'ours';
    } catch (error) {
      // The server may still create the claim; then everyone must learn that nothing was sent on it.
      if (unsent && mayHaveHappened(error)) {
        await this.#spool({ ...this.#own, lines: [...lines, { content: unsent() }] }, false);
      }
      throw error;
    }
  }

  /** The statement that creates the revision, on which nothing is sent, with its lines by their numbers. */
  async insertion(): Promise<{ statement: Sql; written: ClaimedLine[] }> {
    const { key, attempt, after, lines, end } = this.#own;
    const row = this.#row(this.#chain(lines, after), end);
    const written = row.entries.map(({ seq }) => ({ key, seq, attempt }));
    return { statement: insertRevisionSql(row, after.seq, await this.#witness()), written };
  }

  async #witness(): Promise<Witness> {
    const { server, own, host } = this.#context;
    return loadWitness(server, hostNameInMark(host.process.self), own);
  }

  /** Remembers the claim on this machine, so that a store that loses it is noticed; nothing is sent if that fails. */
  async #remember(reply: DatabaseRow, unsent: NewRevision['unsent']): Promise<void> {
    const { server, own } = this.#context;
    const { key, attempt, after } = this.#own;
    const [seq, at] = [after.seq + 1, readText(reply, 'server')];
    const declaration = readText(reply, 'declaration');
    try {
      const month = readMonth(reply);
      own.add(server.store, { key, seq, attempt, month, server: at, declaration });
    } catch (error) {
      if (unsent) await this.append(unsent());
      throw error;
    }
  }

  async append(
    content: JsonObject,
    { originals, end }: Omit<NewRevision, 'lines'> = {},
  ): Promise<void> {
    const line = { content, original: originals?.[0] };
    this.#own.lines.push(line);
    this.#own.end = end;
    await tolerate(
      () => this.#context.sealer.retryWithCurrentKey(() => this.#appendLine(line)),
      async ({ said }) => {
        await this.#spool(this.#own, true);
        this.#context.server.warn(storeClaims.outcomeWaits(said));
      },
    );
  }

  /** Fewer lines were written than sent: either they exist already, because an answer was lost, or others took their place. */
  async #checkWritten(chained: readonly WrittenLine[]): Promise<void> {
    const there = await this.#context.server.query(ownLinesSql(this.#own));
    const lines = there.map((row) => readText(row, 'line'));
    if (!chained.every(({ row }) => lines.includes(row.line))) throw displacedError(this.place);
  }

  /** Writes what an earlier run could not bring to the store. Rejects with `Displaced` if others took its place. */
  async upload(): Promise<void> {
    const { lines, after, end } = this.#own;
    const there = await this.#context.server.query(ownLinesSql(this.#own));
    for (const row of there) this.#written.push(readWrittenLine(row));
    this.#own.month = readMonth(there[0]);
    if (there.length === 0) {
      const chained = this.#chain(lines, after);
      const [reply] = await this.#context.server.query(
        insertRevisionSql(this.#row(chained, end), after.seq, await this.#witness()),
      );
      if (reply?.claimed === true) return;
      throw displacedError(this.place);
    }
    for (const line of lines.slice(there.length)) await this.#appendLine(line);
  }

  async heartbeat(fresh = 0): Promise<void> {
    const passed = this.#sinceHeartbeat();
    if (this.#ownership === 'ours' && passed !== undefined && passed < fresh) return;
    const last = this.#written.at(-1);
    if (last === undefined) return;
    const since = elapsed(this.#context.host);
    const [reply] = await this.#context.server.query(heartbeatSql(this.#own, last.row), {
      limitMs: HEARTBEAT_LIMIT_MS,
    });
    this.#sinceHeartbeat = since;
    if (reply?.ours === true) this.#ownership = 'ours';
    else if (reply?.there !== true) this.#ownership = 'gone';
    else this.#ownership = reply.newest === true ? 'changed' : 'taken';
  }

  checkOwnership(): Ownership {
    const passed = this.#sinceHeartbeat();
    if (this.#ownership !== 'ours') return this.#ownership;
    return passed === undefined || passed > HEARTBEAT_MS ? 'unseen' : 'ours';
  }

  /** Appends a line. If others wrote meanwhile it goes after theirs, and still belongs to this revision. */
  async #appendLine(line: OwnLine): Promise<void> {
    const { server } = this.#context;
    const last = this.#written.at(-1);
    if (last === undefined) return this.#restore();
    let before = { seq: last.row.seq, sum: last.link.sum };
    for (;;) {
      const chained = this.#chain([line], before);
      const row = this.#row(chained, this.#own.end);
      const [reply] = await server.query(appendLineSql(row, last.row, before.seq), APPENDING);
      if (reply?.claimed === true) {
        if (reply.written !== chained.length) await this.#checkWritten(chained);
        return this.#adopt(chained, reply);
      }
      const [tail] = await server.query(claimTailSql(this.#own, last.row), APPENDING);
      if (tail?.own !== true) return this.#restore();
      const newest = readWrittenLine(tail);
      if (newest.row.seq === before.seq) throw displacedError(this.place);
      before = { seq: newest.row.seq, sum: newest.link.sum };
    }
  }

  /** The store lost this revision: writes all of it again, unless somebody else made another claim. */
  async #restore(): Promise<void> {
    const { server } = this.#context;
    const { lines, after, end } = this.#own;
    const chained = this.#chain(lines, after);
    const [sameRevision] = await server.query(
      insertRevisionSql(this.#row(chained, end), after.seq, await this.#witness()),
      APPENDING,
    );
    if (sameRevision?.claimed === true) return this.#adopt(chained, sameRevision, true);
    const first = this.#chain(lines, CHAIN_START);
    const [firstRevision] = await server.query(
      insertRevisionSql({ ...this.#row(first, end), revision: 1 }, 0, await this.#witness()),
      APPENDING,
    );
    if (firstRevision?.claimed === true) return this.#adopt(first, firstRevision, true);
    throw displacedError(this.place);
  }

  #adopt(chained: readonly WrittenLine[], reply: DatabaseRow, all = false): void {
    if (all) this.#written.length = 0;
    this.#written.push(...chained);
    this.#own.month = readMonth(reply) ?? this.#own.month;
    this.#at = { clock: readText(reply, 'server'), at: readNumber(reply, 'now') };
  }

  #row(chained: readonly WrittenLine[], end: CachedOutcome | undefined): RevisionRow {
    const { key, revision, attempt, month } = this.#own;
    return {
      ...{ key, revision, attempt, month },
      entries: chained.map(({ row }) => row),
      sends: false,
      end: end ? outcomeText(end) : null,
    };
  }

  #chain(lines: readonly OwnLine[], after: ChainEnd): WrittenLine[] {
    return chainRows(lines, { key: this.#own.key, after }, this.#context.sealer);
  }

  async #spool(own: OwnRevision, sent: boolean): Promise<void> {
    const { server, spool } = this.#context;
    const value = spoolValue({ own, sent, store: server.store });
    await spool.keep({ name: own.attempt, value });
  }
}

function displacedError(place: string): Displaced {
  return new Displaced(storeClaims.displaced(place), {
    hint: phrase`${payctl`journal verify`}; ${payctl`store status`}`,
  });
}
