import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import type { Random } from '../host/host.js';
import { stateMessages } from '../messages/state.js';

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

  /** Reads 32 bytes in base64; undefined for anything else. */
  static parse(text: string): StoreKey | undefined {
    const trimmed = text.trim();
    if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return undefined;
    const bytes = Buffer.from(trimmed, 'base64');
    return bytes.length === KEY_BYTES ? new StoreKey(bytes) : undefined;
  }

  static text(random: Random): string {
    return Buffer.from(random.bytes(KEY_BYTES)).toString('base64');
  }

  /** For hashes that whoever has the key can compare, and nobody else. */
  get salt(): Uint8Array {
    return createHash('sha256').update('payctl salt\0').update(this.#bytes).digest();
  }

  /** A keyed hash: equal for equal texts, and without the key nobody can tell of which text. */
  mark(associated: Buffer): string {
    const key = createHash('sha256').update('payctl mark\0').update(this.#bytes).digest();
    return createHmac('sha256', key).update(associated).digest('hex').slice(0, MARK_DIGITS);
  }

  /** Returns key id, nonce, ciphertext and tag, one after the other. */
  seal(random: Random, associated: Buffer, bytes: Uint8Array): Buffer {
    const nonce = Buffer.from(random.bytes(NONCE_BYTES));
    const cipher = createCipheriv('aes-256-gcm', this.#bytes, nonce).setAAD(associated);
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([Buffer.from(this.id, 'hex'), nonce, sealed, cipher.getAuthTag()]);
  }

  open(associated: Buffer, sealed: Buffer): Buffer | undefined {
    const [from, to] = [ID_BYTES + NONCE_BYTES, sealed.length - TAG_BYTES];
    if (to < from) return undefined;
    try {
      const nonce = sealed.subarray(ID_BYTES, from);
      const decipher = createDecipheriv('aes-256-gcm', this.#bytes, nonce, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associated).setAuthTag(sealed.subarray(to));
      return Buffer.concat([decipher.update(sealed.subarray(from, to)), decipher.final()]);
    } catch {
      return undefined;
    }
  }
}

/** The associated data of a sealed value (AES-GCM): what it belongs to. Put elsewhere, it does not open. */
export interface AssociatedData {
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

  /** Runs work, and once more if it failed because the key of the store was exchanged and this machine has the new one. */
  async retryWithCurrentKey<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#current;
    try {
      return await work();
    } catch (error) {
      if (this.#current === before) throw error;
      return work();
    }
  }

  seal({ bank, name }: AssociatedData, bytes: Uint8Array): Buffer {
    return this.#current.seal(this.#random, associatedBytes(bank, name), bytes);
  }

  mark(bank: string, text: string): string {
    return this.#current.mark(associatedBytes(bank, text));
  }

  /** The mark that each key of this machine makes. */
  marks(bank: string, text: string): string[] {
    return this.#keys.map((key) => key.mark(associatedBytes(bank, text)));
  }

  /** Throws CONFIG where no key of this machine opens it. */
  open({ bank, name }: AssociatedData, sealed: Uint8Array): Buffer {
    const bytes = Buffer.from(sealed);
    const id = sealingKeyId(bytes);
    const key = this.#keys.find((candidate) => candidate.id === id);
    const opened = key?.open(associatedBytes(bank, name), bytes);
    if (opened !== undefined) return opened;
    const [why, hint] =
      key === undefined
        ? [stateMessages.sealedOtherwise(id), stateMessages.giveKeyOfStore]
        : [stateMessages.sealedChanged, payctl`journal verify`];
    throw new PayctlError('CONFIG', why, { hint, executed: 'no' });
  }
}

export function sealingKeyId(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(0, ID_BYTES)).toString('hex');
}

function associatedBytes(bank: string, name: string): Buffer {
  return Buffer.from(JSON.stringify([bank, name]));
}
