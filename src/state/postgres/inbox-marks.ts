import { ENCRYPTED_FIELD, type InboxEntry } from '../inbox.js';
import type { Sealer } from '../seal.js';

/**
 * Marks by which a sealed message is found: hashes of its references with the key of the store, so that
 * nobody without the key can read or guess them. An exchange of the key removes them, and the next reader
 * adds them again.
 */
export class InboxMarks {
  readonly #sealer: Sealer;
  readonly #inbox: string;
  readonly #readReferences: (body: string) => readonly string[];

  constructor(sealer: Sealer, inbox: string, readReferences: (body: string) => readonly string[]) {
    this.#sealer = sealer;
    this.#inbox = inbox;
    this.#readReferences = readReferences;
  }

  forBody(body: string): string[] {
    const texts = new Set(this.#readReferences(body));
    if (body.includes(ENCRYPTED_FIELD)) texts.add(ENCRYPTED_FIELD);
    return [...texts].map((text) => this.#sealer.mark(this.#inbox, text));
  }

  /** Marks of a text under each key of this machine, and of encrypted messages: every message about the text has one of them. */
  forSearch(text: string): string[] {
    return this.forTexts([text, ENCRYPTED_FIELD]);
  }

  /** Marks of these texts under each key of this machine. */
  forTexts(texts: readonly string[]): string[] {
    return texts.flatMap((text) => this.#sealer.marks(this.#inbox, text));
  }

  /** Whether a message may be about a text; only whoever reads it can decide, and of an encrypted one nobody else can tell. */
  mayHold(entry: InboxEntry, text: string): boolean {
    if (entry.type !== 'received') return false;
    const within = JSON.stringify(text).slice(1, -1);
    return entry.id === text || entry.body.includes(within) || entry.body.includes(ENCRYPTED_FIELD);
  }
}
