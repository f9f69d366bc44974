import { join } from 'node:path';
import { shell } from '../../core/command-line.js';
import type { Files } from '../../host/host.js';
import { damage } from '../../messages/damage.js';
import { chainContents, isArchived, type Link, misplaced, ORIGIN, readChain } from '../chain.js';
import type { Damage, StoredClaim } from '../claims.js';
import type { BackupLinks } from './backup-links.js';

/** How many numbers ahead a later revision is looked for; listing the directory would make each charge as slow as the journal is long. */
const LOOK_AHEAD = [1, 2, 3];

/** Reads the files of claims, and notices those that were deleted. */
export class ClaimReader {
  readonly #files: Files;
  readonly #directory: string;
  readonly #links: BackupLinks;

  constructor(files: Files, directory: string, links: BackupLinks) {
    this.#files = files;
    this.#directory = directory;
    this.#links = links;
  }

  filePath(key: string, number: number): string {
    return join(this.#directory, `${key}.${number}.jsonl`);
  }

  /** Others may write between the reads of two files, so a fault counts only if a second pass finds it too. */
  async read(key: string, newest = Number.POSITIVE_INFINITY): Promise<StoredClaim> {
    let before: StoredClaim | undefined;
    for (;;) {
      const claim = this.readOnce(key, newest);
      if (isSound(claim) || (before && isSame(before, claim))) return claim;
      before = claim;
    }
  }

  readOnce(key: string, newest = Number.POSITIVE_INFINITY): StoredClaim {
    const claim: StoredClaim = { key, newest: 0, revisions: [] };
    let before: readonly Link[] = [];
    while (claim.newest < newest) {
      const number = claim.newest + 1;
      const place = this.filePath(key, number);
      const bytes = this.#files.read(place);
      if (bytes === undefined) {
        if (number > 1 && this.isCompacted(key)) return this.readOnce(key, newest);
        const isMissing = Number.isFinite(newest) || this.#wasDeleted(key, number);
        if (isMissing) claim.missing = this.missing(key, number);
        break;
      }
      const { links, torn, broken } = readChain(bytes);
      const faults: Damage[] = [];
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

  isCompacted(key: string): boolean {
    const bytes = this.#files.read(this.filePath(key, 1)) ?? new Uint8Array();
    return isArchived(chainContents(readChain(bytes)));
  }

  /** The fault that a file is missing, and the command that links it back from its backup. */
  missing(key: string, number: number): Damage {
    const file = this.filePath(key, number);
    const fault: Damage = { file, line: 1, why: damage.fileMissing };
    if (!this.#links.has(key, number)) return fault;
    const link = this.#links.linkPath(key, number);
    const fix = this.#files.stat(this.#directory)
      ? shell`ln ${link} ${file}`
      : shell`mkdir -p -m 700 ${this.#directory} && ln ${link} ${file}`;
    return { ...fault, fix };
  }

  /** Whether the file was deleted: its link exists, or later files do. Its number must not be claimed again. */
  #wasDeleted(key: string, number: number): boolean {
    if (this.#links.has(key, number)) return true;
    return LOOK_AHEAD.some(
      (step) => this.#files.stat(this.filePath(key, number + step)) !== undefined,
    );
  }
}

function isSound({ revisions, missing }: StoredClaim): boolean {
  return missing === undefined && revisions.every(({ faults }) => faults.length === 0);
}

/** Lines are only ever added, so the same number of lines are the same lines. */
function isSame(before: StoredClaim, after: StoredClaim): boolean {
  const shape = ({ revisions, missing }: StoredClaim) =>
    JSON.stringify([missing, revisions.map(({ lines, faults }) => [lines.length, faults])]);
  return shape(before) === shape(after);
}

/**
 * A revision may continue any line of the one before, because the creator of that one may have appended
 * another line since, on a host that cannot be seen from here.
 */
function continues(before: readonly Link[], first: Link): boolean {
  if (before.length === 0) return first.content.prev === ORIGIN;
  return before.some((link) => misplaced(link, first) === undefined);
}
