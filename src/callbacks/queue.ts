/** Hands items from those who have them to the one who works on them, in order. */
export class Queue<T> implements AsyncIterable<T> {
  readonly #weigh: (item: T) => number;
  #items: T[] = [];
  #weight = 0;
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(weigh: (item: T) => number) {
    this.#weigh = weigh;
  }

  /** Sum over what waits. */
  get weight(): number {
    return this.#weight;
  }

  push(item: T): void {
    this.#items.push(item);
    this.#weight += this.#weigh(item);
    this.#wake?.();
  }

  /** What is in it still comes out. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const items = this.#items;
      this.#items = [];
      for (const item of items) {
        this.#weight -= this.#weigh(item);
        yield item;
      }
      if (this.#items.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }
}
