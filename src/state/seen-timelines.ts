import { sep } from 'node:path';
import { PayctlError } from '../core/errors.js';
import type { Files } from '../host/host.js';
import { statePath } from './paths.js';

/** As a server names them: decimal, and eight hexadecimal digits that order as text. */
const NAMED = /^(\d+)-([0-9A-F]{8})$/;

/**
 * The timelines on which this machine has ever met each server, by its system identifier: one that is
 * met on a lower one is the old primary. Never forgotten, whatever is said of claims. A file for each,
 * so that processes need not agree on a highest.
 */
export class SeenTimelines {
  readonly #files: Files;
  readonly #directory: string;

  constructor(files: Files, stateDir: string) {
    this.#files = files;
    this.#directory = statePath(stateDir, 'store.timelines');
  }

  /** The highest, by system identifier. */
  highest(): Record<string, string> {
    const highest: Record<string, string> = {};
    for (const name of this.#files.list(this.#directory)) {
      const [, system, timeline] = NAMED.exec(name) ?? [];
      if (system === undefined || timeline === undefined) continue;
      if (timeline > (highest[system] ?? '')) highest[system] = timeline;
    }
    return highest;
  }

  /**
   * `server` as `payctl.server()` names it; one that does not tell both is passed over. Who only reads
   * needs no directory that can be written; who claims writes there anyway.
   */
  see(server: string): void {
    const [system = '', timeline = ''] = server.split('/');
    const name = `${system}-${timeline}`;
    if (!NAMED.test(name)) return;
    try {
      if (timeline <= (this.highest()[system] ?? '')) return;
      this.#files.makeDirectory(this.#directory);
      this.#files.create(this.#directory + sep + name, new Uint8Array());
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
    }
  }
}
