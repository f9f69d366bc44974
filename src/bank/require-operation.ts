import { usageError } from '../core/errors.js';
import { meant } from '../core/meant.js';
import { bank } from '../messages/bank.js';
import { loadCatalogue } from './families.js';

/**
 * For what sets or seeks by an operation, where a misspelt one would just never occur.
 * Throws PayctlError USAGE, with a guess, for an id that neither the catalogue nor `others` has.
 */
export async function requireOperation(id: string, others: readonly string[] = []): Promise<void> {
  requireOneOf(id, [...(await loadCatalogue()).map((operation) => operation.id), ...others]);
}

/** The same, of operations that were loaded before. */
export function requireOneOf(id: string, ids: readonly string[]): void {
  if (ids.includes(id)) return;
  const hint = meant(id, ids, bank.operations(ids.join(', ')));
  throw usageError(bank.unknownOperation(JSON.stringify(id)), hint);
}
