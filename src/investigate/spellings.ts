import { uniqueBy } from '../core/fields.js';
import { foldedReference, withoutSeparators } from '../core/text.js';
import { typedAmount, typedDay } from '../core/typed-input.js';
import type { Evidence } from './evidence.js';
import type { LocalEvidence } from './local-evidence.js';

/** What somebody has typed, and the text that is looked up for it. */
interface Typed {
  id: string;
  payloads: readonly string[];
  typed?: string;
}

/**
 * Other spellings of a reference that nobody knows: as this machine has it (`own`), and then without
 * separators and in the other letter case. None of what was read from a picture or stands in a payload:
 * no person typed it.
 */
export async function otherSpellings(
  { id, payloads, typed = id }: Typed,
  local: LocalEvidence,
): Promise<{ own: readonly string[]; all: readonly string[] }> {
  if (payloads.length > 1 || payloads[0]?.trim() !== id.trim()) return { own: [], all: [] };
  const spelledAs = async (one: string) => (await local.spelled?.(foldedReference(one))) ?? [];
  const own = uniqueBy((await Promise.all(bareSpellings(typed).map(spelledAs))).flat(), String);
  const all = uniqueBy([...own, ...alikeSpellings(typed)], String);
  return { own, all: all.filter((one) => one !== id.trim()) };
}

/** Without separators, and in the other letter case. */
export function alikeSpellings(typed: string): string[] {
  const shorter = bareSpellings(typed);
  return uniqueBy([...shorter, ...[typed, ...shorter].map(otherCase)], String);
}

/**
 * Without separators; and its one word that can be a reference: people copy `Order no. SBX1`, `SBX1 250.00`
 * or the address of an order whole.
 */
export function bareSpellings(typed: string): string[] {
  const numbered = numberedWords(typed);
  const words = [numbered.filter(mayBeReference), mayBeReference(typed) ? numbered : []];
  const [word = ''] = words.find(({ length }) => length === 1) ?? [];
  const whole = ADDRESS.test(typed.trim()) ? '' : typed;
  return uniqueBy([whole, word].map(bare), String).filter((one) => one !== '');
}

/** Who pastes a whole letter is not given a list of all its numbers. */
const MOST_REFERENCES = 10;

/** The first references in a text that has several: which of them is meant, nobody can know. */
export function severalReferences(typed: string): string[] {
  const references = numberedWords(typed).filter(mayBeReference);
  return references.length > 1 ? references.slice(0, MOST_REFERENCES).map(bare) : [];
}

/** The part of an address that names no order. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?:\/v[0-9]+(?=\/))?/i;

/** The words that have digits, and what has some in the path and query of an address. */
function numberedWords(typed: string): string[] {
  const words = typed
    .split(/[\s,;]+/)
    .flatMap((word) =>
      ADDRESS.test(word) ? word.replace(ADDRESS, '').split(/[/?#&=]+/) : word.split(':'),
    );
  return uniqueBy(
    words.filter((word) => /\p{Nd}/u.test(word)),
    String,
  );
}

/** Amounts and days are no references. */
function mayBeReference(text: string): boolean {
  return typedAmount(text) === undefined && typedDay(text, 0) === undefined;
}

/** Keyboards write wide letters, chats paste marks that nobody sees, and people quote. */
function bare(text: string): string {
  const narrow = text.normalize('NFKC').replace(/[\p{Cf},:;"'“”‘’()[\]]+/gu, '');
  return withoutSeparators(narrow);
}

function otherCase(text: string): string {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
}

/** Whether the bank or this machine has anything about it. */
export function isKnown({ statements, sent, confirmed, created = [] }: Evidence): boolean {
  return [statements, sent, confirmed, created].some(({ length }) => length > 0);
}
