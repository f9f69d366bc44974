import { PayctlError } from '../core/errors.js';
import { parseRecord } from '../core/fields.js';
import type { Message } from '../core/message.js';
import { shellWord } from '../core/text.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import type { Host } from '../host/host.js';
import { stateMessages } from '../messages/state.js';
import { OwnClaims } from './own-claims.js';
import { statePath } from './paths.js';

type Machine = Pick<Host, 'files' | 'random'>;

/** What a state directory remembers of the shared store that it was used with. */
interface Remembered {
  /** Names this machine among all that share the store. */
  machine: string;
  /** Id of the store; undefined since everything was taken out of it. */
  store?: string;
}

/** All claims in the files, as they once were, are in this store. */
interface Imported {
  store: string;
  /** As `journalVersion` told it. */
  files: string;
}

/**
 * Claims of one machine must not lie in two places: a state directory remembers its shared store, and
 * which of its own files are in it.
 */
export class StoreMemory {
  readonly #machine: Machine;
  readonly #stateDir: string;
  readonly #path: string;
  readonly #claims: OwnClaims;
  /** Beside it, because they change at other times. */
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

  /** undefined where it is not made yet, or cannot be read. */
  get knownMachine(): string | undefined {
    return tryOrUndefined(() => this.#read()?.machine);
  }

  /** Made at the first use. */
  get machine(): string {
    const known = this.#read();
    if (known) return known.machine;
    const made = { machine: Buffer.from(this.#machine.random.bytes(8)).toString('hex') };
    this.#machine.files.makeDirectory(this.#stateDir);
    this.#machine.files.create(this.#path, bytesOf(made));
    return this.#read()?.machine ?? made.machine;
  }

  /**
   * The store that the claims of this machine lie in. Who leaves it removes all that names it: what is
   * left beside a lost or new `store.json` still tells.
   */
  get store(): string | undefined {
    return this.#read()?.store ?? this.#imported()?.store ?? this.#claims.store;
  }

  /**
   * From now on claims are made in this store: before its claims are compared with the files, so that
   * none is made over the files that the comparison does not see.
   */
  enter(store: string): void {
    if (this.#read()?.store !== store) this.#write({ machine: this.machine, store });
  }

  /**
   * All claims in the files, as they were before they were listed, are in this store. Says nothing of
   * where claims are made: the store may have been left meanwhile.
   */
  markImported(imported: Imported): void {
    this.#machine.files.replace(this.#importedPath, bytesOf(imported));
  }

  /** No claim is made in the store any more: everything is taken out of it. */
  beginLeaving(): void {
    this.#machine.files.makeDirectory(this.#stateDir);
    this.#machine.files.replace(this.#leavingPath, new Uint8Array());
  }

  /** The store is not left after all. */
  stay(): void {
    if (this.#isLeaving) this.#machine.files.remove(this.#leavingPath);
  }

  /** All claims of the store are in the files. */
  leave(): void {
    const { machine } = this;
    this.#machine.files.remove(this.#importedPath);
    this.#claims.forget();
    this.#write({ machine });
    this.stay();
  }

  /** Whether the claims of the files were ever brought to this store. */
  wasImported(store: string): boolean {
    return this.#imported()?.store === store;
  }

  /** Whether nothing was added to the files since `markImported`. */
  isImportCurrent(store: string): boolean {
    const imported = this.#imported();
    return imported?.store === store && imported.files === this.journalVersion();
  }

  /** Throws CONFIG unless claims of this machine lie in this store, or in files where none is given. */
  refuseElsewhere(store: string | undefined): void {
    const known = this.store;
    if (known === store && store !== undefined && this.#isLeaving) throw leaving();
    if (known === store) return;
    throw elsewhere(known, store);
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
    if (typeof machine !== 'string') throw damaged(this.#path);
    return { machine, ...(typeof store === 'string' && { store }) };
  }

  #write(known: Remembered): void {
    this.#machine.files.replace(this.#path, bytesOf(known));
  }
}

function bytesOf(known: Remembered | Imported): Uint8Array {
  return Buffer.from(`${JSON.stringify(known)}\n`);
}

function elsewhere(known: string | undefined, store: string | undefined): PayctlError {
  if (store === undefined) {
    return refusal(stateMessages.inSharedStore, stateMessages.setStoreAgain);
  }
  return known === undefined
    ? refusal(stateMessages.takenOut, stateMessages.goOnWithout)
    : refusal(stateMessages.inOtherStore, stateMessages.exportThenImport);
}

function leaving(): PayctlError {
  return refusal(stateMessages.beingTakenOut, stateMessages.finishOrStay);
}

function refusal(why: Message, hint: Message): PayctlError {
  return new PayctlError('CONFIG', why, { hint, executed: 'no' });
}

function damaged(path: string): PayctlError {
  return new PayctlError('CONFIG', stateMessages.storeNameDamaged(path), {
    hint: stateMessages.leaveStoreSet(`rm ${shellWord(path)}`),
    executed: 'no',
  });
}
