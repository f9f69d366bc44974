// npm run build:single: the whole command as one file, build/payctl.cjs, for hosts without npm.
// The embedded bank's database is machine code and stays out.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle, PAGE_ASSETS, plans, root, WASM } from './bundle.mjs';

const embedded = Object.fromEntries([
  ...WASM.map((file) => [basename(file), readFileSync(file, 'base64')]),
  ...PAGE_ASSETS.map((name) => [name, readFileSync(join(root, 'src', name), 'base64')]),
  ['plans.json', Buffer.from(plans()).toString('base64')],
]);

const REPLACED = {
  [join(root, 'src/begin.ts')]: `
    import { values } from './complete.js';
    export const begin = async () => (await import('./start.js')).start();
    export const complete = (_, kind) => values(kind);`,
  [join(root, 'src/host/assets.ts')]: `
    const ASSETS = ${JSON.stringify(embedded)};
    export function readAsset(name) {
      return Buffer.from(ASSETS[name], 'base64');
    }`,
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
    if (source === '../dist/main.js') return join(root, 'src/main.ts');
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
