import { isRecord } from '../../core/fields.js';
import { findPaths, statePath } from '../../state/paths.js';

export type Standing = 'absent' | 'own' | 'foreign';

/** What completion reads from the machine, and no more: it runs at every key press. */
export interface Glance {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  cwd: string;
  /** From a byte on; undefined where there is none. */
  read(path: string, from?: number): string | undefined;
  /** What lies there; `foreign` is what somebody else may have made, exchanged or written. */
  standing(path: string): Standing;
  list(directory: string): readonly string[] | undefined;
  /** The one text that stands in the table `state` of a database; undefined where it cannot be read. */
  stateIn(database: string): Promise<string | undefined>;
}

/** Names of profiles or open references, one a line; '' for anything else and for any trouble. */
export async function completionValues(kind: string | undefined, glance: Glance): Promise<string> {
  try {
    const own = new OwnFiles(glance);
    const values =
      kind === 'profiles' ? profiles(own) : kind === 'references' ? await references(own) : [];
    // Shells read these words again: nothing in them may mean something to a shell.
    const plain = values.filter((value) => /^[A-Za-z0-9._:@%+,/=-]+$/.test(value));
    return plain.map((value) => `${value}\n`).join('');
  } catch {
    return '';
  }
}

function profiles(files: OwnFiles): string[] {
  const { config: directory, configFile } = findPaths(files.glance);
  const text = files.read([directory, configFile]);
  const config: unknown = text === undefined ? {} : JSON.parse(text);
  return ['sandbox', ...Object.keys(object(object(config).profiles))];
}

/** Enough to choose from; more would only cost time. */
const MOST = 100;

/** References of the claims that the index does not know to have ended. */
async function references(files: OwnFiles): Promise<string[]> {
  const { state } = findPaths(files.glance);
  const directory = statePath(state, 'journal');
  const read = (name: string, from?: number) =>
    files.read([state, directory, `${directory}/${name}`], from);
  const { open, to } = (await indexed(files, state)) ?? { open: listed(files, directory), to: 0 };
  follow(open, read('index.jsonl', to) ?? '');
  const found = [...open.keys()].slice(0, MOST).map((key) => {
    const [intent] = read(`${key}.1.jsonl`)?.split('\n', 1) ?? [];
    return intent ? object(JSON.parse(intent)).reference : undefined;
  });
  return [...new Set(found.filter((reference) => typeof reference === 'string'))];
}

/** By key, the newest part of a claim that is open. */
type Open = Map<string, number>;

/** What the newest reader of the journal left, and how much of the log it had read. */
async function indexed(
  files: OwnFiles,
  state: string,
): Promise<{ open: Open; to: number } | undefined> {
  const index = statePath(state, 'index');
  const journal = `${index}/journal`;
  const newest = files.glance.list(journal)?.findLast((name) => name.endsWith('.db'));
  const path = `${journal}/${newest}`;
  if (newest === undefined || !files.isThere([state, index, journal, path])) return undefined;
  const { to, open } = object(JSON.parse((await files.glance.stateIn(path)) ?? 'null'));
  if (typeof to !== 'number' || !Array.isArray(open)) return undefined;
  const pairs = open.filter((one) => Array.isArray(one));
  return { open: new Map(pairs.map(([key, newest]) => [String(key), Number(newest)])), to };
}

/** All claims, where nobody has read the journal yet. */
function listed({ glance }: OwnFiles, directory: string): Open {
  const open: Open = new Map();
  for (const name of glance.list(directory) ?? []) {
    // KEY.1.jsonl; what else lies there has fewer parts.
    const [key = '', part, kind] = name.split('.');
    if (kind === 'jsonl') open.set(key, Math.max(Number(part), open.get(key) ?? 0));
  }
  return open;
}

/** Takes in what was noted since. */
function follow(open: Open, log: string): void {
  const ended = new Map<string, number>();
  for (const line of log.split('\n')) {
    // The number of the part; then its claim, or what the claim ended in.
    const [newest, begun, , , , key] = noted(line);
    if (typeof newest !== 'number') continue;
    if (typeof begun === 'string') {
      if ((ended.get(begun) ?? 0) < newest) open.set(begun, newest);
    } else if (typeof key === 'string') {
      ended.set(key, newest);
      if ((open.get(key) ?? 0) <= newest) open.delete(key);
    }
  }
}

/** Nothing for a line that was cut, as the first one of many and the last one may be. */
function noted(line: string): readonly unknown[] {
  try {
    const value: unknown = line === '' ? undefined : JSON.parse(line);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Files as every command reads them; each place is looked at once. */
class OwnFiles {
  readonly glance: Glance;
  readonly #seen = new Map<string, Standing>();

  constructor(glance: Glance) {
    this.glance = glance;
  }

  /** The last of these paths; undefined where there is none. */
  read(paths: readonly string[], from?: number): string | undefined {
    return this.isThere(paths) ? this.glance.read(paths.at(-1) ?? '', from) : undefined;
  }

  /**
   * Whether all of these paths are there: from payctl's own directory down, only where nobody else
   * can write. Throws where that is not so, and then nothing is offered.
   */
  isThere(paths: readonly string[]): boolean {
    for (const path of paths) {
      const standing = this.#seen.get(path) ?? this.glance.standing(path);
      this.#seen.set(path, standing);
      if (standing === 'foreign') throw new Error('not to be trusted');
      if (standing === 'absent') return false;
    }
    return true;
  }
}

function object(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
