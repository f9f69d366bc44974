import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs';
import type { CompletionTree } from './commands/completion/completion-tree.js';
import { offersFor } from './commands/completion/offers.js';
import {
  type CompletionHost,
  completionValues,
  type FileOwner,
} from './commands/completion/values.js';
import { tryOrUndefined } from './core/try-or-undefined.js';
import { print } from './host/print.js';
import { findFlaw } from './host/trust.js';

/**
 * What the completion scripts call on every key press, with the words up to the one that is typed:
 * it needs nothing of the rest, and no other command reads it. Prints an offer a line, with a tab
 * before what there is to say about it; or `:files` where the shell should offer files.
 */
export async function main(): Promise<void> {
  print(await linesFor(process.argv.slice(3)));
}

async function linesFor(words: readonly string[]): Promise<string> {
  const text = tryOrUndefined(() => readFileSync(`${__dirname}/help/completion.json`, 'utf8'));
  if (text === undefined) return '';
  const tree: CompletionTree = JSON.parse(text);
  const offers = offersFor(words, tree);
  if (offers === 'files') return ':files\n';
  if (typeof offers === 'string') return values(offers, words);
  return offers.map(([word, about]) => (about ? `${word}\t${about}\n` : `${word}\n`)).join('');
}

/** What this machine knows of a kind. The name of a book is the third word of the line. */
function values(kind: string, [, , book = '']: readonly string[]): Promise<string> {
  const host: CompletionHost = {
    env: process.env,
    platform: process.platform,
    cwd: process.cwd(),
    read: (path, from) =>
      tryOrUndefined(() =>
        from === undefined ? readFileSync(path, 'utf8') : readFrom(path, from),
      ),
    ownership,
    list: (directory) => tryOrUndefined(() => readdirSync(directory).sort()),
    readState: async (path) => (await queryTexts(path, 'SELECT text FROM state'))[0],
    readOpenItems: (path) =>
      queryTexts(path, 'SELECT id FROM item WHERE resolved IS NULL LIMIT 1000'),
  };
  return completionValues(kind, host, book);
}

/** The first column of a query, none for any trouble. SQLite is loaded only where there is a database to read. */
async function queryTexts(path: string, sql: string): Promise<string[]> {
  try {
    const { openDatabase } = await import('./host/sqlite.js');
    const database = await openDatabase(path);
    const rows = database.all(sql);
    database.close();
    return rows.flatMap(([text]) => (typeof text === 'string' ? text : []));
  } catch {
    return [];
  }
}

/** A log may be very long: what was added last is enough to choose from. */
const MOST_BYTES = 4 * 1024 * 1024;

function readFrom(path: string, from: number): string {
  if (from === 0 && lstatSync(path).size <= MOST_BYTES) return readFileSync(path, 'utf8');
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(MOST_BYTES, Math.max(0, size - from)));
    const count = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, count);
  } finally {
    closeSync(fd);
  }
}

function ownership(path: string): FileOwner {
  const stat = tryOrUndefined(() => lstatSync(path, { throwIfNoEntry: false }));
  if (stat === undefined) return 'absent';
  return findFlaw(stat) === undefined ? 'own' : 'foreign';
}
