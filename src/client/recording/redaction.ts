import type { Fields, Operation } from '../../bank/define.js';
import {
  isCredential,
  isEncrypted,
  isPicture,
  maskCards,
  maskInShape,
  privateTexts,
  scramble,
} from '../../bank/privacy.js';
import { fromPlain, isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import { maskPayload } from '../../qr/decode.js';
import { conceal } from '../conceal/conceal.js';
import { fieldNames, hideFields } from '../redact.js';

/** A shorter private text is not looked for in others: it may be part of many that are not private. */
const SHORTEST = 5;

/** Removes secrets and personal data from what is recorded of one operation. */
export class Redaction {
  readonly #known: ReadonlySet<string>;
  readonly #secrets: readonly string[];

  constructor(operation: Operation, secrets: readonly string[] = []) {
    this.#known = fieldNames(operation);
    this.#secrets = secrets;
  }

  /** Deterministic: a replayed call is found by its redacted input. */
  input(fields: Fields): JsonObject {
    const shown = this.json(fromPlain(fields));
    return isJsonObject(shown) ? shown : {};
  }

  /** @param sent the input, whose private texts the bank may have repeated in its words */
  json(data: Json, sent: Json = null): Json {
    const isKnown = (field: string) => this.#known.has(field);
    const personal = [data, sent].flatMap((part) => [...privateTexts(part, isKnown)]);
    const open = hideFields(
      data,
      (name, item) =>
        item === null || !(isCredential(name) || isPicture(name) || isEncrypted(name)),
    );
    const masked = maskInShape(open, isKnown, (value) =>
      typeof value === 'string' ? this.text(value, personal) : value,
    );
    return this.#withRedactedNames(masked);
  }

  /** @param personal texts to replace wherever they are words of their own */
  text(text: string, personal: readonly string[] = []): string {
    const open = maskPayload(conceal(text, this.#secrets), scramble);
    return personal.filter(({ length }) => length >= SHORTEST).reduce(replaceWord, maskCards(open));
  }

  /** Names too: the bank may have put a value there. */
  #withRedactedNames(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.#withRedactedNames(item));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, item]) => [this.text(name), this.#withRedactedNames(item)]),
    );
  }
}

function replaceWord(text: string, word: string): string {
  if (!text.includes(word)) return text;
  const spelled = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${spelled}(?![\\p{L}\\p{N}])`, 'gu');
  // A function, because `$&` and the like in a replacement text would bring back what is masked.
  return text.replace(alone, () => scramble(word));
}
