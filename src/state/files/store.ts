import { hash } from 'node:crypto';
import { join } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import type { Files } from '../../host/host.js';
import { statePath } from '../paths.js';
import type { Ends, EndValues, Slips, Store, StoredEnd } from '../store.js';
import { FileClaims } from './claims.js';
import { FileTransfers } from './transfers.js';

/** The store of one state directory. Touches nothing before its first use. */
export function openFileStore(files: Files, stateDir: string): Store {
  const journal = statePath(stateDir, 'journal');
  return {
    claims: new FileClaims(files, journal, statePath(stateDir, 'claims')),
    ends: new FileEnds(files, join(journal, 'index.jsonl')),
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
        const values = parsed(text);
        if (!Array.isArray(values)) return [];
        const sound = isSealed(text);
        if (sound) values.pop();
        return [{ values, sound }];
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

  async replace(ends: readonly EndValues[]): Promise<void> {
    if (this.#files.stat(this.#path)) this.#files.replace(this.#path, bytesOf(ends));
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
}

function bytesOf(ends: readonly EndValues[]): Uint8Array {
  return Buffer.from(ends.map((values) => `${sealed(values)}\n`).join(''));
}

/** Closed by a checksum of all that is before it. */
function sealed(values: EndValues): string {
  const body = JSON.stringify(values).slice(0, -1);
  return `${body},"${sumOf(body)}"]`;
}

/** There may be very many lines, so no pattern looks for what stands at a known place. */
function isSealed(text: string): boolean {
  const body = text.slice(0, -SEAL);
  return text.length > SEAL && text.slice(-SEAL) === `,"${sumOf(body)}"]`;
}

/** Length of `,"0123456789abcdef"]`. */
const SEAL = 20;

function sumOf(body: string): string {
  return hash('sha256', body).slice(0, 16);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
