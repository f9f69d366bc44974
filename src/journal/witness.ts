import { join } from 'node:path';
import { PayctlError } from '../errors.js';
import type { Journal } from './journal.js';

/**
 * A second name for each file of a claim, in a directory of its own: a deleted file of the journal
 * would free its reference, or an older state of it, to be charged again. It costs a charge one link
 * and one look, however many there are. A deleted file is whole under this name, so it can be put
 * back.
 */
export function witnessOf(journal: Journal, file: string): string {
  return join(journal.witnesses, file.replace(/\.jsonl$/, ''));
}

/** Never fails: the claim itself is what counts, and the look for it comes before. */
export function bearWitness(journal: Journal, file: string): void {
  const name = witnessOf(journal, file);
  try {
    journal.files.makeDirectory(journal.witnesses);
    journal.files.link(join(journal.directory, file), name);
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
  }
}

/** The file was there once. It is written before its witness, so whoever sees only this one misses it. */
export function isWitnessed(journal: Journal, file: string): boolean {
  return journal.files.stat(witnessOf(journal, file)) !== undefined;
}

/** The files that were there once. */
export function listWitnessed(journal: Journal): string[] {
  return journal.files.list(journal.witnesses).map((name) => `${name}.jsonl`);
}

/** The command that puts a deleted file back. */
export function restoring(journal: Journal, file: string): string | undefined {
  if (!isWitnessed(journal, file)) return undefined;
  const { directory, files } = journal;
  const made = files.stat(directory) ? '' : `mkdir -p -m 700 ${quoted(directory)} && `;
  return `${made}ln ${quoted(witnessOf(journal, file))} ${quoted(join(directory, file))}`;
}

function quoted(path: string): string {
  return /^[\w.:/@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
