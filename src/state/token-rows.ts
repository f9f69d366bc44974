import { join } from 'node:path';
import { type LockHost, type LockOptions, type LockResult, withLock } from './lock.js';

/**
 * Tokens and failed token calls by name, shared by all processes. They are a cache: any may be gone at
 * any time.
 */
export interface TokenRows {
  /** Rejects with CONFIG where nothing can be stored. */
  prepare(): Promise<void>;
  read(name: string): Promise<TokenRow | undefined>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Runs `work` in one process at a time, or not at all when the wait runs out. It only saves calls: no money depends on it. */
  alone<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<LockResult<T>>;
}

/** A value. `ageMs`: how long ago it was written, where the store has a clock of its own. */
export interface TokenRow {
  bytes: Uint8Array;
  ageMs?: number;
}

/** A file for each value, in one directory. */
export class FileTokenRows implements TokenRows {
  readonly #host: LockHost;
  readonly #directory: string;

  constructor(host: LockHost, directory: string) {
    this.#host = host;
    this.#directory = directory;
  }

  async prepare(): Promise<void> {
    this.#host.files.makeDirectory(this.#directory);
  }

  async read(name: string): Promise<TokenRow | undefined> {
    const bytes = this.#host.files.read(this.#pathOf(name));
    return bytes && { bytes };
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    this.#host.files.replace(this.#pathOf(name), bytes);
  }

  async remove(name: string): Promise<void> {
    this.#host.files.remove(this.#pathOf(name));
  }

  alone<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<LockResult<T>> {
    return withLock(this.#host, this.#directory, name, options, work);
  }

  #pathOf(name: string): string {
    return join(this.#directory, `${name}.json`);
  }
}
