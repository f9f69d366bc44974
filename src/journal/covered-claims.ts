/** What a checkpoint has of a claim. */
export interface CoveredClaim {
  /** Of each revision, how many lines it has and the sum of the last, which stands for all before it. */
  heads: string;
  /** What was charged, and how it ended once that is final: what an archive leaves of the claim. */
  charge: string;
}

/** What a checkpoint has of each claim, by its key. Checksums are packed: a million claims take 230 MB. */
export class CoveredClaims {
  readonly #claims = new Map<string, string>();
  readonly #untaken = new Set<string>();

  get size(): number {
    return this.#claims.size;
  }

  add(key: string, { heads, charge }: CoveredClaim): void {
    const name = fromHex(key);
    this.#claims.set(name, pack(`${heads}\t${charge}`));
    this.#untaken.add(name);
  }

  /** What is known of a claim, which counts as found from now on. */
  take(key: string): CoveredClaim | undefined {
    const name = fromHex(key);
    const packed = this.#claims.get(name);
    if (packed === undefined) return undefined;
    this.#untaken.delete(name);
    const [heads = '', charge = ''] = unpack(packed).split('\t');
    return { heads, charge };
  }

  untaken(): string[] {
    return Array.from(this.#untaken, toHex);
  }
}

function pack(text: string): string {
  return text.replace(/[0-9a-f]{64}/g, (digits) => `#${fromHex(digits)}`);
}

function unpack(packed: string): string {
  return packed.replace(/#(.{32})/gs, (_, bytes: string) => toHex(bytes));
}

function fromHex(digits: string): string {
  return Buffer.from(digits, 'hex').toString('latin1');
}

function toHex(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('hex');
}
