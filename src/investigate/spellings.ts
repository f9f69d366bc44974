import { uniqueBy } from '../core/fields.js';
import { foldedReference, withoutSeparators } from '../core/text.js';
import type { Evidence } from './evidence.js';
import type { Case } from './gather.js';
import type { LocalEvidence } from './local-evidence.js';

/**
 * Other spellings of a reference that nobody knows: as this machine has it (`own`), and then without
 * separators and in the other letter case. None of what was read from a picture or stands in a payload:
 * no person typed it.
 */
export async function otherSpellings(
  { id, payloads }: Pick<Case, 'id' | 'payloads'>,
  local: LocalEvidence,
): Promise<{ own: readonly string[]; all: readonly string[] }> {
  const [typed = '', more] = payloads.map((text) => text.trim());
  const bare = withoutSeparators(typed);
  if (more !== undefined || typed !== id.trim() || bare === '') return { own: [], all: [] };
  const own = uniqueBy((await local.spelled?.(foldedReference(typed))) ?? [], String);
  const all = uniqueBy([...own, bare, otherCase(typed), otherCase(bare)], String);
  return { own, all: all.filter((one) => one !== typed) };
}

function otherCase(text: string): string {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
}

/** Whether the bank or this machine has anything about it. */
export function isKnown({ statements, sent, confirmed, created = [] }: Evidence): boolean {
  return [statements, sent, confirmed, created].some(({ length }) => length > 0);
}
