import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';

/**
 * Bundles the entries of a run: main.js loads the rest by itself, and completion is bundled apart,
 * with SQLite in a file of its own. The id of the build and the commands are compiled in, the latter
 * from the pages of help, which are in `dist` already.
 */
export async function bundleEntries(split, dist) {
  // It holds the hashes of all chunks.
  const { code } = split.find(({ name, isEntry }) => isEntry && name === 'start');
  const build = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const pages = readdirSync(join(dist, 'help')).filter((name) => !name.endsWith('.json'));
  const commands = pages.map((page) => page.replace(/^payctl-?/, '')).filter(Boolean);
  const define = {
    BUILD: JSON.stringify(build),
    COMMANDS: JSON.stringify(` ${commands.sort().join(' ')} `),
  };
  const output = { dir: dist, chunkFileNames: 'chunks/[name]-[hash].js' };
  const files = [];
  for (const name of ['main', 'bootstrap', 'complete']) {
    files.push(...(await bundle({ input: { [name]: `src/${name}.ts` }, define, output })));
  }
  return files;
}
