import { isJsonObject, parseJson } from '../../core/json.js';
import type { Files } from '../../host/host.js';
import { chainContents, isArchived, readChain } from '../chain.js';
import type { CachedOutcome } from '../claim-index.js';
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
import { revisionHeads } from '../revision-heads.js';
import { BackupLinks } from './backup-links.js';
import { chainText, fileClaimHandle } from './claim-handle.js';
import { ClaimReader } from './claim-reader.js';
import type { OutcomeLog } from './outcome-log.js';
import { Unfinished } from './unfinished.js';

/** A claim with more revisions is not compacted. */
const MOST_COMPACTED = 2;

const NAME = /^([0-9a-f]{32})\.([1-9][0-9]{0,8})\.jsonl$/;

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
  readonly #log: Pick<OutcomeLog, 'add' | 'note'>;
  readonly #reader: ClaimReader;
  readonly #unfinished: Unfinished;

  constructor(
    files: Files,
    directory: string,
    links: string,
    unfinished: string,
    log: Pick<OutcomeLog, 'add' | 'note'>,
  ) {
    this.#log = log;
    this.#files = files;
    this.#directory = directory;
    this.#links = new BackupLinks(files, links);
    this.#reader = new ClaimReader(files, directory, this.#links);
    this.#unfinished = new Unfinished(files, unfinished);
  }

  async prepare(): Promise<void> {
    this.#makeDirectory();
    await this.#complete();
  }

  /** In a new directory every file will get its backup link, so it is noted as complete. */
  #makeDirectory(): void {
    if (this.#files.stat(this.#directory)) return;
    this.#files.makeDirectory(this.#directory);
    this.#links.noteComplete();
  }

  read(key: string, newest?: number): Promise<StoredClaim> {
    return this.#reader.read(key, newest);
  }

  async readMany(wanted: Parameters<Claims['readMany']>[0]): Promise<StoredClaim[]> {
    const claims: StoredClaim[] = [];
    for (const { key, newest } of wanted) claims.push(await this.read(key, newest));
    return claims;
  }

  async create(key: string, first: NewRevision): Promise<ClaimHandle | undefined> {
    const { newest, missing } = this.#reader.readOnce(key);
    const isVacant = newest === 0 && missing === undefined;
    return isVacant ? this.add({ key, newest: 0 }, first) : undefined;
  }

  async add({ key, newest, tail }: ClaimPosition, { lines, end }: NewRevision) {
    const number = newest + 1;
    const chained = chainText(tail, lines);
    this.#makeDirectory();
    const before = this.#directoryChangedAt();
    if (!this.#create(key, number, chained.text)) return undefined;
    if (number > 1 && this.#reader.isCompacted(key)) {
      // Its number was free only because the claim was compacted.
      this.#files.remove(this.locate(key, number));
      return undefined;
    }
    this.#log.note({ key, number, before, after: this.#directoryChangedAt() });
    this.#links.create(this.locate(key, number), key, number);
    // Whoever made the file before may have been killed before it was linked.
    if (number > 1) this.#ensureLink(key, number - 1);
    if (end) await this.#log.add([end]);
    return fileClaimHandle(
      {
        files: this.#files,
        noteOutcome: (outcome) => this.#noteOutcome(key, number, outcome),
        place: this.locate(key, number),
        next: this.locate(key, number + 1),
        recreate: (text) => this.#recreate(key, number, text),
      },
      chained,
    );
  }

  async addAll(additions: readonly Addition[]): Promise<boolean> {
    do {
      await this.prepare();
      if (!additions.every(({ after }) => this.#isNewest(after))) return false;
    } while (!this.#unfinished.begin(additions));
    const ends = additions.flatMap(({ next: { end } }) => end ?? []);
    await this.#complete();
    if (ends.length > 0) await this.#log.add(ends);
    return additions.every(({ after: { key, newest, tail }, next }) =>
      this.#has(key, newest + 1, chainText(tail, next.lines).text),
    );
  }

  /** Makes the revisions that belong together and are not there yet. Several processes may do so at once. */
  async #complete(): Promise<void> {
    const additions = this.#unfinished.read();
    if (additions.length === 0) return;
    for (const { after, next } of additions) {
      if (this.#isNewest(after)) await this.add(after, next);
    }
    this.#unfinished.end();
  }

  #isNewest({ key, newest }: ClaimPosition): boolean {
    const { newest: now, missing } = this.#reader.readOnce(key);
    return now === newest && missing === undefined;
  }

  #has(key: string, number: number, text: string): boolean {
    const bytes = this.#files.read(this.locate(key, number));
    return bytes !== undefined && Buffer.from(text).equals(bytes);
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
  async protect({ key, newest }: ClaimPosition): Promise<void> {
    for (let number = 1; number <= newest; number++) {
      this.#ensureLink(key, number);
    }
  }

  get backupDirectory(): string {
    return this.#links.directory;
  }

  async checkBackups({ key, newest }: ClaimPosition) {
    const faults: Damage[] = [];
    let unprotected = 0;
    for (let number = 1; number <= newest; number++) {
      const file = this.locate(key, number);
      if (this.#links.isLinked(file, key, number)) continue;
      const fault = this.#links.findFault(file, key, number);
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

  /** A revision of its own stands for each claim; where only one came before it, that one is removed. */
  async retire(claims: readonly Retirement[]): Promise<ReadonlyMap<string, Retired>> {
    const retired = new Map<string, Retired>();
    const outcomes: CachedOutcome[] = [];
    for (const { claim, heads, remains, endAt } of claims) {
      const wasMarked = remains === undefined;
      const isMarked = wasMarked || (await this.#mark(claim, heads, remains));
      const newest = wasMarked ? claim.newest : claim.newest + 1;
      const isCompacted = isMarked && this.#compact(claim.key, newest);
      if (isMarked && !isCompacted) await this.protect({ key: claim.key, newest });
      const end = isMarked && endAt?.(isCompacted ? 1 : newest);
      if (end) outcomes.push(end);
      const isNow = isMarked && (isCompacted || !wasMarked);
      retired.set(claim.key, isNow ? 'now' : isMarked ? 'before' : 'changed');
    }
    if (outcomes.length > 0) await this.#log.add(outcomes);
    return retired;
  }

  /** Adds the revision that stands for the claim, if that is as it was read. */
  async #mark(claim: ClaimPosition, heads: string | undefined, remains: string): Promise<boolean> {
    const isSame = revisionHeads(this.#reader.readOnce(claim.key).revisions) === heads;
    const list = parseJson(remains);
    const lines = Array.isArray(list) ? list.filter(isJsonObject) : [];
    return isSame && (await this.add(claim, { lines })) !== undefined;
  }

  /**
   * Deletes the revision before the newest, if the newest is an archived one that stands for it; false
   * if nothing was deleted. If there are more revisions, all stay: an earlier one does not say how the
   * charge ended, and would count again for a reader who misses a later one.
   *
   * The first file is replaced by the newest in one step, before any other is removed. A process that
   * then creates a freed number notices it (`add`), and so does one that is reading (`ClaimReader`).
   */
  #compact(key: string, newest: number): boolean {
    if (newest > MOST_COMPACTED) return false;
    const bytes = this.#files.read(this.locate(key, newest));
    if (bytes === undefined || !isArchived(chainContents(readChain(bytes)))) return false;
    if (newest > 1) this.#files.replace(this.locate(key, 1), bytes);
    let last = newest;
    // A run that was killed may have left files after the first.
    while (this.#files.stat(this.locate(key, last + 1))) last += 1;
    // The link still points to the replaced file.
    if (last > 1) this.#links.remove(key, 1);
    this.#ensureLink(key, 1);
    this.#removeAfter(key, 1, last);
    return last > 1;
  }

  async remove(key: string, newest: number): Promise<void> {
    this.#removeAfter(key, 0, newest);
  }

  #removeAfter(key: string, last: number, newest: number): void {
    // Newest first, so that a kill leaves no gap.
    for (let number = newest; number > last; number -= 1) {
      this.#links.remove(key, number);
      this.#files.remove(this.locate(key, number));
    }
  }

  locate(key: string, number: number): string {
    return this.#reader.filePath(key, number);
  }

  async missing(key: string, number: number): Promise<Damage> {
    return this.#reader.missing(key, number);
  }

  #create(key: string, number: number, text: string): boolean {
    return this.#files.create(this.locate(key, number), Buffer.from(text));
  }

  #recreate(key: string, number: number, text: string): boolean {
    this.#files.makeDirectory(this.#directory);
    if (!this.#create(key, number, text)) return false;
    this.#links.remove(key, number);
    this.#ensureLink(key, number);
    return true;
  }

  /** If there is a newer revision, this one does not decide the outcome: the index must read the claim. */
  async #noteOutcome(key: string, number: number, outcome?: CachedOutcome): Promise<void> {
    const isNewest = this.#files.stat(this.locate(key, number + 1)) === undefined;
    if (isNewest) return outcome && this.#log.add([outcome]);
    const now = this.#directoryChangedAt();
    this.#log.note({ key, number: number + 1, before: now, after: now });
  }

  /** Shows the index whether the directory changed in a way that the log does not tell of. */
  #directoryChangedAt(): number {
    return this.#files.stat(this.#directory)?.changedAt ?? 0;
  }

  #ensureLink(key: string, number: number): void {
    if (!this.#links.has(key, number)) this.#links.create(this.locate(key, number), key, number);
  }
}
