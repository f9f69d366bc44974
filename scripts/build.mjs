// Bundles the command and the library into dist/: CommonJS, split, so that a run reads only what
// its command needs. See docs/architecture.md for what was left out and what that measured.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, nodeModule, root } from './bundle.mjs';
import { notices } from './licences.mjs';

const dist = join(root, 'dist');

/** Programs in WebAssembly, which are read from beside the bundle. */
const WASM = ['zxing-wasm/dist/reader/zxing_reader.wasm', '@cwasm/webp/webp.wasm'];

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const moduleIds = await bundle({
  input: { main: 'src/main.ts', index: 'src/index.ts' },
  output: {
    dir: dist,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});
const wasm = WASM.map((path) => nodeModule(path));
for (const path of wasm) copyFileSync(path, join(dist, path.replace(/^.*\//, '')));
writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), notices([...moduleIds, ...wasm]));
await renderHelp();
emitTypes();

/** Help is text that never changes: a page is read faster than it is made. */
async function renderHelp() {
  const scratch = join(root, 'build/help');
  const output = { dir: scratch, entryFileNames: '[name].cjs' };
  await bundle({ input: { help: 'src/cli/help.ts' }, output });
  const { helpPages } = await import(join(scratch, 'help.cjs'));
  mkdirSync(join(dist, 'help'));
  for (const [page, text] of await helpPages()) writeFileSync(join(dist, 'help', page), text);
}

function emitTypes() {
  const args = [nodeModule('typescript/bin/tsc'), '-p', 'tsconfig.build.json'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
