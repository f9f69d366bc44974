import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

interface Source {
  path: string;
  folder: string;
  text: string;
  imports: string[];
}

const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    return { path, folder: folderOf(path), text, imports: importsOf(path, text) };
  });

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

function importsOf(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.map((specifier) => relative(SRC, resolve(SRC, dirname(path), specifier)));
}

/** The table of the folders in docs/architecture.md: what each may import beside itself and the ground. */
const DOCUMENT = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const MAY_IMPORT = new Map(
  [...DOCUMENT.matchAll(/^\| `([\w-]+)\/` \|.*\|([^|]*)\|$/gm)].map(
    ([, folder = '', cell = '']) => [
      folder,
      [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
    ],
  ),
);

/** Every folder may import these. */
const BELOW_ALL = ['core', 'messages', '..'];

/** And these types. */
const GROUND = ['host/host.js', 'bank/wire.js'];

/** Commands are run from here: from a terminal, pages, by agents or programs. */
const DOORS = ['cli', 'console', 'mcp', 'library'];

/** From folder to folder; files beside the folders put everything together. */
const EDGES = sources
  .filter(({ folder }) => folder !== '')
  .flatMap(({ path, folder, imports }) =>
    imports.map((target) => ({ path, folder, target, to: folderOf(target) })),
  )
  .filter(
    ({ folder, target, to }) =>
      to !== folder && !BELOW_ALL.includes(to) && !GROUND.includes(target),
  );

describe('architecture', () => {
  it('explains every folder', () => {
    const folders = new Set(sources.map(({ folder }) => folder).filter(Boolean));
    expect([...MAY_IMPORT.keys()].sort()).toEqual([...folders].sort());
  });

  it('imports point down, and none is allowed that nothing needs', () => {
    const wrong = EDGES.filter(({ folder, to }) => !MAY_IMPORT.get(folder)?.includes(to));
    expect(wrong.map(({ path, target }) => `${path} → ${target}`)).toEqual([]);

    const needed = new Set(EDGES.map(({ folder, to }) => `${folder} → ${to}`));
    const allowed = [...MAY_IMPORT].flatMap(([folder, all]) =>
      all.map((to) => `${folder} → ${to}`),
    );
    expect(allowed.filter((edge) => !needed.has(edge))).toEqual([]);
  });

  it('nothing imports a door, and only doors import commands', () => {
    const wrong = EDGES.filter(
      ({ folder, to }) => DOORS.includes(to) || (to === 'commands' && !DOORS.includes(folder)),
    );
    expect(wrong.map(({ path, target }) => `${path} → ${target}`)).toEqual([]);
  });

  it('folders import one another in no circle', () => {
    const below = (folder: string, way: readonly string[]): readonly string[] | undefined => {
      if (way.includes(folder)) return [...way, folder];
      for (const to of MAY_IMPORT.get(folder) ?? []) {
        const circle = below(to, [...way, folder]);
        if (circle) return circle;
      }
      return undefined;
    };
    for (const folder of MAY_IMPORT.keys()) expect(below(folder, [])).toBeUndefined();
  });

  it('imports never run in a circle, not even by types', () => {
    const targets = new Map(
      sources.map(({ path, imports }) => [path.replace(/ts$/, 'js'), imports]),
    );
    const done = new Set<string>();
    const circle = (path: string, way: readonly string[]): readonly string[] | undefined => {
      if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
      if (done.has(path)) return undefined;
      for (const target of targets.get(path) ?? []) {
        const found = circle(target, [...way, path]);
        if (found) return found;
      }
      done.add(path);
      return undefined;
    };
    for (const path of targets.keys()) expect(circle(path, [])).toBeUndefined();
  });

  it('only the start and host touch the process, the console, the clock and randomness', () => {
    const outside =
      /\bprocess\.(?!state|self)|\bconsole\.(?!js|css)(?=[a-z])|Date\.now\(|new Date\(\)|Math\.random|from 'node:(fs|net|tls|http|https|child_process|os|dns|readline)/;
    const wrong = sources
      .filter(({ path, folder }) => folder !== 'host' && !START.includes(path))
      .filter(({ path }) => !MAY_OPEN_SOCKETS.includes(path))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .filter(
            (line) =>
              outside.test(line) &&
              !/^\s*(\/\*)?\*/.test(line) &&
              !/import type|(host|journal)\.process/.test(line),
          )
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(wrong).toEqual([]);
  });

  it('looks for no error among the lines that a command printed', () => {
    const wrong = sources.filter(({ text }) => /['"`]\{"error":/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('has no barrels, no grab bags and no oversized files', () => {
    const wrong = sources
      .filter(
        ({ path, text }) =>
          /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/.test(path) ||
          /.\/index\.ts$/.test(path) ||
          text.split('\n').length > 401,
      )
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });
});

describe('the documents', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs'))]
    .filter((name) => name.endsWith('.md'))
    .map((name) => (existsSync(join(ROOT, name)) ? name : `docs/${name}`));
  const linesOf = (page: string) => readFileSync(join(ROOT, page), 'utf8').split('\n');

  it.each(pages)('%s names files that exist', (page) => {
    const named = linesOf(page).flatMap((line) => [
      ...line.matchAll(/`((?:src|test|bench|scripts)\/[\w./-]+)`/g),
    ]);
    const wrong = named.filter(([, path = '']) => !existsSync(join(ROOT, path)));
    expect(wrong.map(([, path]) => path)).toEqual([]);
  });

  it('lead from file to file by names that stand there', () => {
    const steps = linesOf('docs/architecture.md').filter((line) => /^\d\. .*`src\//.test(line));
    expect(steps.length).toBeGreaterThan(8);
    for (const step of steps) {
      const [path = '', ...names] = [...step.matchAll(/`([\w./]+)(?:\(\))?`/g)].map(
        ([, it = '']) => it,
      );
      if (!path.endsWith('.ts')) continue;
      const text = readFileSync(join(ROOT, path), 'utf8');
      for (const name of names.filter((each) => !each.endsWith('.ts')))
        expect(text, step).toContain(name);
    }
  });
});

const START = [
  'main.ts',
  'bootstrap.ts',
  'complete.ts',
  'start.ts',
  'state/lock.ts',
  'state/file-lock.ts',
];

/** The one place beside host/ that talks to the network. */
const MAY_OPEN_SOCKETS = ['client/transport-got.ts', 'client/ready-agent.ts'];
