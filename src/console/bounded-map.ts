/** What a process remembers by name: with one entry too many, the oldest is forgotten. */
export class BoundedMap<Value> extends Map<string, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(name: string, value: Value): this {
    super.set(name, value);
    const [oldest] = this.keys();
    if (this.size > this.#most && oldest !== undefined) this.delete(oldest);
    return this;
  }
}
