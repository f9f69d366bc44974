import { PayctlError } from '../../core/errors.js';
import { type JsonObject, stringifyJson } from '../../core/json.js';
import { unsealLine } from '../../core/sealed-log.js';
import { elapsed } from '../../core/time.js';
import { common } from '../../messages/common.js';
import { storeClaims } from '../../messages/store-claims.js';
import { storeConnection } from '../../messages/store-connection.js';
import { type Link, ORIGIN, seal, seqOf } from '../chain.js';
import type { OwnClaims } from '../own-claims.js';
import type { Sealer, Spool } from '../seal.js';
import {
  type ClaimHandle,
  type ClaimStanding,
  type EndValues,
  type Moment,
  mayHaveHappened,
  type NewPart,
  type Original,
  type Position,
  StoreRefusal,
} from '../store.js';
import { endText } from './claim-index.js';
import {
  appendLineSql,
  claimTailSql,
  type EntryRow,
  heartbeatSql,
  insertRevisionSql,
  ownLinesSql,
  type PartRow,
} from './claim-sql.js';
import { machineOf, unconfirmed } from './database.js';
import type { Server, ServerHost } from './server.js';
import { numberOf, type Row, textIn } from './sql.js';
import { leftByIn, STANDBY_STILL_CONFIRMS, type Trust, trustIn, type Witness } from './trust.js';
import { witnessOf } from './witness.js';

/** What claims on a server need of this machine. */
export interface Claiming {
  host: ServerHost;
  server: Server;
  spool: Spool;
  sealer: Sealer;
  own: OwnClaims;
  /** Names this machine among all that share the store. */
  machineId(): string;
}

/** A line to be written, and what of it is sealed. */
export interface OwnLine {
  content: JsonObject;
  original?: Original | undefined;
}

/** A part as its writer knows it; also as it waits in the spool. */
export interface OwnPart {
  key: string;
  part: number;
  attempt: string;
  /** The newest line that it was to follow. */
  after: { seq: number; sum: string };
  lines: OwnLine[];
  /** How the charge has ended with them. */
  end?: EndValues | undefined;
}

/** How long a heartbeat is valid: a third of the takeover timeout. */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_LIMIT_MS = 5_000;
/** An outcome that is not stored by then waits in the spool: whoever pays wants to know how it ended. */
const APPENDING = { limitMs: 5_000 };
/** How often the holder renews it while its call lasts. */
const HEARTBEAT_EVERY_MS = 10_000;

/** A conflicting write of others: only a person can tell which is true. */
export class Displaced extends StoreRefusal {}

/** `distrusted`: why this server may not take it. */
type Claimed = 'ours' | 'taken' | { distrusted: Exclude<Trust, 'trusted'>; leftBy: string };

/** A part of a claim that this process writes. */
export class ClaimWriter implements ClaimHandle {
  readonly signMs = HEARTBEAT_EVERY_MS;
  readonly place: string;
  readonly #with: Claiming;
  readonly #own: OwnPart;
  /** Its lines as they lie in the store, in their order. */
  readonly #written: { row: EntryRow; link: Link }[] = [];
  #at: Moment | undefined;
  #standing: ClaimStanding = 'unseen';
  #sinceHeartbeat: () => number | undefined = () => undefined;

  constructor(claiming: Claiming, own: OwnPart) {
    this.#with = claiming;
    this.#own = own;
    this.place = placeOf(own.key, own.part);
  }

  get tail(): Link {
    const last = this.#written.at(-1);
    if (last) return last.link;
    throw new TypeError('a part of a claim without a line');
  }

  get at(): Moment | undefined {
    return this.#at;
  }

  /** Makes the part. `unsent` is the line that counts where it is never known whether it was made. */
  async claim({ sends, unsent }: NewPart): Promise<Claimed> {
    const { after, lines, end } = this.#own;
    const chained = this.#chained(lines, after);
    const row = { ...this.#row(chained, end), sends: sends === true };
    const since = elapsed(this.#with.host);
    try {
      const { host, server } = this.#with;
      const machine = { id: this.#with.machineId(), host: machineOf(host) };
      const [reply, still] = await server.query(
        insertRevisionSql(row, after.seq, await this.#witness(), { machine }),
        { followedBy: STANDBY_STILL_CONFIRMS },
      );
      if (reply?.claimed !== true) {
        const trust = trustIn(reply);
        return sends && trust !== 'trusted' && reply?.moved !== true
          ? { distrusted: trust, leftBy: leftByIn(reply) }
          : 'taken';
      }
      if (reply.written !== chained.length) await this.#refuseOthers(chained);
      if (sends && reply.declared === true && still?.synchronous !== true)
        throw unconfirmed(storeConnection.standbysEmptied);
      this.#take(chained, reply);
      this.#sinceHeartbeat = since;
      this.#standing = 'ours';
      if (sends) await this.#remember(reply, unsent);
      return 'ours';
    } catch (error) {
      // The server may still make it: then all must learn that nothing was sent.
      if (unsent && mayHaveHappened(error)) {
        await this.#keep({ ...this.#own, lines: [...lines, { content: unsent() }] }, false);
      }
      throw error;
    }
  }

  async #witness(): Promise<Witness> {
    const { server, own, host } = this.#with;
    return witnessOf(server, machineOf(host), own);
  }

  /** What this machine cannot remember, it does not send. */
  async #remember(reply: Row, unsent: NewPart['unsent']): Promise<void> {
    const { server, own } = this.#with;
    const { key, attempt, after } = this.#own;
    const [seq, at] = [after.seq + 1, textIn(reply, 'server')];
    const declaration = textIn(reply, 'declaration');
    try {
      own.add(server.store, { key, seq, attempt, server: at, declaration });
    } catch (error) {
      if (unsent) await this.append(unsent());
      throw error;
    }
  }

  async append(
    content: JsonObject,
    { originals, end }: Omit<NewPart, 'lines'> = {},
  ): Promise<void> {
    const line = { content, original: originals?.[0] };
    this.#own.lines.push(line);
    this.#own.end = end;
    try {
      await this.#with.sealer.again(() => this.#place(line));
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      await this.#keep(this.#own, true);
      this.#with.server.warn(storeClaims.outcomeWaits(error.said));
    }
  }

  /** The answer may have been lost, and the lines be there already; or others are in their place. */
  async #refuseOthers(chained: readonly { row: EntryRow }[]): Promise<void> {
    const { key, attempt } = this.#own;
    const there = await this.#with.server.query(ownLinesSql(key, attempt));
    const lines = there.map((row) => textIn(row, 'line'));
    if (!chained.every(({ row }) => lines.includes(row.line))) throw displaced(this.place);
  }

  /** Brings all of it to the store, where an earlier run could not. Rejects with `Displaced` where others took its place. */
  async settle(): Promise<void> {
    const { key, attempt, lines, after, end } = this.#own;
    const there = await this.#with.server.query(ownLinesSql(key, attempt));
    for (const row of there) this.#written.push(writtenIn(row));
    if (there.length === 0) {
      const chained = this.#chained(lines, after);
      const [reply] = await this.#with.server.query(
        insertRevisionSql(this.#row(chained, end), after.seq, await this.#witness()),
      );
      if (reply?.claimed === true) return;
      throw displaced(this.place);
    }
    for (const line of lines.slice(there.length)) await this.#place(line);
  }

  async heartbeat(fresh = 0): Promise<void> {
    const passed = this.#sinceHeartbeat();
    if (this.#standing === 'ours' && passed !== undefined && passed < fresh) return;
    const last = this.#written.at(-1);
    if (last === undefined) return;
    const since = elapsed(this.#with.host);
    const [reply] = await this.#with.server.query(heartbeatSql(this.#own, last.row), {
      limitMs: HEARTBEAT_LIMIT_MS,
    });
    this.#sinceHeartbeat = since;
    if (reply?.ours === true) this.#standing = 'ours';
    else if (reply?.there !== true) this.#standing = 'gone';
    else this.#standing = reply.newest === true ? 'changed' : 'taken';
  }

  checkOwnership(): ClaimStanding {
    const passed = this.#sinceHeartbeat();
    if (this.#standing !== 'ours') return this.#standing;
    return passed === undefined || passed > HEARTBEAT_MS ? 'unseen' : 'ours';
  }

  /** Others may have written meanwhile: the line goes after theirs, and counts with ours. */
  async #place(line: OwnLine): Promise<void> {
    const { server } = this.#with;
    const last = this.#written.at(-1);
    if (last === undefined) return this.#restore();
    let before = { seq: last.row.seq, sum: last.link.sum };
    for (;;) {
      const chained = this.#chained([line], before);
      const row = this.#row(chained, this.#own.end);
      const [reply] = await server.query(appendLineSql(row, last.row, before.seq), APPENDING);
      if (reply?.claimed === true) {
        if (reply.written !== chained.length) await this.#refuseOthers(chained);
        return this.#take(chained, reply);
      }
      const [tail] = await server.query(claimTailSql(this.#own.key, last.row), APPENDING);
      if (tail?.own !== true) return this.#restore();
      const newest = writtenIn(tail);
      if (newest.row.seq === before.seq) throw displaced(this.place);
      before = { seq: newest.row.seq, sum: newest.link.sum };
    }
  }

  /** The store lost what was claimed: whole, it stands for the charge again, where nobody made another. */
  async #restore(): Promise<void> {
    const { server } = this.#with;
    const { lines, after, end } = this.#own;
    const chained = this.#chained(lines, after);
    const [again] = await server.query(
      insertRevisionSql(this.#row(chained, end), after.seq, await this.#witness()),
      APPENDING,
    );
    if (again?.claimed === true) return this.#take(chained, again, true);
    const first = this.#chained(lines, { seq: 0, sum: ORIGIN });
    const [anew] = await server.query(
      insertRevisionSql({ ...this.#row(first, end), part: 1 }, 0, await this.#witness()),
      APPENDING,
    );
    if (anew?.claimed === true) return this.#take(first, anew, true);
    throw displaced(this.place);
  }

  #take(chained: { row: EntryRow; link: Link }[], reply: Row, all = false): void {
    if (all) this.#written.length = 0;
    this.#written.push(...chained);
    this.#at = { clock: textIn(reply, 'server'), at: numberOf(reply, 'now') };
  }

  #row(chained: readonly { row: EntryRow }[], end: EndValues | undefined): PartRow {
    const { key, part, attempt } = this.#own;
    return {
      key,
      part,
      attempt,
      entries: chained.map(({ row }) => row),
      sends: false,
      end: end ? endText(end.values) : null,
    };
  }

  #chained(
    lines: readonly OwnLine[],
    { seq, sum }: OwnPart['after'],
  ): { row: EntryRow; link: Link }[] {
    let prev = sum;
    return lines.map(({ content, original }, index) => {
      const number = seq + index + 1;
      const whole = { ...content, seq: String(number), prev };
      const sealed = seal(whole);
      prev = sealed.sum;
      const row: EntryRow = { seq: number, line: sealed.text.trimEnd() };
      if (original) row.original = this.#sealed(original, number);
      return { row, link: { content: whole, sum: sealed.sum } };
    });
  }

  #sealed({ bank, value }: Original, seq: number): { bank: string; sealed: Uint8Array } {
    const about = originalAbout(bank, this.#own.key, seq);
    return { bank, sealed: this.#with.sealer.seal(about, Buffer.from(stringifyJson(value))) };
  }

  async #keep(own: OwnPart, sent: boolean): Promise<void> {
    const { server, spool } = this.#with;
    const lines = own.lines.map(({ content, original }) => [
      stringifyJson(content),
      original ? [original.bank, stringifyJson(original.value)] : null,
    ]);
    const { store } = server;
    await spool.keep({ name: own.attempt, value: { ...own, lines, sent, store } });
  }
}

export function placeOf(key: string, part: number): string {
  return `payctl.entry, key ${key}, part ${part}`;
}

/** What an original is bound to. */
export function originalAbout(bank: string, key: string, seq: number) {
  return { bank, name: `entry/${key}/${seq}` };
}

/** What a part follows on. */
export function afterOf({ tail }: Position): OwnPart['after'] {
  return tail === undefined ? { seq: 0, sum: ORIGIN } : { seq: seqOf(tail), sum: tail.sum };
}

function writtenIn(row: Row): { row: EntryRow; link: Link } {
  const line = textIn(row, 'line');
  const sealed = unsealLine(line, 64);
  const sum = typeof sealed === 'string' ? '' : sealed.sum;
  return { row: { seq: numberOf(row, 'seq'), line }, link: { content: {}, sum } };
}

function displaced(place: string): Displaced {
  return new Displaced(storeClaims.displaced(place), {
    hint: common.command('payctl journal verify; payctl store status'),
  });
}
