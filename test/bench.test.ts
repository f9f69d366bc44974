import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

const modules = ['bench', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mjs') && !path.includes('node_modules'))
    .map((path) => join(folder, path)),
);

/** Nothing else runs the benches every day, and no compiler looks into the paths that `load` takes. */
it.each(modules)('%s loads modules that exist, and uses what they export', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const wrong = [...text.matchAll(/\b(\w+): '((?:src|test)\/[^']+\.ts)'/g)].flatMap(
    ([, name = '', file = '']) => {
      if (!existsSync(join(ROOT, file))) return [file];
      const source = readFileSync(join(ROOT, file), 'utf8');
      return [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)\\(`, 'g'))]
        .map(([, member = '']) => member)
        .filter((member) => !new RegExp(`^export .*\\b${member}\\b`, 'm').test(source))
        .map((member) => `${file}: ${member}`);
    },
  );
  expect(wrong).toEqual([]);
});
