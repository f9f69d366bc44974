import { ENCRYPTED_FIELD, type InboxEntry } from '../inbox.js';
import type { Sealer } from '../seal.js';

/**
 * Marks by which a message is found: its references, each hashed with the key of the store, so that
 * nobody without it can tell or try them. A change of the key takes them away, and the next reader
 * makes them anew.
 */
export class InboxMarks {
  readonly #sealer: Sealer;
  readonly #inbox: string;
  readonly #referencesIn: (body: string) => readonly string[];

  constructor(sealer: Sealer, inbox: string, referencesIn: (body: string) => readonly string[]) {
    this.#sealer = sealer;
    this.#inbox = inbox;
    this.#referencesIn = referencesIn;
  }

  of(body: string): string[] {
    const texts = new Set(this.#referencesIn(body));
    if (body.includes(ENCRYPTED_FIELD)) texts.add(ENCRYPTED_FIELD);
    return [...texts].map((text) => this.#sealer.mark(this.#inbox, text));
  }

  /** One of them is that of each message about a text, whichever key of this machine it was made with. */
  wanted(text: string): string[] {
    return [text, ENCRYPTED_FIELD].flatMap((one) => this.#sealer.marks(this.#inbox, one));
  }

  /** What a message is about only its reader decides; of a sealed one nobody else can tell. */
  mayHold(entry: InboxEntry, text: string): boolean {
    if (entry.type !== 'received') return false;
    const within = JSON.stringify(text).slice(1, -1);
    return entry.id === text || entry.body.includes(within) || entry.body.includes(ENCRYPTED_FIELD);
  }
}
