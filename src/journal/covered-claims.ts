/** What a checkpoint has of a claim. */
export interface CoveredClaim {
  key: string;
  /** Of each revision, how many lines it has and the sum of the last, which stands for all before it. */
  heads: string;
  /** What was charged, and how it ended once that is final: what an archive leaves of the claim. */
  charge: string;
}

/**
 * What a checkpoint has of each claim, by its key. It is read only as far as the claim that is asked for, and
 * what is passed on the way is held: who asks in the order in which it was written, which is that of the
 * journal, holds next to nothing, whatever its size.
 */
export class CoveredClaims {
  readonly #claims: AsyncIterator<CoveredClaim>;
  readonly #passed = new Map<string, CoveredClaim>();

  constructor(claims: AsyncIterable<CoveredClaim>) {
    this.#claims = claims[Symbol.asyncIterator]();
  }

  /** Each claim once: undefined where there is none, or it was taken before. */
  async take(key: string): Promise<CoveredClaim | undefined> {
    const passed = this.#passed.get(key);
    this.#passed.delete(key);
    return passed ?? this.#readTo(key);
  }

  /** The keys of those that nobody took. */
  async untaken(): Promise<string[]> {
    await this.#readTo(undefined);
    return [...this.#passed.keys()];
  }

  async #readTo(key: string | undefined): Promise<CoveredClaim | undefined> {
    for (;;) {
      const { done, value } = await this.#claims.next();
      if (done) return undefined;
      if (value.key === key) return value;
      this.#passed.set(value.key, value);
    }
  }
}
