// npm run build:single: the whole command as one file, build/payctl.cjs, for hosts without npm.
// The embedded bank's database is machine code and stays out.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle, PAGE_ASSETS, plans, root, WASM } from './bundle.mjs';

const embedded = Object.fromEntries([
  ...WASM.map((file) => [basename(file), readFileSync(file, 'base64')]),
  ...Array.from(PAGE_ASSETS, ([name, file]) => [name, readFileSync(file, 'base64')]),
  ['plans.json', Buffer.from(plans()).toString('base64')],
]);

const REPLACED = {
  [join(root, 'src/begin.ts')]: `
    export const begin = async () => (await import('./start.js')).start();`,
  [join(root, 'src/host/assets.ts')]: `
    const ASSETS = ${JSON.stringify(embedded)};
    export function readAsset(name) {
      return Buffer.from(ASSETS[name], 'base64');
    }`,
  // There is no second file for them.
  [join(root, 'src/host/threads.ts')]: `
    export const openThreads = () => undefined;`,
  libsql: `
    import { PayctlError } from ${JSON.stringify(join(root, 'src/core/errors.ts'))};
    export default class Database {
      constructor() {
        throw new PayctlError('CONFIG', 'the embedded bank is not in this single-file payctl', {
          hint: 'npm install --global payctl brings it',
        });
      }
    }`,
};

const oneFile = {
  name: 'one-file',
  resolveId(source) {
    const [, name] = /^\.\.\/dist\/(main|complete)\.js$/.exec(source) ?? [];
    if (name) return join(root, `src/${name}.ts`);
    return source === 'libsql' ? source : null;
  },
  load: (id) => REPLACED[id] ?? null,
};

await bundle({
  input: { payctl: 'bin/payctl.js' },
  external: [],
  plugins: [oneFile],
  output: { dir: join(root, 'build'), entryFileNames: '[name].cjs', codeSplitting: false },
});
