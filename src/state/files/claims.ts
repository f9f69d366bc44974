import { join } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { shellWord } from '../../core/text.js';
import type { Files } from '../../host/host.js';
import { damage } from '../../messages/damage.js';
import { stateMessages } from '../../messages/state.js';
import {
  contentsOf,
  isArchived,
  type Link,
  MOST_CONDENSED,
  misplaced,
  ORIGIN,
  readChain,
  seal,
  seqOf,
} from '../chain.js';
import type {
  ClaimHandle,
  ClaimStanding,
  Claims,
  EndValues,
  Fault,
  NewPart,
  PartCount,
  Position,
  StoredClaim,
} from '../store.js';
import { BackupLinks } from './backup-links.js';
import type { OutcomeLog } from './outcome-log.js';

const NAME = /^([0-9a-f]{32})\.([1-9][0-9]{0,8})\.jsonl$/;

/** How far a later part is looked for; a listing would cost every charge the size of the journal. */
const GAP = [1, 2, 3];

/**
 * Claims in files, `<key>.<n>.jsonl` for each part, by exclusive creation. Each file has a second
 * name, a hard link in a directory of its own: a deleted file would free its reference, or an older
 * state of it, to be charged again. The link costs a charge one link and one look, however many
 * there are, and from it a deleted file can be put back whole.
 */
export class FileClaims implements Claims {
  readonly #files: Files;
  readonly #directory: string;
  readonly #names: BackupLinks;
  readonly #ends: Pick<OutcomeLog, 'add' | 'note'>;

  constructor(
    files: Files,
    directory: string,
    links: string,
    ends: Pick<OutcomeLog, 'add' | 'note'>,
  ) {
    this.#ends = ends;
    this.#files = files;
    this.#directory = directory;
    this.#names = new BackupLinks(files, links);
  }

  async prepare(): Promise<void> {
    this.#makeDirectory();
  }

  /** Where there was none, each file that will be in it gets its second name. */
  #makeDirectory(): void {
    if (this.#files.stat(this.#directory)) return;
    this.#files.makeDirectory(this.#directory);
    this.#names.noteComplete();
  }

  /** Others write while it looks from file to file, so a fault counts only where a second look finds the same. */
  async read(key: string, newest = Number.POSITIVE_INFINITY): Promise<StoredClaim> {
    let before: StoredClaim | undefined;
    for (;;) {
      const claim = this.#look(key, newest);
      if (isSound(claim) || (before && isSame(before, claim))) return claim;
      before = claim;
    }
  }

  #look(key: string, newest: number): StoredClaim {
    const claim: StoredClaim = { key, newest: 0, parts: [] };
    let before: readonly Link[] = [];
    while (claim.newest < newest) {
      const number = claim.newest + 1;
      const place = this.placeOf(key, number);
      const bytes = this.#files.read(place);
      if (bytes === undefined) {
        if (number > 1 && this.#isCondensed(key)) return this.#look(key, newest);
        const missed = Number.isFinite(newest) || this.#wasThere(key, number);
        if (missed) claim.missing = this.#missing(key, number);
        break;
      }
      const { links, torn, broken } = readChain(bytes);
      const faults: Fault[] = [];
      if (broken) faults.push({ file: place, ...broken });
      const [first] = links;
      const lines = links.map(({ content }) => content);
      const ends = isArchived(lines);
      // What a condensed one continues lies in the archive.
      if (first && !(ends && number === 1) && !continues(before, first)) {
        faults.push({ file: place, line: 1, why: damage.fileNotContinued });
      }
      claim.newest = number;
      claim.tail = links.at(-1) ?? claim.tail;
      claim.parts.push({ place, lines, faults, torn });
      if (ends) break;
      before = links;
    }
    return claim;
  }

  async begin(key: string, first: NewPart): Promise<ClaimHandle | undefined> {
    const { newest, missing } = this.#look(key, Number.POSITIVE_INFINITY);
    const isVacant = newest === 0 && missing === undefined;
    return isVacant ? this.add({ key, newest: 0 }, first) : undefined;
  }

  async add({ key, newest, tail }: Position, { lines, end }: NewPart) {
    const number = newest + 1;
    const chained = chain(tail, lines);
    this.#makeDirectory();
    const before = this.#changedAt();
    if (!this.#create(key, number, chained.text)) return undefined;
    if (number > 1 && this.#isCondensed(key)) {
      // Its number was free only because the files behind the first were taken away.
      this.#files.remove(this.placeOf(key, number));
      return undefined;
    }
    this.#ends.note({ key, number, before, after: this.#changedAt() });
    this.#names.give(this.placeOf(key, number), key, number);
    // Who made the file before may have been killed before it had its second name.
    if (number > 1) this.#name(key, number - 1);
    if (end) await this.#ends.add([end]);
    return new HeldFile(
      {
        files: this.#files,
        noteEnd: (one) => this.#noteEnd(key, number, one),
        place: this.placeOf(key, number),
        next: this.placeOf(key, number + 1),
        createAnew: (text) => this.#createAnew(key, number, text),
      },
      chained,
    );
  }

  async list(): Promise<Map<string, PartCount>> {
    const claims = new Map<string, PartCount>();
    const count = (name: string, isThere: 0 | 1): void => {
      const [, key, number] = NAME.exec(name) ?? [];
      if (key === undefined) return;
      const known = claims.get(key);
      const claim = known ?? { there: 0, newest: 0 };
      claim.there += isThere;
      claim.newest = Math.max(claim.newest, Number(number));
      if (known === undefined) claims.set(key, claim);
    };
    // Links first: the file of each was there before it.
    const linked = this.#names.list();
    const found = this.#files.list(this.#directory);
    const there = new Set(found);
    for (const name of found) count(name, 1);
    for (const name of linked) if (!there.has(name)) count(name, 0);
    return claims;
  }

  /** An older version gave its files no second names. */
  async protect({ key, newest }: Position): Promise<void> {
    for (let number = 1; number <= newest; number++) {
      this.#name(key, number);
    }
  }

  get secondNamesIn(): string {
    return this.#names.directory;
  }

  async secondNames({ key, newest }: Position) {
    const faults: Fault[] = [];
    let unprotected = 0;
    for (let number = 1; number <= newest; number++) {
      const file = this.placeOf(key, number);
      const fault = this.#names.faultOf(file, key, number);
      if (fault) faults.push(fault);
      else if (this.#names.has(key, number) || !this.#files.stat(file)) continue;
      else if (this.#names.wasDeleted) unprotected += 1;
      else this.#name(key, number);
    }
    return { faults, unprotected };
  }

  async noteAllProtected(): Promise<void> {
    this.#names.noteComplete();
  }

  async refuseArchiving(): Promise<void> {}

  /**
   * The first file becomes what the newest is, in one step, before any other goes: whoever knows less
   * and makes one of their numbers anew finds that (`add`), and so does who reads meanwhile (`#look`).
   */
  async compact({ key, newest }: Position): Promise<boolean> {
    if (newest > MOST_CONDENSED) return false;
    const bytes = this.#files.read(this.placeOf(key, newest));
    if (bytes === undefined || !isArchived(contentsOf(readChain(bytes)))) return false;
    if (newest > 1) this.#files.replace(this.placeOf(key, 1), bytes);
    let last = newest;
    // A run that was killed has left those nearest to the first.
    while (this.#files.stat(this.placeOf(key, last + 1))) last += 1;
    // The second name is still that of the file before.
    if (last > 1) this.#names.remove(key, 1);
    this.#name(key, 1);
    this.#removeBehind(key, 1, last);
    return last > 1;
  }

  #isCondensed(key: string): boolean {
    const bytes = this.#files.read(this.placeOf(key, 1)) ?? new Uint8Array();
    return isArchived(contentsOf(readChain(bytes)));
  }

  async remove(key: string, newest: number): Promise<void> {
    this.#removeBehind(key, 0, newest);
  }

  #removeBehind(key: string, last: number, newest: number): void {
    // From the end, so that what a kill leaves is still a row without a gap.
    for (let number = newest; number > last; number -= 1) {
      this.#names.remove(key, number);
      this.#files.remove(this.placeOf(key, number));
    }
  }

  placeOf(key: string, number: number): string {
    return join(this.#directory, `${key}.${number}.jsonl`);
  }

  async missing(key: string, number: number): Promise<Fault> {
    return this.#missing(key, number);
  }

  #missing(key: string, number: number): Fault {
    const file = this.placeOf(key, number);
    const fault: Fault = { file, line: 1, why: damage.fileMissing };
    if (!this.#names.has(key, number)) return fault;
    const made = this.#files.stat(this.#directory)
      ? ''
      : `mkdir -p -m 700 ${shellWord(this.#directory)} && `;
    return {
      ...fault,
      fix: `${made}ln ${shellWord(this.#names.of(key, number))} ${shellWord(file)}`,
    };
  }

  /** The file was taken away: its link is there, or files lie behind it. What it claimed must not be claimed again. */
  #wasThere(key: string, number: number): boolean {
    if (this.#names.has(key, number)) return true;
    return GAP.some((step) => this.#files.stat(this.placeOf(key, number + step)) !== undefined);
  }

  #create(key: string, number: number, text: string): boolean {
    return this.#files.create(this.placeOf(key, number), Buffer.from(text));
  }

  #createAnew(key: string, number: number, text: string): boolean {
    this.#files.makeDirectory(this.#directory);
    if (!this.#create(key, number, text)) return false;
    this.#names.remove(key, number);
    this.#name(key, number);
    return true;
  }

  /** Where the claim goes on in another file, this one does not tell how it ended: all must be read. */
  async #noteEnd(key: string, number: number, end: EndValues): Promise<void> {
    const isNewest = this.#files.stat(this.placeOf(key, number + 1)) === undefined;
    if (isNewest) return this.#ends.add([end]);
    const now = this.#changedAt();
    this.#ends.note({ key, number: number + 1, before: now, after: now });
  }

  /** What else has changed the directory shows by this. */
  #changedAt(): number {
    return this.#files.stat(this.#directory)?.changedAt ?? 0;
  }

  #name(key: string, number: number): void {
    if (!this.#names.has(key, number)) this.#names.give(this.placeOf(key, number), key, number);
  }
}

/** What the holder of a file needs of the claims that it is one of. */
interface Surroundings {
  files: Files;
  noteEnd(end: EndValues): Promise<void>;
  place: string;
  /** The file that takes the claim from it. */
  next: string;
  /** false where it is there. */
  createAnew(text: string): boolean;
}

class HeldFile implements ClaimHandle {
  readonly #around: Surroundings;
  /** All that it wrote. */
  #text: string;
  #tail: Link;

  constructor(around: Surroundings, { text, tail }: Chained) {
    this.#around = around;
    this.#text = text;
    this.#tail = tail;
  }

  get place(): string {
    return this.#around.place;
  }

  get tail(): Link {
    return this.#tail;
  }

  async append(line: JsonObject, { end }: Omit<NewPart, 'lines'> = {}): Promise<void> {
    const { files, place, noteEnd, createAnew } = this.#around;
    const { text, tail } = chain(this.#tail, [line]);
    const whole = this.#text + text;
    if (files.stat(place) || !createAnew(whole)) files.append(place, Buffer.from(text));
    this.#tail = tail;
    this.#text = whole;
    if (end) await noteEnd(end);
  }

  /** `standing` looks by itself. */
  async heartbeat(): Promise<void> {}

  checkOwnership(): ClaimStanding {
    const { files, place, next } = this.#around;
    if (files.stat(next)) return 'taken';
    const bytes = files.read(place);
    if (bytes === undefined) return 'gone';
    return Buffer.from(this.#text).equals(bytes) ? 'ours' : 'changed';
  }
}

function isSound({ parts, missing }: StoredClaim): boolean {
  return missing === undefined && parts.every(({ faults }) => faults.length === 0);
}

/** Lines are only ever added: as many of them are the same. */
function isSame(one: StoredClaim, other: StoredClaim): boolean {
  const shapeOf = ({ parts, missing }: StoredClaim) =>
    JSON.stringify([missing, parts.map(({ lines, faults }) => [lines.length, faults])]);
  return shapeOf(one) === shapeOf(other);
}

interface Chained {
  text: string;
  tail: Link;
}

function chain(after: Link | undefined, lines: readonly JsonObject[]): Chained {
  let text = '';
  let tail = after;
  for (const line of lines) {
    const seq = tail === undefined ? 1 : seqOf(tail) + 1;
    const content = { ...line, seq: String(seq), prev: tail?.sum ?? ORIGIN };
    const sealed = seal(content);
    text += sealed.text;
    tail = { content, sum: sealed.sum };
  }
  if (tail === undefined) throw new PayctlError('INTERNAL', stateMessages.fileWithoutLine);
  return { text, tail };
}

/**
 * The creator of the file before may have written one more line meanwhile, where it lives on a
 * host that this one cannot see; so any of its lines will do.
 */
function continues(before: readonly Link[], first: Link): boolean {
  if (before.length === 0) return first.content.prev === ORIGIN;
  return before.some((link) => misplaced(link, first) === undefined);
}
