import { sep } from 'node:path';
import { tolerateSync } from '../core/tolerate.js';
import type { Files } from '../host/host.js';
import { statePath } from './paths.js';

/** System identifier (decimal) and timeline (eight hexadecimal digits, which sort as text). */
const NAMED = /^(\d+)-([0-9A-F]{8})$/;

/**
 * The timelines on which this machine has ever met each server, by its system identifier: a server on a
 * lower timeline is an old primary. They are never forgotten, whatever a person declares. Each is a file,
 * so that processes need not agree on the highest.
 */
export class SeenTimelines {
  readonly #files: Files;
  readonly #directory: string;

  constructor(files: Files, stateDir: string) {
    this.#files = files;
    this.#directory = statePath(stateDir, 'store.timelines');
  }

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
   * Remembers the timeline of a server, as `payctl.server()` names it; a server that tells only one of
   * both is ignored. A failed write is ignored too: reading needs no writable directory, and claiming
   * fails without one anyway.
   */
  remember(server: string): void {
    const [system = '', timeline = ''] = server.split('/');
    const name = `${system}-${timeline}`;
    if (!NAMED.test(name)) return;
    tolerateSync(() => {
      if (timeline <= (this.highest()[system] ?? '')) return;
      this.#files.makeDirectory(this.#directory);
      this.#files.create(this.#directory + sep + name, new Uint8Array());
    });
  }
}
