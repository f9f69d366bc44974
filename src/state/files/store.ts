import { join } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import { sealLine, unsealLine } from '../../core/sealed-log.js';
import type { Files } from '../../host/host.js';
import { statePath } from '../paths.js';
import type { Ends, EndValues, Slips, Store, StoredEnd } from '../store.js';
import { FileClaims } from './claims.js';
import { FileTransfers } from './transfers.js';

/** The store of one state directory. Touches nothing before its first use. */
export function openFileStore(files: Files, stateDir: string): Store {
  const journal = statePath(stateDir, 'journal');
  const ends = new FileEnds(files, join(journal, 'index.jsonl'));
  return {
    claims: new FileClaims(files, journal, statePath(stateDir, 'claims'), ends),
    ends,
    transfers: new FileTransfers(files, statePath(stateDir, 'transfers')),
    slips: new FileSlips(files, statePath(stateDir, 'slips')),
  };
}

/** A line for each end, closed by a checksum. */
class FileEnds implements Ends {
  readonly #files: Files;
  readonly #path: string;

  constructor(files: Files, path: string) {
    this.#files = files;
    this.#path = path;
  }

  async read(): Promise<StoredEnd[]> {
    const bytes = this.#files.read(this.#path);
    if (bytes === undefined) return [];
    return Buffer.from(bytes)
      .toString('utf8')
      .split('\n')
      .flatMap((text) => {
        const sealed = unsealLine(text, 16);
        const sound = typeof sealed !== 'string';
        const values = parsed(sound ? sealed.json : text);
        return Array.isArray(values) ? [{ values, sound }] : [];
      });
  }

  async add(ends: readonly EndValues[]): Promise<void> {
    const bytes = bytesOf(ends);
    try {
      if (this.#files.stat(this.#path) || !this.#files.create(this.#path, bytes)) {
        this.#files.append(this.#path, bytes);
      }
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
    }
  }

  async drop(keys: ReadonlySet<string>): Promise<void> {
    if (this.#files.stat(this.#path) === undefined) return;
    const isTheirs = ({ values }: StoredEnd) =>
      values.some((value) => typeof value === 'string' && keys.has(value));
    const kept = (await this.read()).filter((end) => end.sound && !isTheirs(end));
    this.#files.replace(this.#path, bytesOf(kept));
  }
}

/** A file for each slip, so that processes need no lock. */
class FileSlips implements Slips {
  readonly #files: Files;
  readonly #directory: string;

  constructor(files: Files, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  async firstSeen(slip: string, moment: string): Promise<string | undefined> {
    const path = join(this.#directory, slip);
    this.#files.makeDirectory(this.#directory);
    if (this.#files.create(path, new TextEncoder().encode(`${moment}\n`))) return undefined;
    return new TextDecoder().decode(this.#files.read(path)).trim();
  }

  async list(): Promise<Map<string, string>> {
    const slips = this.#files.list(this.#directory);
    const momentOf = (slip: string) => this.#files.read(join(this.#directory, slip));
    return new Map(slips.map((slip) => [slip, new TextDecoder().decode(momentOf(slip)).trim()]));
  }
}

function bytesOf(ends: readonly Pick<StoredEnd, 'values'>[]): Uint8Array {
  const lines = ends.map(({ values }) => sealLine(JSON.stringify(values), 16).text);
  return Buffer.from(lines.join(''));
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
