// Bundles the command and the library into dist/: CommonJS, split, so that a run reads only what
// its command needs. See docs/performance.md for what was left out and what that measured.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle, checkPatches, load, nodeModule, plans, root, WASM } from './bundle.mjs';
import { checkChunks, chunks } from './chunks.mjs';
import { checkLicences, notices, packagesOf } from './licences.mjs';
import { manPages } from './man.mjs';

/** What is made on the way and not shipped. */
const scratch = join(root, 'build');
/** Put in place whole, so that who runs the command meanwhile never meets half a build. */
const dist = join(scratch, `dist-${process.pid}`);

mkdirSync(join(dist, 'help'), { recursive: true });
const split = await bundle({
  input: { start: 'src/start.ts', index: 'src/index.ts' },
  output: {
    dir: dist,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: chunks,
  },
});
// By itself, because it loads the rest in its own way.
const first = await bundle({
  input: { main: 'src/main.ts' },
  output: { dir: dist, codeSplitting: false },
});
const files = [...split, ...first];
checkChunks(files);
checkPatches();
for (const file of WASM) copyFileSync(file, join(dist, basename(file)));
writeFileSync(join(dist, 'plans.json'), plans());
await renderHelp();
nameParts([...files.flatMap(({ moduleIds }) => moduleIds), ...WASM]);
emitTypes();
putInPlace();

/** Help is text that never changes: a page is read faster than it is made. */
async function renderHelp() {
  const { help, tree } = await load({
    help: 'src/cli/help/help.ts',
    tree: 'src/commands/tree.ts',
  });
  const pages = await help.helpPages(tree.GROUPS);
  for (const [page, text] of pages) writeFileSync(join(dist, 'help', page), text);
  const json = await help.helpJson(tree.GROUPS);
  writeFileSync(join(dist, 'help', 'tree.json'), json);
  mkdirSync(join(dist, 'man'));
  const described = JSON.parse(json);
  const topics = described.topics.map((name) => [name, pages.get(`payctl-${name}`)]);
  for (const [name, text] of manPages(described, topics))
    writeFileSync(join(dist, 'man', name), text);
}

/** Licences go with the bundle; the bill of materials wants the names, too. */
function nameParts(files) {
  const packages = packagesOf(files);
  checkLicences(packages);
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), notices(packages));
  const names = packages.map(({ name, version }) => `${name}@${version}`);
  writeFileSync(join(scratch, 'bundled.json'), JSON.stringify(names, null, 2));
}

function emitTypes() {
  const args = [
    nodeModule('typescript/bin/tsc'),
    '-p',
    'tsconfig.build.json',
    '--outDir',
    join(dist, 'types'),
  ];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function putInPlace() {
  const place = join(root, 'dist');
  const former = join(scratch, `former-${process.pid}`);
  if (existsSync(place)) renameSync(place, former);
  renameSync(dist, place);
  rmSync(former, { recursive: true, force: true });
}
