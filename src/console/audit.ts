import { maskCards, maskValue } from '../bank/privacy.js';
import { PayctlError } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import type { JsonObject } from '../core/json.js';
import type { Host } from '../host/host.js';
import { consoleRun } from '../messages/console-run.js';
import type { RunNote } from '../runtime/door.js';
import { AuditLog } from '../state/audit-log.js';
import { hostFor, type PageUser } from './person.js';
import type { Query } from './query.js';

/** What an entry is about. */
type Subject = Query['kind'] | 'book' | 'page';

/** What somebody did on a page. */
export interface AuditEntry {
  action: string;
  /** What it was about; whole only where that names nobody. */
  what?: string;
  /** What that is; a reference unless given. */
  kind?: Subject;
  /** Of money that was to move. */
  amount?: string;
  exit?: number;
}

type Machine = Pick<Host, 'files' | 'clock' | 'process'>;

/** Who looked at what. A console whose audit cannot be written shows nothing. */
export class Audit {
  readonly #host: Machine;
  readonly #stateDir: string;
  readonly #profile: string;
  readonly #log: AuditLog;
  /** Of whoever signed in. */
  readonly #address: string | undefined;
  /** By person and page: what it showed last. */
  readonly #shown: Map<string, string>;
  #isWritten = false;

  constructor(
    host: Machine,
    stateDir: string,
    profile: string,
    { address, shown = new Map() }: { address?: string; shown?: Map<string, string> } = {},
  ) {
    [this.#host, this.#stateDir, this.#profile] = [host, stateDir, profile];
    this.#log = new AuditLog(host, stateDir, 'console');
    [this.#address, this.#shown] = [address, shown];
  }

  /** For one request of a person. */
  of(person: PageUser, address: string): Audit {
    const more = { ...(person.subject !== undefined && { address }), shown: this.#shown };
    return new Audit(hostFor(this.#host, person), this.#stateDir, this.#profile, more);
  }

  /** Whether anything was written of the request. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  /** Throws CONFIG where it cannot be written. */
  write({ action, what, kind = 'reference', amount, exit }: AuditEntry): void {
    const shown = what && DISCREET[kind](what);
    const address = this.#address;
    this.#log.write({ profile: this.#profile, action, what: shown, amount, exit, address });
    this.#isWritten = true;
  }

  /** The lines since a moment, oldest first. */
  since(moment: number, onDamaged: (place: string) => void): Generator<JsonObject> {
    return this.#log.since(moment, onDamaged);
  }

  /** Of a page that asks again by itself: then a line only where it shows something else than before. */
  writePage(entry: AuditEntry, page: string, shown: string, isAskedAgain: boolean): void {
    const [mark, key] = [sha256(shown), `${this.#host.process.operator.subject ?? ''} ${page}`];
    if (isAskedAgain && this.#shown.get(key) === mark) return;
    this.write(entry);
    this.#shown.set(key, mark);
  }

  /**
   * Of what has happened already: nothing may hide how that ended. Where it cannot be written, a
   * warning says what stands in the way.
   */
  writeAfter(entry: AuditEntry): RunNote[] {
    try {
      this.write(entry);
      return [];
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      return [{ text: consoleRun.auditLacksEnd(error.said), kind: 'warning' }];
    }
  }
}

const LONGEST_REFERENCE = 50;

/** As many digits as numbers of phones, citizens and accounts have, and those of cards. */
const PERSONAL_DIGITS = /^[0-9]{9,13}$/;

/** A reference as it is; a payload by its hash; a name, an address or a number of somebody masked. */
function discreetReference(what: string): string {
  if (what.length > LONGEST_REFERENCE) return `sha256:${sha256(what)}`;
  // However they are separated.
  const digits = what.replace(/[^\p{L}\p{N}]/gu, '');
  if (PERSONAL_DIGITS.test(digits) || maskCards(digits) !== digits) return maskValue(digits);
  if (what.includes('@')) return maskValue(what, 'email');
  const isReference = /[0-9]/.test(what) && /^[\x21-\x7e]+$/.test(what);
  return isReference ? what : maskValue(what, 'name');
}

const DISCREET: Readonly<Record<Subject, (what: string) => string>> = {
  amount: (what) => what,
  book: (what) => what.slice(0, 64),
  day: (what) => what,
  name: (what) => maskValue(what, 'name'),
  page: (what) => what,
  reference: discreetReference,
};
