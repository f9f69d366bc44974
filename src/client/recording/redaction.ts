import type { Fields, Operation } from '../../bank/define.js';
import {
  formOf,
  isCredential,
  isPicture,
  maskCards,
  maskInShape,
  privateTexts,
} from '../../bank/privacy.js';
import { fromPlain, isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import { maskPayload } from '../../qr/mask.js';
import { concealed, HIDDEN } from '../conceal/conceal.js';
import { namesIn } from '../redact.js';

/** A shorter text may be a part of many that are not private. */
const SHORTEST = 5;

/** Takes secrets and personal data out of what is recorded of one operation. */
export class Redaction {
  readonly #known: ReadonlySet<string>;
  readonly #secrets: readonly string[];

  constructor(operation: Operation, secrets: readonly string[] = []) {
    this.#known = namesIn(operation);
    this.#secrets = secrets;
  }

  /** The same on both sides: what is recorded is found again by it. */
  input(fields: Fields): JsonObject {
    const shown = this.json(fromPlain(fields));
    return isJsonObject(shown) ? shown : {};
  }

  /** `sent` is what the other side may have repeated in its words. */
  json(data: Json, sent: Json = null): Json {
    const isKnown = (field: string) => this.#known.has(field);
    const persons = [data, sent].flatMap((part) => [...privateTexts(part, isKnown)]);
    const masked = maskInShape(withoutCredentials(data), isKnown, (value) =>
      typeof value === 'string' ? this.text(value, persons) : value,
    );
    return this.#named(masked);
  }

  text(text: string, persons: readonly string[] = []): string {
    const open = maskPayload(concealed(text, this.#secrets), formOf);
    return persons.filter(({ length }) => length >= SHORTEST).reduce(withoutWord, maskCards(open));
  }

  /** A name may be one that the other side chose. */
  #named(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.#named(item));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, item]) => [this.text(name), this.#named(item)]));
  }
}

function withoutCredentials(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const isHidden = item !== null && (isCredential(name) || isPicture(name));
    return [name, isHidden ? HIDDEN : withoutCredentials(item)] as const;
  });
  return Object.fromEntries(entries);
}

function withoutWord(text: string, word: string): string {
  if (!text.includes(word)) return text;
  const spelled = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${spelled}(?![\\p{L}\\p{N}])`, 'gu');
  return text.replace(alone, formOf(word));
}
