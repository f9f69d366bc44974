import { isJsonObject, type Json, jsonText } from '../core/json.js';
import type { Random } from '../host/host.js';

const PLACES = /\$\{([^}]*)\}|\{\{([^}]*)\}\}/g;
const RANDOM = /^\s*random\s+([1-9][0-9]{0,1})\s*$/;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A place in a text that a run fills: `${name}`, or `{{random 9}}`. */
export interface Placeholder {
  /** As it is written. */
  written: string;
  /** The variable that it names. */
  name?: string;
  /** Whether what stands in `{{…}}` is known. */
  isKnown: boolean;
}

/** What must be filled in a value, wherever it stands in it. */
export function findPlaceholders(value: Json): Placeholder[] {
  if (typeof value === 'string') {
    return Array.from(value.matchAll(PLACES), ([written, name, word]) =>
      name === undefined
        ? { written, isKnown: RANDOM.test(word ?? '') }
        : { written, name: name.trim(), isKnown: true },
    );
  }
  if (Array.isArray(value)) return value.flatMap(findPlaceholders);
  return isJsonObject(value) ? Object.values(value).flatMap(findPlaceholders) : [];
}

/** The values by name that a run knows so far. */
export class Variables {
  readonly #values = new Map<string, Json>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  set(name: string, value: Json): void {
    this.#values.set(name, value);
  }

  /** A value with everything in it filled. */
  fill(value: Json): Json {
    if (typeof value === 'string') return this.#whole(value) ?? this.fillText(value);
    if (Array.isArray(value)) return value.map((item) => this.fill(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.fill(item)]));
  }

  fillText(text: string): string {
    return text.replace(PLACES, (_, name?: string, word?: string) =>
      name === undefined
        ? this.#letters(Number(RANDOM.exec(word ?? '')?.[1] ?? 0))
        : (jsonText(this.#values.get(name.trim())) ?? ''),
    );
  }

  /** A value that is a variable and nothing else keeps its type. */
  #whole(text: string): Json | undefined {
    const name = /^\$\{([^}]*)\}$/.exec(text)?.[1];
    return name === undefined ? undefined : this.#values.get(name.trim());
  }

  #letters(count: number): string {
    // A byte above the last multiple of 36 would favour the first letters.
    const most = 256 - (256 % LETTERS.length);
    let text = '';
    while (text.length < count) {
      for (const byte of this.#random.bytes(count)) {
        if (byte < most && text.length < count) text += LETTERS[byte % LETTERS.length];
      }
    }
    return text;
  }
}
