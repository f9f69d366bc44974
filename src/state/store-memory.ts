import { PayctlError } from '../core/errors.js';
import { recordIn } from '../core/fields.js';
import type { Host } from '../host/host.js';
import { statePath } from './paths.js';

type Machine = Pick<Host, 'files' | 'random'>;

/** What a state directory remembers of the shared store that it was used with. */
interface Remembered {
  /** Names this machine among all that share the store. */
  machine: string;
  /** Id of the store; undefined since everything was taken out of it. */
  store?: string;
  /** The state of the files in which all claims are known to be in the store, too. */
  files?: string;
}

/**
 * Claims of one machine must not lie in two places: a state directory remembers its shared store, and
 * which of its own files are in it.
 */
export class StoreMemory {
  readonly #machine: Machine;
  readonly #stateDir: string;
  readonly #path: string;
  #known: Remembered | undefined;

  constructor(machine: Machine, stateDir: string) {
    this.#machine = machine;
    this.#stateDir = stateDir;
    this.#path = statePath(stateDir, 'store.json');
  }

  /** Made at the first use. */
  get machine(): string {
    const known = this.#read();
    if (known) return known.machine;
    const made = { machine: Buffer.from(this.#machine.random.bytes(8)).toString('hex') };
    this.#machine.files.makeDirectory(this.#stateDir);
    const bytes = bytesOf(made);
    if (this.#machine.files.create(this.#path, bytes)) this.#known = made;
    return this.#read()?.machine ?? made.machine;
  }

  /** The store that the claims of this machine lie in. */
  get store(): string | undefined {
    return this.#read()?.store;
  }

  /** All claims in the files, as they are now, are in this store. */
  settle(store: string): void {
    this.#write({ machine: this.machine, store, files: this.#filesNow() });
  }

  /** All claims of the store are in the files. */
  leave(): void {
    this.#write({ machine: this.machine });
  }

  /** Whether nothing was added to the files since `settle`. */
  isSettled(store: string): boolean {
    const known = this.#read();
    return known?.store === store && known.files === this.#filesNow();
  }

  /** Throws CONFIG where claims of this machine lie in another store, or in one that is not named any more. */
  refuseOther(store: string | undefined): void {
    const known = this.store;
    if (known === undefined || known === store) return;
    throw new PayctlError(
      'CONFIG',
      store === undefined
        ? 'the charges of this machine lie in a shared store, and no store is set; nothing was sent'
        : 'the charges of this machine lie in another shared store; nothing was sent',
      {
        hint:
          store === undefined
            ? 'set store again, or take everything out of it: payctl store export'
            : 'with the other store: payctl store export; then with this one: payctl store import',
        executed: 'no',
      },
    );
  }

  #filesNow(): string {
    const stat = this.#machine.files.stat(statePath(this.#stateDir, 'journal'));
    return stat ? String(stat.modifiedAt) : '';
  }

  #read(): Remembered | undefined {
    if (this.#known) return this.#known;
    const bytes = this.#machine.files.read(this.#path);
    if (bytes === undefined) return undefined;
    const { machine, store, files } = recordIn(bytes) ?? {};
    if (typeof machine !== 'string') throw damaged(this.#path);
    this.#known = {
      machine,
      ...(typeof store === 'string' && { store }),
      ...(typeof files === 'string' && { files }),
    };
    return this.#known;
  }

  #write(known: Remembered): void {
    this.#machine.files.replace(this.#path, bytesOf(known));
    this.#known = known;
  }
}

function bytesOf(known: Remembered): Uint8Array {
  return Buffer.from(`${JSON.stringify(known)}\n`);
}

function damaged(path: string): PayctlError {
  return new PayctlError(
    'CONFIG',
    `${path} is damaged: it names the shared store of this machine`,
    {
      hint: `look whether all charges are in the store, then: rm ${path}`,
      executed: 'no',
    },
  );
}
