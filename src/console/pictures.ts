/** Older ones are forgotten: their pages ask for the picture again. */
const MOST = 8;

/** Pictures that people have sent, in the memory of this process alone. */
export class Pictures {
  readonly #kept = new Map<string, Uint8Array>();

  /** @param key that nobody can guess */
  keep(key: string, bytes: Uint8Array): void {
    this.#kept.set(key, bytes);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }

  find(key: string): Uint8Array | undefined {
    return this.#kept.get(key);
  }
}
