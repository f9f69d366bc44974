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
  MOST_COMPACTED,
  misplaced,
  ORIGIN,
  readChain,
  seal,
  seqOf,
} from '../chain.js';
import type {
  ClaimHandle,
  Claims,
  EndValues,
  Fault,
  NewRevision,
  Ownership,
  Position,
  RevisionCount,
  StoredClaim,
} from '../store.js';
import { BackupLinks } from './backup-links.js';
import type { OutcomeLog } from './outcome-log.js';

const NAME = /^([0-9a-f]{32})\.([1-9][0-9]{0,8})\.jsonl$/;

/** How many numbers ahead a later revision is looked for; listing the directory would make each charge as slow as the journal is long. */
const LOOK_AHEAD = [1, 2, 3];

/**
 * Claims in files: `<key>.<n>.jsonl` for each revision, made by exclusive creation. Each file has a backup,
 * a hard link in another directory, because a deleted file would let its reference be charged again.
 * The backup costs a charge one link and one stat, however many claims there are, and a deleted file can
 * be restored from it.
 */
export class FileClaims implements Claims {
  readonly #files: Files;
  readonly #directory: string;
  readonly #links: BackupLinks;
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
    this.#links = new BackupLinks(files, links);
  }

  async prepare(): Promise<void> {
    this.#makeDirectory();
  }

  /** In a new directory every file will get its backup link, so it is noted as complete. */
  #makeDirectory(): void {
    if (this.#files.stat(this.#directory)) return;
    this.#files.makeDirectory(this.#directory);
    this.#links.noteComplete();
  }

  /** Others may write between the reads of two files, so a fault counts only if a second pass finds it too. */
  async read(key: string, newest = Number.POSITIVE_INFINITY): Promise<StoredClaim> {
    let before: StoredClaim | undefined;
    for (;;) {
      const claim = this.#readOnce(key, newest);
      if (isSound(claim) || (before && isSame(before, claim))) return claim;
      before = claim;
    }
  }

  #readOnce(key: string, newest: number): StoredClaim {
    const claim: StoredClaim = { key, newest: 0, revisions: [] };
    let before: readonly Link[] = [];
    while (claim.newest < newest) {
      const number = claim.newest + 1;
      const place = this.placeOf(key, number);
      const bytes = this.#files.read(place);
      if (bytes === undefined) {
        if (number > 1 && this.#isCompacted(key)) return this.#readOnce(key, newest);
        const isMissing = Number.isFinite(newest) || this.#wasDeleted(key, number);
        if (isMissing) claim.missing = this.#missing(key, number);
        break;
      }
      const { links, torn, broken } = readChain(bytes);
      const faults: Fault[] = [];
      if (broken) faults.push({ file: place, ...broken });
      const [first] = links;
      const lines = links.map(({ content }) => content);
      const archived = isArchived(lines);
      // The line that a compacted revision continues lies in the archive.
      if (first && !(archived && number === 1) && !continues(before, first)) {
        faults.push({ file: place, line: 1, why: damage.fileNotContinued });
      }
      claim.newest = number;
      claim.tail = links.at(-1) ?? claim.tail;
      claim.revisions.push({ place, lines, faults, torn });
      if (archived) break;
      before = links;
    }
    return claim;
  }

  async create(key: string, first: NewRevision): Promise<ClaimHandle | undefined> {
    const { newest, missing } = this.#readOnce(key, Number.POSITIVE_INFINITY);
    const isVacant = newest === 0 && missing === undefined;
    return isVacant ? this.add({ key, newest: 0 }, first) : undefined;
  }

  async add({ key, newest, tail }: Position, { lines, end }: NewRevision) {
    const number = newest + 1;
    const chained = chain(tail, lines);
    this.#makeDirectory();
    const before = this.#directoryChangedAt();
    if (!this.#create(key, number, chained.text)) return undefined;
    if (number > 1 && this.#isCompacted(key)) {
      // Its number was free only because the claim was compacted.
      this.#files.remove(this.placeOf(key, number));
      return undefined;
    }
    this.#ends.note({ key, number, before, after: this.#directoryChangedAt() });
    this.#links.create(this.placeOf(key, number), key, number);
    // Whoever made the file before may have been killed before it was linked.
    if (number > 1) this.#ensureLink(key, number - 1);
    if (end) await this.#ends.add([end]);
    return new FileClaimHandle(
      {
        files: this.#files,
        noteEnd: (ending) => this.#noteEnd(key, number, ending),
        place: this.placeOf(key, number),
        next: this.placeOf(key, number + 1),
        recreate: (text) => this.#recreate(key, number, text),
      },
      chained,
    );
  }

  async list(): Promise<Map<string, RevisionCount>> {
    const claims = new Map<string, RevisionCount>();
    const count = (name: string, isThere: 0 | 1): void => {
      const [, key, number] = NAME.exec(name) ?? [];
      if (key === undefined) return;
      const claim = claims.get(key) ?? { there: 0, newest: 0 };
      claim.there += isThere;
      claim.newest = Math.max(claim.newest, Number(number));
      claims.set(key, claim);
    };
    // Links are listed first, because each file was created before its link.
    const linked = this.#links.list();
    const names = this.#files.list(this.#directory);
    const there = new Set(names);
    for (const name of names) count(name, 1);
    for (const name of linked) if (!there.has(name)) count(name, 0);
    return claims;
  }

  /** A run that was killed may have left a file without its link. */
  async protect({ key, newest }: Position): Promise<void> {
    for (let number = 1; number <= newest; number++) {
      this.#ensureLink(key, number);
    }
  }

  get backupDirectory(): string {
    return this.#links.directory;
  }

  async checkBackups({ key, newest }: Position) {
    const faults: Fault[] = [];
    let unprotected = 0;
    for (let number = 1; number <= newest; number++) {
      const file = this.placeOf(key, number);
      const fault = this.#links.faultOf(file, key, number);
      if (fault) faults.push(fault);
      else if (this.#links.has(key, number) || !this.#files.stat(file)) continue;
      else if (this.#links.wasDeleted) unprotected += 1;
      else this.#ensureLink(key, number);
    }
    return { faults, unprotected };
  }

  async noteAllBackedUp(): Promise<void> {
    this.#links.noteComplete();
  }

  async refuseArchiving(): Promise<void> {}

  /**
   * The first file is replaced by the newest in one step, before any other is removed. A process that
   * then creates a freed number notices it (`add`), and so does one that is reading (`#readOnce`).
   */
  async compact({ key, newest }: Position): Promise<boolean> {
    if (newest > MOST_COMPACTED) return false;
    const bytes = this.#files.read(this.placeOf(key, newest));
    if (bytes === undefined || !isArchived(contentsOf(readChain(bytes)))) return false;
    if (newest > 1) this.#files.replace(this.placeOf(key, 1), bytes);
    let last = newest;
    // A run that was killed may have left files after the first.
    while (this.#files.stat(this.placeOf(key, last + 1))) last += 1;
    // The link still points to the replaced file.
    if (last > 1) this.#links.remove(key, 1);
    this.#ensureLink(key, 1);
    this.#removeAfter(key, 1, last);
    return last > 1;
  }

  #isCompacted(key: string): boolean {
    const bytes = this.#files.read(this.placeOf(key, 1)) ?? new Uint8Array();
    return isArchived(contentsOf(readChain(bytes)));
  }

  async remove(key: string, newest: number): Promise<void> {
    this.#removeAfter(key, 0, newest);
  }

  #removeAfter(key: string, last: number, newest: number): void {
    // Newest first, so that a kill leaves no gap.
    for (let number = newest; number > last; number -= 1) {
      this.#links.remove(key, number);
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
    if (!this.#links.has(key, number)) return fault;
    const makeDirectory = this.#files.stat(this.#directory)
      ? ''
      : `mkdir -p -m 700 ${shellWord(this.#directory)} && `;
    return {
      ...fault,
      fix: `${makeDirectory}ln ${shellWord(this.#links.pathOf(key, number))} ${shellWord(file)}`,
    };
  }

  /** Whether the file was deleted: its link exists, or later files do. Its number must not be claimed again. */
  #wasDeleted(key: string, number: number): boolean {
    if (this.#links.has(key, number)) return true;
    return LOOK_AHEAD.some(
      (step) => this.#files.stat(this.placeOf(key, number + step)) !== undefined,
    );
  }

  #create(key: string, number: number, text: string): boolean {
    return this.#files.create(this.placeOf(key, number), Buffer.from(text));
  }

  #recreate(key: string, number: number, text: string): boolean {
    this.#files.makeDirectory(this.#directory);
    if (!this.#create(key, number, text)) return false;
    this.#links.remove(key, number);
    this.#ensureLink(key, number);
    return true;
  }

  /** If there is a newer revision, this one does not decide the end: the index must read the claim. */
  async #noteEnd(key: string, number: number, end: EndValues): Promise<void> {
    const isNewest = this.#files.stat(this.placeOf(key, number + 1)) === undefined;
    if (isNewest) return this.#ends.add([end]);
    const now = this.#directoryChangedAt();
    this.#ends.note({ key, number: number + 1, before: now, after: now });
  }

  /** Shows the index whether the directory changed in a way that the log does not tell of. */
  #directoryChangedAt(): number {
    return this.#files.stat(this.#directory)?.changedAt ?? 0;
  }

  #ensureLink(key: string, number: number): void {
    if (!this.#links.has(key, number)) this.#links.create(this.placeOf(key, number), key, number);
  }
}

/** What a handle needs from its claims. */
interface FileContext {
  files: Files;
  noteEnd(end: EndValues): Promise<void>;
  place: string;
  /** The path of the next revision; if that exists, the claim is taken. */
  next: string;
  /** Creates the deleted file again; false if it exists. */
  recreate(text: string): boolean;
}

class FileClaimHandle implements ClaimHandle {
  readonly #context: FileContext;
  /** All lines that it wrote. */
  #text: string;
  #tail: Link;

  constructor(context: FileContext, { text, tail }: Chained) {
    this.#context = context;
    this.#text = text;
    this.#tail = tail;
  }

  get place(): string {
    return this.#context.place;
  }

  get tail(): Link {
    return this.#tail;
  }

  async append(line: JsonObject, { end }: Omit<NewRevision, 'lines'> = {}): Promise<void> {
    const { files, place, noteEnd, recreate } = this.#context;
    const { text, tail } = chain(this.#tail, [line]);
    const whole = this.#text + text;
    if (files.stat(place) || !recreate(whole)) files.append(place, Buffer.from(text));
    this.#tail = tail;
    this.#text = whole;
    if (end) await noteEnd(end);
  }

  /** `checkOwnership` reads the files itself. */
  async heartbeat(): Promise<void> {}

  checkOwnership(): Ownership {
    const { files, place, next } = this.#context;
    if (files.stat(next)) return 'taken';
    const bytes = files.read(place);
    if (bytes === undefined) return 'gone';
    return Buffer.from(this.#text).equals(bytes) ? 'ours' : 'changed';
  }
}

function isSound({ revisions, missing }: StoredClaim): boolean {
  return missing === undefined && revisions.every(({ faults }) => faults.length === 0);
}

/** Lines are only ever added, so the same number of lines are the same lines. */
function isSame(before: StoredClaim, after: StoredClaim): boolean {
  const shapeOf = ({ revisions, missing }: StoredClaim) =>
    JSON.stringify([missing, revisions.map(({ lines, faults }) => [lines.length, faults])]);
  return shapeOf(before) === shapeOf(after);
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
 * A revision may continue any line of the one before, because the creator of that one may have appended
 * another line since, on a host that cannot be seen from here.
 */
function continues(before: readonly Link[], first: Link): boolean {
  if (before.length === 0) return first.content.prev === ORIGIN;
  return before.some((link) => misplaced(link, first) === undefined);
}
