import { LONGEST_RECORD } from '../../core/records.js';

/** The lines of a field or record that goes over several; of one that would never end, the beginning. */
export class ContinuedLines {
  readonly texts: string[] = [];
  #length = 0;

  constructor(first: string) {
    this.add(first);
  }

  add(text: string): void {
    // An empty line takes memory, too.
    this.#length += text.length + 1;
    if (this.#length <= LONGEST_RECORD + 1) this.texts.push(text);
  }
}
