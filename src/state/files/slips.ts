import { join } from 'node:path';
import type { Files } from '../../host/host.js';
import type { ClaimPermission } from '../permission.js';
import type { Slips } from '../store.js';

/** A file for each slip, so that processes need no lock. */
export class FileSlips implements Slips {
  readonly #files: Files;
  readonly #directory: string;

  constructor(files: Files, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  async firstSeen(slip: string, moment: string, attempt = ''): Promise<string | undefined> {
    const path = join(this.#directory, slip);
    this.#files.makeDirectory(this.#directory);
    const lines = [moment, ...(attempt === '' ? [] : [attempt]), ''].join('\n');
    if (this.#files.create(path, new TextEncoder().encode(lines))) return undefined;
    const [first, by = ''] = this.#linesOf(slip);
    return attempt !== '' && by === attempt ? undefined : first;
  }

  async accept(
    slip: string,
    moment: string,
    attempt: string,
    permission: ClaimPermission,
  ): Promise<string | undefined> {
    permission.check();
    const before = await this.firstSeen(slip, moment, attempt);
    if (before !== undefined) return before;
    try {
      permission.check();
    } catch (error) {
      this.#files.remove(join(this.#directory, slip));
      throw error;
    }
    return undefined;
  }

  async seen(slip: string): Promise<string | undefined> {
    return this.#linesOf(slip)[0] || undefined;
  }

  async list(): Promise<Map<string, string>> {
    const slips = this.#files.list(this.#directory);
    return new Map(slips.map((slip) => [slip, this.#linesOf(slip)[0] ?? '']));
  }

  /** When it was seen, and by which attempt. */
  #linesOf(slip: string): string[] {
    return new TextDecoder().decode(this.#files.read(join(this.#directory, slip))).split('\n');
  }
}
