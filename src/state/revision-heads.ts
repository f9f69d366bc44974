import type { JsonObject } from '../core/json.js';
import { seal } from './chain.js';
import type { StoredRevision } from './claims.js';

/**
 * Of each revision, how many lines it has and the sum of the last, which stands for all before it in the
 * revision: equal heads are equal lines.
 */
export function revisionHeads(revisions: readonly Pick<StoredRevision, 'lines'>[]): string {
  return revisions.map(({ lines }) => `${lines.length}:${sumAt(lines, lines.length)}`).join(' ');
}

/** Number of the first revision that lacks what was recorded of it; 0 if none does. */
export function firstChange(
  recorded: string,
  revisions: readonly Pick<StoredRevision, 'lines'>[],
): number {
  const heads = recorded.split(' ').map((head) => head.split(':'));
  return (
    heads.findIndex(([count, sum], index) => {
      const lines = revisions[index]?.lines ?? [];
      return sumAt(lines, Number(count)) !== sum;
    }) + 1
  );
}

/** Of a line, counted from 1; '' where there is none. */
function sumAt(lines: readonly JsonObject[], number: number): string {
  const line = lines[number - 1];
  return line === undefined ? '' : seal(line).sum;
}
