// Bundles the command and the library into dist/: CommonJS, split, so that a run reads only what
// its command needs. See docs/performance.md for what was left out and what that measured.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ASSETS, bundle, bundleQr, load, nodeModule, plans, WASM } from './bundle.mjs';
import { checkChunks, chunks, entries } from './chunks.mjs';
import { bundleEntries } from './entries.mjs';
import { checkLeftOut } from './left-out.mjs';
import { checkLicences, findPackages, notices } from './licences.mjs';
import { manPages } from './man.mjs';
import { root } from './shared.mjs';

/** Not shipped. */
const scratch = join(root, 'build');
/** Renamed at the end, so that nobody who runs the command meanwhile meets half a build. */
const dist = join(scratch, `dist-${process.pid}`);

mkdirSync(join(dist, 'help'), { recursive: true });
const split = await bundle({
  input: { ...entries, index: 'src/index.ts', testing: 'src/testing.ts' },
  output: { dir: dist, ...chunks },
});
await renderHelp();
const files = [...split, ...(await bundleEntries(split, dist)), ...(await bundleQr(dist))];
checkChunks(files);
checkLeftOut();
for (const { fileName } of files) toAscii(join(dist, fileName));
toAscii(join(dist, 'help/completion.json'));
for (const file of WASM) copyFileSync(file, join(dist, basename(file)));
for (const [name, file] of ASSETS) {
  mkdirSync(join(dist, dirname(name)), { recursive: true });
  copyFileSync(file, join(dist, name));
}
// Says that the files are CommonJS: without it, each start would read the large one above.
copyFileSync(join(root, 'bin/package.json'), join(dist, 'package.json'));
writeFileSync(join(dist, 'plans.json'), plans());
recordPackages([...files.flatMap(({ moduleIds }) => moduleIds), ...WASM, ...ASSETS.values()]);
emitTypes();
putInPlace();

/** One character outside Latin-1 doubles what the engine reads and holds of a file. */
function toAscii(file) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escaped));
}

/** A page of help is read faster than it is made; editors read the schema of plans. */
async function renderHelp() {
  const { help, tree, completion, plan } = await load({
    help: 'src/help/help.ts',
    plan: 'src/commands/smoke/plan-schema.ts',
    tree: 'src/tree.ts',
    completion: 'src/commands/completion/completion-tree.ts',
  });
  const pages = await help.helpPages(tree.GROUPS);
  for (const [page, text] of pages) writeFileSync(join(dist, 'help', page), text);
  const json = await help.helpJson(tree.GROUPS);
  writeFileSync(join(dist, 'help', 'tree.json'), json);
  const described = JSON.parse(json);
  writeFileSync(
    join(dist, 'help', 'completion.json'),
    JSON.stringify(completion.completionTree(described)),
  );
  const schema = await plan.schemaOfPlans(tree.GROUPS);
  writeFileSync(join(dist, 'plan.schema.json'), JSON.stringify(schema));
  mkdirSync(join(dist, 'man'));
  const topics = described.topics.map((name) => [name, pages.get(`payctl-${name}`)]);
  for (const [name, text] of manPages(described, topics))
    writeFileSync(join(dist, 'man', name), text);
}

/** The licences go with the bundle, the names into the bill of materials. */
function recordPackages(files) {
  const packages = findPackages(files);
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
    // `npm run types` checks.
    '--noCheck',
    '--outDir',
    join(dist, 'types'),
  ];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  // The types of the file that is an ES module.
  writeFileSync(join(dist, 'types/qr.d.mts'), "export * from './qr.js';\n");
  removeUnused(join(dist, 'types'), ['index.d.ts', 'qr.d.ts', 'qr.d.mts', 'testing.d.ts']);
}

/** The compiler writes the types of all modules; users read only those that the entries name. */
function removeUnused(folder, entryFiles) {
  const used = new Set();
  const read = (path) => {
    if (used.has(path)) return;
    used.add(path);
    const named = readFileSync(path, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g);
    for (const [, name] of named) read(`${join(dirname(path), name)}.d.ts`);
  };
  for (const file of entryFiles) read(join(folder, file));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !used.has(path)) rmSync(path);
  }
}

function putInPlace() {
  const place = join(root, 'dist');
  const former = join(scratch, `former-${process.pid}`);
  if (existsSync(place)) renameSync(place, former);
  renameSync(dist, place);
  rmSync(former, { recursive: true, force: true });
}
