/**
 * Which line had a key first: 64 bits of its hash and the number of the line, in an open table.
 * Twelve bytes a slot and at most 70 % of the slots in use make 17 to 34 MB for a million rows,
 * where a Map of strings takes 130. Two keys of ten million share 64 bits once in 370,000 files; then
 * a row is called a duplicate that is none, and nothing is sent.
 */
export class Seen {
  #slots = new Uint32Array(3 * 1024);
  #used = 0;

  /** The line that had it before; undefined for a new key, which is remembered. `key` is hexadecimal. */
  first(key: string, line: number): number | undefined {
    if (this.#used * 3 > this.#slots.length * 0.7) this.#grow();
    const high = Number.parseInt(key.slice(0, 8), 16);
    const low = Number.parseInt(key.slice(8, 16), 16);
    return this.#put(high, low, line);
  }

  #put(high: number, low: number, line: number): number | undefined {
    const slots = this.#slots;
    const count = slots.length / 3;
    for (let slot = low % count; ; slot = (slot + 1) % count) {
      const at = slot * 3;
      const found = slots[at + 2];
      if (found && slots[at] === high && slots[at + 1] === low) return found;
      if (found) continue;
      slots.set([high, low, line], at);
      this.#used += 1;
      return undefined;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    this.#used = 0;
    for (let at = 0; at < old.length; at += 3) {
      const [high = 0, low = 0, line = 0] = old.subarray(at, at + 3);
      if (line) this.#put(high, low, line);
    }
  }
}
