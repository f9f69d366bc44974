import { join } from 'node:path';
import type { Files } from '../host/host.js';

/**
 * Attempts whose answer never came, though they may have been carried out. Who asks again on this
 * machine asks under the same name, and so learns what became of the first; no two ask under one.
 */
export class OpenAttempts {
  readonly #files: Files;
  readonly #directory: string;

  constructor(files: Files, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  /** The open attempt at this, which is the caller's until it is kept again or done. */
  take(what: string): string | undefined {
    if (this.#read(what) === undefined || !this.#files.create(this.#mark(what), new Uint8Array())) {
      return undefined;
    }
    const attempt = this.#read(what);
    // It was done in the meantime.
    if (attempt === undefined) this.#files.remove(this.#mark(what));
    return attempt;
  }

  keep(what: string, attempt: string): void {
    this.#files.makeDirectory(this.#directory);
    this.#files.replace(this.#path(what), new TextEncoder().encode(attempt));
    this.#files.remove(this.#mark(what));
  }

  /** The attempt goes before its mark: nobody may take it in between. */
  done(what: string): void {
    this.#files.remove(this.#path(what));
    this.#files.remove(this.#mark(what));
  }

  #read(what: string): string | undefined {
    const bytes = this.#files.read(this.#path(what));
    return bytes && new TextDecoder().decode(bytes);
  }

  #path(what: string): string {
    return join(this.#directory, what);
  }

  #mark(what: string): string {
    return `${this.#path(what)}.taken`;
  }
}
