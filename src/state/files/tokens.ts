import { join } from 'node:path';
import { type LockHost, type LockOptions, type LockResult, withLock } from '../lock.js';
import type { TokenRow, TokenRows } from '../store.js';

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
