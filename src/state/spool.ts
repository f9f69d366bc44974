import { join } from 'node:path';
import { isRecord } from '../core/fields.js';
import type { Files } from '../host/host.js';
import type { AssociatedData, Sealer } from './seal.js';

/** A value that waits until the shared store can be reached. */
interface Spooled {
  /** Names it on this machine. */
  name: string;
  value: Record<string, unknown>;
}

const SUFFIX = '.sealed';

/** What waits on this machine for the shared store, sealed as it will be there. */
export class Spool {
  readonly #files: Files;
  readonly #directory: string;
  readonly #sealer: () => Promise<Sealer>;

  constructor(files: Files, directory: string, sealer: () => Promise<Sealer>) {
    this.#files = files;
    this.#directory = directory;
    this.#sealer = sealer;
  }

  names(): readonly string[] {
    return this.#files
      .list(this.#directory)
      .flatMap((file) => (file.endsWith(SUFFIX) ? [file.slice(0, -SUFFIX.length)] : []));
  }

  async keep({ name, value }: Spooled): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(value));
    const sealed = (await this.#sealer()).seal(associatedData(name), bytes);
    this.#files.makeDirectory(this.#directory);
    this.#files.replace(this.#filePath(name), sealed);
  }

  /** Rejects with CONFIG where the key of this machine does not open it. */
  async read(name: string): Promise<Record<string, unknown> | undefined> {
    const bytes = this.#files.read(this.#filePath(name));
    if (bytes === undefined) return undefined;
    const opened = (await this.#sealer()).open(associatedData(name), bytes);
    const value: unknown = JSON.parse(opened.toString());
    return isRecord(value) ? value : undefined;
  }

  remove(name: string): void {
    this.#files.remove(this.#filePath(name));
  }

  #filePath(name: string): string {
    return join(this.#directory, name + SUFFIX);
  }
}

function associatedData(name: string): AssociatedData {
  return { bank: '', name: `spool/${name}` };
}
