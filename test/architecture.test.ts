import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

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

/** What each folder may import, beside itself and the ground (errors, json, text, durations, version, host types). */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  host: [],
  api: [],
  qr: [],
  knowledge: [],
  client: ['api'],
  output: ['api', 'client', 'knowledge'],
  journal: ['api', 'client', 'host'],
  config: ['api', 'client', 'host'],
  sandbox: ['api', 'client', 'qr', 'host'],
  callbacks: ['api', 'client', 'host'],
  batch: ['api', 'client', 'journal', 'output', 'host'],
  derive: ['api'],
  investigate: ['api', 'client', 'qr', 'journal', 'callbacks', 'output'],
  doctor: ['api', 'client', 'config', 'journal', 'host'],
};

const GROUND = [
  'errors.js',
  'json.js',
  'text.js',
  'duration.js',
  'nearest.js',
  'version.js',
  'host/host.js',
  'api/wire.js',
];

describe('architecture', () => {
  it('imports point down', () => {
    const wrong = sources
      .filter(({ folder }) => Object.hasOwn(MAY_IMPORT, folder))
      .flatMap(({ path, folder, imports }) =>
        imports
          .filter((target) => !GROUND.includes(target) && folderOf(target) !== folder)
          .filter((target) => !MAY_IMPORT[folder]?.includes(folderOf(target)))
          .map((target) => `${path} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('only the start and host touch the process, the console, the clock and randomness', () => {
    const outside =
      /\bprocess\.(?!state|self)|\bconsole\.|Date\.now\(|new Date\(\)|Math\.random|from 'node:(fs|net|tls|http|https|child_process|os|dns|readline)/;
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

  it('has no barrels, no grab bags and no oversized files', () => {
    const wrong = sources
      .filter(
        ({ path, text }) =>
          /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/.test(path) ||
          /.\/index\.ts$/.test(path) ||
          text.split('\n').length > 201,
      )
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });
});

const START = ['main.ts', 'begin.ts', 'start.ts'];

/** The one place beside host/ that talks to the network. */
const MAY_OPEN_SOCKETS = ['client/transport-got.ts'];
