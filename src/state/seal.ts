import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { PayctlError } from '../core/errors.js';
import { isRecord } from '../core/fields.js';
import type { Files, Random } from '../host/host.js';
import { stateMessages } from '../messages/state.js';
import { wording } from '../messages/wording.js';

const KEY_BYTES = 32;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MARK_DIGITS = 24;

/** A key of the store. Its id tells it from others and gives nothing of it away. */
export class StoreKey {
  readonly id: string;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
    this.id = createHash('sha256')
      .update('payctl store key\0')
      .update(this.#bytes)
      .digest('hex')
      .slice(0, 2 * ID_BYTES);
  }

  /** undefined for anything but 32 bytes in base64. */
  static parse(text: string): StoreKey | undefined {
    const trimmed = text.trim();
    if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return undefined;
    const bytes = Buffer.from(trimmed, 'base64');
    return bytes.length === KEY_BYTES ? new StoreKey(bytes) : undefined;
  }

  static text(random: Random): string {
    return Buffer.from(random.bytes(KEY_BYTES)).toString('base64');
  }

  /** Of hashes that all who have the key can compare, and nobody else. */
  get salt(): Uint8Array {
    return createHash('sha256').update('payctl salt\0').update(this.#bytes).digest();
  }

  /** The same for the same text, and for nobody without the key to tell of which. */
  mark(about: Buffer): string {
    const key = createHash('sha256').update('payctl mark\0').update(this.#bytes).digest();
    return createHmac('sha256', key).update(about).digest('hex').slice(0, MARK_DIGITS);
  }

  /** Key id, nonce, text, tag. */
  seal(random: Random, about: Buffer, bytes: Uint8Array): Buffer {
    const nonce = Buffer.from(random.bytes(NONCE_BYTES));
    const cipher = createCipheriv('aes-256-gcm', this.#bytes, nonce).setAAD(about);
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([Buffer.from(this.id, 'hex'), nonce, sealed, cipher.getAuthTag()]);
  }

  open(about: Buffer, sealed: Buffer): Buffer | undefined {
    const [from, to] = [ID_BYTES + NONCE_BYTES, sealed.length - TAG_BYTES];
    if (to < from) return undefined;
    try {
      const nonce = sealed.subarray(ID_BYTES, from);
      const decipher = createDecipheriv('aes-256-gcm', this.#bytes, nonce, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(about).setAuthTag(sealed.subarray(to));
      return Buffer.concat([decipher.update(sealed.subarray(from, to)), decipher.final()]);
    } catch {
      return undefined;
    }
  }
}

/** What a sealed value belongs to: put elsewhere, it does not open. */
export interface About {
  bank: string;
  name: string;
}

/** Seals with one key and opens with all that this machine has. */
export class Sealer {
  readonly #random: Random;
  readonly #keys: readonly StoreKey[];
  #current: StoreKey;

  constructor(random: Random, current: StoreKey, others: readonly StoreKey[] = []) {
    this.#random = random;
    this.#keys = [current, ...others];
    this.#current = current;
  }

  get salt(): Uint8Array | undefined {
    return this.#keys[0]?.salt;
  }

  get ids(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  /** From now on seals with the key that the store names, where this machine has it. */
  prefer(id: string): void {
    this.#current = this.#keys.find((key) => key.id === id) ?? this.#current;
  }

  /** One that opens the same, and seals with this key whatever the store names. */
  sealingWith(key: StoreKey): Sealer {
    const others = this.#keys.filter(({ id }) => id !== key.id);
    return new Sealer(this.#random, key, others);
  }

  /** Once more where the key of the store was exchanged meanwhile, and this machine has the new one. */
  async again<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#current;
    try {
      return await work();
    } catch (error) {
      if (this.#current === before) throw error;
      return work();
    }
  }

  seal({ bank, name }: About, bytes: Uint8Array): Buffer {
    return this.#current.seal(this.#random, associated(bank, name), bytes);
  }

  mark(bank: string, text: string): string {
    return this.#current.mark(associated(bank, text));
  }

  /** As each key of this machine makes it. */
  marks(bank: string, text: string): string[] {
    return this.#keys.map((key) => key.mark(associated(bank, text)));
  }

  /** Throws CONFIG where no key of this machine opens it. */
  open({ bank, name }: About, sealed: Uint8Array): Buffer {
    const bytes = Buffer.from(sealed);
    const id = sealedWith(bytes);
    const key = this.#keys.find((candidate) => candidate.id === id);
    const opened = key?.open(associated(bank, name), bytes);
    if (opened !== undefined) return opened;
    const [why, hint] =
      key === undefined
        ? [stateMessages.sealedOtherwise(id), stateMessages.giveKeyOfStore]
        : [stateMessages.sealedChanged, wording.command('payctl journal verify')];
    throw new PayctlError('CONFIG', why, { hint, executed: 'no' });
  }
}

/** The id of the key that a value was sealed with. */
export function sealedWith(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(0, ID_BYTES)).toString('hex');
}

function associated(bank: string, name: string): Buffer {
  return Buffer.from(JSON.stringify([bank, name]));
}

/** A value that could not be brought to the shared store yet. */
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
    const sealed = (await this.#sealer()).seal(aboutOf(name), bytes);
    this.#files.makeDirectory(this.#directory);
    this.#files.replace(this.#pathOf(name), sealed);
  }

  /** Rejects with CONFIG where the key of this machine does not open it. */
  async read(name: string): Promise<Record<string, unknown> | undefined> {
    const bytes = this.#files.read(this.#pathOf(name));
    if (bytes === undefined) return undefined;
    const opened = (await this.#sealer()).open(aboutOf(name), bytes);
    const value: unknown = JSON.parse(opened.toString());
    return isRecord(value) ? value : undefined;
  }

  remove(name: string): void {
    this.#files.remove(this.#pathOf(name));
  }

  #pathOf(name: string): string {
    return join(this.#directory, name + SUFFIX);
  }
}

function aboutOf(name: string) {
  return { bank: '', name: `spool/${name}` };
}
