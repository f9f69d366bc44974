import { isRecord } from '../../core/fields.js';
import { findPaths, statePath } from '../../state/paths.js';

/** What completion reads from the machine, and no more: it runs at every key press. */
export interface Glance {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  cwd: string;
  /** undefined where there is none. */
  read(path: string): string | undefined;
  /** Whether somebody else may have made, exchanged or written what lies there. */
  isForeign(path: string): boolean;
  list(directory: string): readonly string[] | undefined;
}

/** Names of profiles or open references, one a line; '' for anything else and for any trouble. */
export function completionValues(kind: string | undefined, glance: Glance): string {
  try {
    const values =
      kind === 'profiles' ? profiles(glance) : kind === 'references' ? references(glance) : [];
    // Shells read these words again: nothing in them may mean something to a shell.
    const plain = values.filter((value) => /^[A-Za-z0-9._:@%+,/=-]+$/.test(value));
    return plain.map((value) => `${value}\n`).join('');
  } catch {
    return '';
  }
}

function profiles(glance: Glance): string[] {
  const { config: directory, configFile } = findPaths(glance);
  const text = readOwn(glance, directory, configFile);
  const config: unknown = text === undefined ? {} : JSON.parse(text);
  return ['sandbox', ...Object.keys(object(object(config).profiles))];
}

/** Enough to choose from; more would only cost time. */
const MOST = 100;

/** References of the claims whose end the journal's index does not hold. */
function references(glance: Glance): string[] {
  const { state } = findPaths(glance);
  const directory = statePath(state, 'journal');
  const read = (path: string) => readOwn(glance, state, directory, path);
  const ended = new Map<string, string>();
  const line = /^\[(\d+),\d+,"[^"]*",(?:"[^"]*"|null),(?:"[^"]*"|null),"([0-9a-f]{32})"/gm;
  const index = read(`${directory}/index.jsonl`) ?? '';
  for (const [, number = '', key = ''] of index.matchAll(line)) ended.set(key, number);
  const newest = new Map<string, number>();
  for (const name of glance.list(directory) ?? []) {
    const [, key, number] = /^([0-9a-f]{32})\.(\d+)\.jsonl$/.exec(name) ?? [];
    if (key) newest.set(key, Math.max(Number(number), newest.get(key) ?? 0));
  }
  const open = [...newest].filter(([key, number]) => ended.get(key) !== String(number));
  const found = open.slice(0, MOST).map(([key]) => {
    const [intent] = read(`${directory}/${key}.1.jsonl`)?.split('\n', 1) ?? [];
    return intent ? object(JSON.parse(intent)).reference : undefined;
  });
  return [...new Set(found.filter((reference) => typeof reference === 'string'))];
}

/**
 * The last of these paths, as every command reads it: from payctl's own directory down, only where
 * nobody else can write. Throws where that is not so, and then nothing is offered.
 */
function readOwn(glance: Glance, ...paths: readonly string[]): string | undefined {
  if (paths.some((path) => glance.isForeign(path))) throw new Error('not to be trusted');
  return glance.read(paths.at(-1) ?? '');
}

function object(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
