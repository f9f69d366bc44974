import { uniqueBy } from '../core/fields.js';
import { foldedReference, withoutSeparators } from '../core/text.js';
import { typedAmount } from '../core/typed-input.js';
import type { Evidence } from './evidence.js';
import type { Case } from './gather.js';
import type { LocalEvidence } from './local-evidence.js';

/**
 * Other spellings of a reference that nobody knows: as this machine has it (`own`), and then without
 * separators and in the other letter case. None of what was read from a picture or stands in a payload:
 * no person typed it.
 */
export async function otherSpellings(
  { id, payloads, typed = id }: Pick<Case, 'id' | 'payloads' | 'typed'>,
  local: LocalEvidence,
): Promise<{ own: readonly string[]; all: readonly string[] }> {
  if (payloads.length > 1 || payloads[0]?.trim() !== id.trim()) return { own: [], all: [] };
  const shorter = bareSpellings(typed);
  const spelledAs = async (one: string) => (await local.spelled?.(foldedReference(one))) ?? [];
  const own = uniqueBy((await Promise.all(shorter.map(spelledAs))).flat(), String);
  const all = uniqueBy([...own, ...shorter, ...[typed, ...shorter].map(otherCase)], String);
  return { own, all: all.filter((one) => one !== id.trim()) };
}

/** Without separators; and its one word that has digits: people copy `Order no. SBX1` or `SBX1 250.00` whole. */
export function bareSpellings(typed: string): string[] {
  const isAmount = (text: string) => typedAmount(text) !== undefined;
  const numbered = typed.split(/[\s,:;]+/).filter((word) => /\p{Nd}/u.test(word));
  const words = [numbered.filter((word) => !isAmount(word)), isAmount(typed) ? [] : numbered];
  const [word = ''] = words.find(({ length }) => length === 1) ?? [];
  return uniqueBy([typed, word].map(bare), String).filter((one) => one !== '');
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
