import { isRecord } from '../../core/fields.js';
import { findPaths, statePath } from '../../state/paths.js';

/** `foreign`: somebody else may have made, exchanged or written it. */
export type FileOwner = 'absent' | 'own' | 'foreign';

/** What completion reads from the machine, and no more: it runs at every key press. */
export interface CompletionHost {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  cwd: string;
  /** The text from a byte offset on; undefined if there is no such file. */
  read(path: string, from?: number): string | undefined;
  ownership(path: string): FileOwner;
  list(directory: string): readonly string[] | undefined;
  /** The text in the table `state` of a database; undefined if it cannot be read. */
  readState(database: string): Promise<string | undefined>;
  /** The ids of the open items in the file of a book; none if it cannot be read. */
  readOpenItems(database: string): Promise<readonly string[]>;
}

/**
 * What the machine knows of a kind, one a line; '' for any trouble.
 *
 * @param book whose items are meant
 */
export async function completionValues(
  kind: string | undefined,
  host: CompletionHost,
  book = '',
): Promise<string> {
  try {
    const own = new OwnFiles(host);
    const values = (await KINDS.get(kind ?? '')?.(own, book)) ?? [];
    // Shells read these words again: nothing in them may mean something to a shell.
    const plain = values.filter((value) => /^[A-Za-z0-9._:@%+,/=-]+$/.test(value));
    return plain.map((value) => `${value}\n`).join('');
  } catch {
    return '';
  }
}

type List = (own: OwnFiles, book: string) => readonly string[] | Promise<readonly string[]>;

const KINDS: ReadonlyMap<string, List> = new Map<string, List>([
  ['profiles', profiles],
  ['references', references],
  ['books', books],
  ['items', items],
]);

function profiles(files: OwnFiles): string[] {
  const { config: directory, configFile } = findPaths(files.host);
  const text = files.read([directory, configFile]);
  const config: unknown = text === undefined ? {} : JSON.parse(text);
  return ['sandbox', ...Object.keys(asRecord(asRecord(config).profiles))];
}

/** Most values that are offered. */
const MOST = 100;

async function references(files: OwnFiles): Promise<string[]> {
  const { state } = findPaths(files.host);
  const directory = statePath(state, 'journal');
  const read = (name: string, from?: number) =>
    files.read([state, directory, `${directory}/${name}`], from);
  const { open, to } = (await openInIndex(files, state)) ?? {
    open: openInDirectory(files, directory),
    to: 0,
  };
  applyLog(open, read('index.jsonl', to) ?? '');
  const references = [...open.keys()].slice(0, MOST).map((key) => {
    const [intent] = read(`${key}.1.jsonl`)?.split('\n', 1) ?? [];
    return intent ? asRecord(JSON.parse(intent)).reference : undefined;
  });
  return [...new Set(references.filter((reference) => typeof reference === 'string'))];
}

/** Books are in files, or in a shared store, which no key press asks. */
function books({ host }: OwnFiles): string[] {
  const directory = statePath(findPaths(host).state, 'books');
  const files = host.list(directory)?.filter((name) => name.endsWith('.db')) ?? [];
  return files.map((name) => name.slice(0, -'.db'.length));
}

async function items(files: OwnFiles, book: string): Promise<readonly string[]> {
  const { state } = findPaths(files.host);
  const directory = statePath(state, 'books');
  if (!books(files).includes(book)) return [];
  const path = `${directory}/${book}.db`;
  return files.isThere([state, directory, path]) ? files.host.readOpenItems(path) : [];
}

/** The newest revision of each open claim, by its key. */
type OpenClaims = Map<string, number>;

/** The open claims of the index, and the offset of the log up to which it is current. */
async function openInIndex(
  files: OwnFiles,
  state: string,
): Promise<{ open: OpenClaims; to: number } | undefined> {
  const index = statePath(state, 'index');
  const journal = `${index}/journal`;
  const newest = files.host.list(journal)?.findLast((name) => name.endsWith('.db'));
  const path = `${journal}/${newest}`;
  if (newest === undefined || !files.isThere([state, index, journal, path])) return undefined;
  const { to, open } = asRecord(JSON.parse((await files.host.readState(path)) ?? 'null'));
  if (typeof to !== 'number' || !Array.isArray(open)) return undefined;
  const pairs = open.filter((pair) => Array.isArray(pair));
  return { open: new Map(pairs.map(([key, newest]) => [String(key), Number(newest)])), to };
}

/** Without an index: all claims. */
function openInDirectory({ host }: OwnFiles, directory: string): OpenClaims {
  const open: OpenClaims = new Map();
  for (const name of host.list(directory) ?? []) {
    // KEY.1.jsonl; what else lies there has fewer parts.
    const [key = '', part, kind] = name.split('.');
    if (kind === 'jsonl') open.set(key, Math.max(Number(part), open.get(key) ?? 0));
  }
  return open;
}

/** Applies what was appended to the log since the index was written. */
function applyLog(open: OpenClaims, log: string): void {
  const ended = new Map<string, number>();
  for (const line of log.split('\n')) {
    // The number of the revision; then the claim that it opens, or the key of the one that ended.
    const [revision, opened, , , , key] = logEntry(line);
    if (typeof revision !== 'number') continue;
    if (typeof opened === 'string') {
      if ((ended.get(opened) ?? 0) < revision) open.set(opened, revision);
    } else if (typeof key === 'string') {
      ended.set(key, revision);
      if ((open.get(key) ?? 0) <= revision) open.delete(key);
    }
  }
}

/** Empty for a line that was cut, as the first one of many and the last one may be. */
function logEntry(line: string): readonly unknown[] {
  try {
    const value: unknown = line === '' ? undefined : JSON.parse(line);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Files of payctl's own, with the check of ownership that every command makes; once for each path. */
class OwnFiles {
  readonly host: CompletionHost;
  readonly #seen = new Map<string, FileOwner>();

  constructor(host: CompletionHost) {
    this.host = host;
  }

  /** The last of these paths; undefined where there is none. */
  read(paths: readonly string[], from?: number): string | undefined {
    return this.isThere(paths) ? this.host.read(paths.at(-1) ?? '', from) : undefined;
  }

  /**
   * Whether all of these paths are there: from payctl's own directory down, only where nobody else
   * can write. Throws where that is not so, and then nothing is offered.
   */
  isThere(paths: readonly string[]): boolean {
    for (const path of paths) {
      const ownership = this.#seen.get(path) ?? this.host.ownership(path);
      this.#seen.set(path, ownership);
      if (ownership === 'foreign') throw new Error('not to be trusted');
      if (ownership === 'absent') return false;
    }
    return true;
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
