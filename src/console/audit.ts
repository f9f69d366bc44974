import { join } from 'node:path';
import { maskValue } from '../bank/privacy.js';
import { sha256 } from '../core/hash.js';
import { sealLine } from '../core/sealed-log.js';
import { bangkokDate, channelDateTime } from '../core/time.js';
import type { Host } from '../host/host.js';
import { statePath } from '../state/paths.js';

/** What somebody did on a page. */
export interface Looked {
  action: string;
  /** What it was about; whole only where that names nobody. */
  what?: string;
  exit?: number;
}

/**
 * Who looked at what: one line for each look, a file for each day, closed by a checksum. A console
 * whose audit cannot be written shows nothing.
 */
export class Audit {
  readonly #host: Pick<Host, 'files' | 'clock' | 'process'>;
  readonly #directory: string;
  readonly #user: string;
  readonly #profile: string;

  /** @param user who started the console */
  constructor(
    host: Pick<Host, 'files' | 'clock' | 'process'>,
    stateDir: string,
    { user, profile }: { user: string; profile: string },
  ) {
    this.#host = host;
    this.#directory = statePath(stateDir, 'console');
    this.#user = user;
    this.#profile = profile;
  }

  /** Rejects with CONFIG where it cannot be written. */
  write({ action, what, exit }: Looked): void {
    const { files, clock, process } = this.#host;
    const now = clock.now();
    const line = sealLine(
      JSON.stringify({
        ...{ at: channelDateTime(now), user: this.#user, pid: process.self.pid },
        ...{ profile: this.#profile, action, what: what && discreet(what), exit },
      }),
      16,
    ).text;
    const bytes = new TextEncoder().encode(line);
    const file = join(this.#directory, `${bangkokDate(now)}.jsonl`);
    files.makeDirectory(this.#directory);
    const isFirst = files.stat(file) === undefined;
    if (!isFirst || !files.create(file, bytes)) files.append(file, bytes);
  }
}

const LONGEST_REFERENCE = 50;

/** A reference or an amount as it is; a payload by its hash, a name masked. */
function discreet(what: string): string {
  if (what.length > LONGEST_REFERENCE) return `sha256:${sha256(what)}`;
  return /[0-9]/.test(what) && !/\s/.test(what) ? what : maskValue(what, 'name');
}
