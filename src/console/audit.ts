import { join } from 'node:path';
import { maskCards, maskValue } from '../bank/privacy.js';
import { PayctlError } from '../core/errors.js';
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
  /** Of money that was to move. */
  amount?: string;
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
  write({ action, what, amount, exit }: Looked): void {
    const { files, clock, process } = this.#host;
    const now = clock.now();
    const line = sealLine(
      JSON.stringify({
        ...{ at: channelDateTime(now), user: this.#user, pid: process.self.pid },
        ...{ profile: this.#profile, action, what: what && discreet(what), amount, exit },
      }),
      16,
    ).text;
    const bytes = new TextEncoder().encode(line);
    const file = join(this.#directory, `${bangkokDate(now)}.jsonl`);
    files.makeDirectory(this.#directory);
    const isFirst = files.stat(file) === undefined;
    if (!isFirst || !files.create(file, bytes)) files.append(file, bytes);
  }

  /**
   * Of what has happened already: nothing may hide how that ended. Where it cannot be written, what
   * stands in the way is returned, in words.
   */
  writeAfter(looked: Looked): string | undefined {
    try {
      this.write(looked);
      return undefined;
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      return `the audit lacks how this ended: ${error.message}`;
    }
  }
}

const LONGEST_REFERENCE = 50;

/** Thai phone numbers with or without country code, and numbers of 13 digits, as citizens have them. */
const PERSONAL = /^(?:0[0-9]{8,9}|(?:\+|00)?66[0-9]{8,9}|[0-9]{13})$/;

/** A reference or an amount as it is; a payload by its hash; a name or a number of somebody masked. */
function discreet(what: string): string {
  if (what.length > LONGEST_REFERENCE) return `sha256:${sha256(what)}`;
  const bare = what.replace(/[\s-]/g, '');
  if (PERSONAL.test(bare)) return maskValue(bare);
  if (maskCards(bare) !== bare) return maskValue(bare);
  const isReference = /[0-9]/.test(what) && /^[\x21-\x7e]+$/.test(what);
  return isReference ? what : maskValue(what, 'name');
}
