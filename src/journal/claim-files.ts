import { join } from 'node:path';
import { PayctlError } from '../core/errors.js';
import { shellWord } from '../core/text.js';
import type { Journal } from './journal.js';

/**
 * The files of a claim, `<key>.<n>.jsonl`, and a second name for each in a directory of its own: a
 * deleted file would free its reference, or an older state of it, to be charged again. That costs a
 * charge one link and one look, however many there are, and a deleted file is whole under its second
 * name, so that it can be put back.
 */
const NAME = /^([0-9a-f]{32})\.([1-9][0-9]{0,8})\.jsonl$/;

export interface Fault {
  file: string;
  line: number;
  why: string;
  /** The command that mends it, where there is one. */
  fix?: string;
}

export function fileOf({ directory }: Journal, key: string, number: number): string {
  return join(directory, `${key}.${number}.jsonl`);
}

function witnessOf({ witnesses }: Journal, key: string, number: number): string {
  return join(witnesses, `${key}.${number}`);
}

/** Gives a file its second name. Never fails: the file itself is what counts, and it is there already. */
export function bearWitness(journal: Journal, key: string, number: number): void {
  const name = witnessOf(journal, key, number);
  try {
    journal.files.makeDirectory(journal.witnesses);
    journal.files.link(fileOf(journal, key, number), name);
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
  }
}

/** Before the file itself is removed on purpose. */
export function removeWitness(journal: Journal, key: string, number: number): void {
  journal.files.remove(witnessOf(journal, key, number));
}

/** For a file that was written anew. */
export function renewWitness(journal: Journal, key: string, number: number): void {
  removeWitness(journal, key, number);
  bearWitness(journal, key, number);
}

/** The file was there once. It is written before its witness, so whoever sees only this one misses it. */
export function isWitnessed(journal: Journal, key: string, number: number): boolean {
  return journal.files.stat(witnessOf(journal, key, number)) !== undefined;
}

/** The file was taken away: its witness is there, or files lie behind it. What it claimed must not be claimed again. */
export function wasThere(journal: Journal, key: string, number: number): boolean {
  if (isWitnessed(journal, key, number)) return true;
  return GAP.some((step) => journal.files.stat(fileOf(journal, key, number + step)) !== undefined);
}

/** How far it is looked for; a listing would cost every charge the size of the journal. */
const GAP = [1, 2, 3];

export function missingFile(journal: Journal, key: string, number: number): Fault {
  const file = fileOf(journal, key, number);
  const fault: Fault = { file, line: 1, why: 'the file is missing' };
  if (!isWitnessed(journal, key, number)) return fault;
  const { directory, files } = journal;
  const made = files.stat(directory) ? '' : `mkdir -p -m 700 ${shellWord(directory)} && `;
  const witness = witnessOf(journal, key, number);
  return { ...fault, fix: `${made}ln ${shellWord(witness)} ${shellWord(file)}` };
}

/** The files of a claim: how many are there, and the number of the newest that ever was. */
export interface FileCount {
  there: number;
  newest: number;
}

/** All claims, from the names alone. */
export function listClaims({ files, directory, witnesses }: Journal): Map<string, FileCount> {
  const claims = new Map<string, FileCount>();
  const count = (name: string, isThere: 0 | 1): void => {
    const [, key, number] = NAME.exec(name) ?? [];
    if (key === undefined) return;
    const known = claims.get(key);
    const claim = known ?? { there: 0, newest: 0 };
    claim.there += isThere;
    claim.newest = Math.max(claim.newest, Number(number));
    if (known === undefined) claims.set(key, claim);
  };
  // Witnesses first: the file of each was there before it.
  const witnessed = files.list(witnesses).map((name) => `${name}.jsonl`);
  const found = files.list(directory);
  const there = new Set(found);
  for (const name of found) count(name, 1);
  for (const name of witnessed) if (!there.has(name)) count(name, 0);
  return claims;
}
