import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';

/**
 * Bundles what a run begins with, each by itself: main.js loads the rest in its own way, and nobody
 * waits for what completion alone needs. They are told the build and the commands, so that they look
 * for neither; the pages of help stand in `dist` already.
 */
export async function bundleFirst(split, dist) {
  // It names all that it loads by their hashes.
  const { code } = split.find(({ name, isEntry }) => isEntry && name === 'start');
  const build = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const pages = readdirSync(join(dist, 'help')).filter((name) => !name.endsWith('.json'));
  const commands = pages.map((page) => page.replace(/^payctl-?/, '')).filter(Boolean);
  const define = {
    BUILD: JSON.stringify(build),
    COMMANDS: JSON.stringify(` ${commands.sort().join(' ')} `),
  };
  const shared = { define, output: { dir: dist, codeSplitting: false } };
  return [
    ...(await bundle({ input: { main: 'src/main.ts' }, ...shared })),
    ...(await bundle({ input: { bootstrap: 'src/bootstrap.ts' }, ...shared })),
    ...(await bundle({ input: { complete: 'src/complete.ts' }, ...shared })),
  ];
}
