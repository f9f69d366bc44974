import { shell } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import { parseRecord } from '../core/fields.js';
import type { Message } from '../core/message.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import type { Host } from '../host/host.js';
import { stateMessages } from '../messages/state.js';
import { OwnClaims } from './own-claims.js';
import { statePath } from './paths.js';

type Machine = Pick<Host, 'files' | 'random'>;

/** What the state directory remembers of its shared store. */
interface Remembered {
  machine: string;
  /** Id of the store; undefined since everything was exported from it. */
  store?: string;
}

/** All claims that the files had at one moment are in this store. */
interface Imported {
  store: string;
  /** `journalVersion` at that moment. */
  files: string;
}

/**
 * Claims of one machine must not lie in two places: a state directory remembers its shared store, and
 * which of its own files are in it.
 */
export class StoreMembership {
  readonly #machine: Machine;
  readonly #stateDir: string;
  readonly #path: string;
  readonly #claims: OwnClaims;
  /** Files of their own, because they change at other times. */
  readonly #leavingPath: string;
  readonly #importedPath: string;

  constructor(machine: Machine, stateDir: string) {
    this.#machine = machine;
    this.#stateDir = stateDir;
    this.#path = statePath(stateDir, 'store.json');
    this.#claims = new OwnClaims(machine.files, stateDir);
    this.#leavingPath = statePath(stateDir, 'store.leaving');
    this.#importedPath = statePath(stateDir, 'store.settled');
  }

  /** The id of this machine; undefined where it is not made yet, or cannot be read. */
  get knownMachine(): string | undefined {
    return tryOrUndefined(() => this.#read()?.machine);
  }

  /** The id of this machine, made at the first use. */
  get machine(): string {
    const known = this.#read();
    if (known) return known.machine;
    const made = { machine: Buffer.from(this.#machine.random.bytes(8)).toString('hex') };
    this.#machine.files.makeDirectory(this.#stateDir);
    this.#machine.files.create(this.#path, toJsonLine(made));
    return this.#read()?.machine ?? made.machine;
  }

  /**
   * The store that has the claims of this machine. Leaving it removes every file that names it, so what
   * is left beside a lost `store.json` still tells.
   */
  get store(): string | undefined {
    return this.#read()?.store ?? this.#imported()?.store ?? this.#claims.store;
  }

  /**
   * From now on claims are made in this store. Called before its claims are compared with the files, so
   * that no claim is made in files after the comparison.
   */
  enter(store: string): void {
    if (this.#read()?.store !== store) this.#write({ machine: this.machine, store });
  }

  /**
   * Records that all claims which the files had before they were listed are in this store. Says nothing
   * about where claims are made: the store may have been left meanwhile.
   */
  markImported(imported: Imported): void {
    this.#machine.files.replace(this.#importedPath, toJsonLine(imported));
  }

  /** From now on no claim is made in the store: everything is exported from it. */
  beginLeaving(): void {
    this.#machine.files.makeDirectory(this.#stateDir);
    this.#machine.files.replace(this.#leavingPath, new Uint8Array());
  }

  /** Takes `beginLeaving` back. */
  stay(): void {
    if (this.#isLeaving) this.#machine.files.remove(this.#leavingPath);
  }

  /** Ends leaving: all claims of the store are in the files. */
  leave(): void {
    const { machine } = this;
    this.#machine.files.remove(this.#importedPath);
    this.#claims.forget();
    this.#write({ machine });
    this.stay();
  }

  /** Whether the claims of the files were ever imported into this store. */
  wasImported(store: string): boolean {
    return this.#imported()?.store === store;
  }

  /** Whether nothing was added to the files since `markImported`. */
  isImportCurrent(store: string): boolean {
    const imported = this.#imported();
    return imported?.store === store && imported.files === this.journalVersion();
  }

  /** Throws CONFIG unless this machine has its claims in this store; in files, where none is given. */
  refuseElsewhere(store: string | undefined): void {
    const known = this.store;
    if (known === store && store !== undefined && this.#isLeaving) throw leavingError();
    if (known === store) return;
    throw elsewhereError(known, store);
  }

  get #isLeaving(): boolean {
    return this.#machine.files.stat(this.#leavingPath) !== undefined;
  }

  /** Changes with every claim that is added to the files. */
  journalVersion(): string {
    const stat = this.#machine.files.stat(statePath(this.#stateDir, 'journal'));
    return stat ? String(stat.modifiedAt) : '';
  }

  #imported(): Imported | undefined {
    const { store, files } = parseRecord(this.#machine.files.read(this.#importedPath)) ?? {};
    return typeof store === 'string' && typeof files === 'string' ? { store, files } : undefined;
  }

  #read(): Remembered | undefined {
    const bytes = this.#machine.files.read(this.#path);
    if (bytes === undefined) return undefined;
    const { machine, store } = parseRecord(bytes) ?? {};
    if (typeof machine !== 'string') throw damagedError(this.#path);
    return { machine, ...(typeof store === 'string' && { store }) };
  }

  #write(known: Remembered): void {
    this.#machine.files.replace(this.#path, toJsonLine(known));
  }
}

function toJsonLine(known: Remembered | Imported): Uint8Array {
  return Buffer.from(`${JSON.stringify(known)}\n`);
}

function elsewhereError(known: string | undefined, store: string | undefined): PayctlError {
  if (store === undefined) {
    return refusalError(stateMessages.inSharedStore, stateMessages.setStoreAgain);
  }
  return known === undefined
    ? refusalError(stateMessages.takenOut, stateMessages.goOnWithout)
    : refusalError(stateMessages.inOtherStore, stateMessages.exportThenImport);
}

function leavingError(): PayctlError {
  return refusalError(stateMessages.beingTakenOut, stateMessages.finishOrStay);
}

function refusalError(why: Message, hint: Message): PayctlError {
  return new PayctlError('CONFIG', why, { hint, executed: 'no' });
}

function damagedError(path: string): PayctlError {
  return new PayctlError('CONFIG', stateMessages.storeNameDamaged(path), {
    hint: stateMessages.leaveStoreSet(shell`rm ${path}`),
    executed: 'no',
  });
}
