// @ts-check
// npm run check:package: what would be published holds what it should and nothing else, resolves
// for every kind of user, and is the same bytes wherever it is built. Needs a build in dist/.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { nodeModule } from './bundle.mjs';
import { checkLicences, installedPackages } from './licences.mjs';
import { root, run } from './shared.mjs';

const EXPECTED =
  /^(package\.json|(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|docs\/[\w-]+\.(md|svg|png)|LICENSE|bin\/(payctl\.js|package\.json)|completions\/[\w.]+|dist\/(main|bootstrap|complete|start|index|testing|qr)\.js|dist\/qr\.mjs|dist\/package\.json|dist\/chunks\/[\w.-]+\.js|dist\/help\/(payctl[a-z-]*|(completion|tree)\.json)|dist\/\w+\.wasm|dist\/attack\/assets\/(moved-date\.cjs|sitecustomize\.py)|dist\/console\/assets\/(console\.(css|js)|(latin|thai)-[46]00\.woff2)|dist\/(plans|plan\.schema)\.json|dist\/man\/payctl[a-z-]*\.1|examples\/([\w-]+\.yaml|month\.mjs|shop\/shop\.mjs)|packaging\/[\w./-]+|dist\/THIRD-PARTY-NOTICES\.txt|dist\/types\/[\w/.-]+\.d\.m?ts)$/;

const scratch = mkdtempSync(join(tmpdir(), 'payctl-package-'));
try {
  const tarball = pack();
  run(process.execPath, [nodeModule('publint/src/cli.js'), 'run', tarball, '--strict']);
  // As node16 resolves; the package is CommonJS, which an ES module imports by name all the same.
  run(process.execPath, [
    nodeModule('@arethetypeswrong/cli/dist/index.js'),
    tarball,
    '--profile=node16',
    '--format=ascii',
  ]);
  checkLicences(installedPackages());
  console.log(`licences of ${installedPackages().length} installed packages are on the list`);
  checkReproducible();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function pack() {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch], {
      cwd: root,
    }),
  );
  const strange = packed.files.map(({ path }) => path).filter((path) => !EXPECTED.test(path));
  if (strange.length > 0) throw new Error(`not expected in the package: ${strange.join(', ')}`);
  checkLinks(packed.files.map(({ path }) => path));
  const kB = (bytes) => `${Math.round(bytes / 1000)} kB`;
  console.log(
    `${packed.filename}: ${packed.files.length} files, ${kB(packed.size)}, unpacked ${kB(packed.unpackedSize)}`,
  );
  return join(scratch, packed.filename);
}

/** What a page of the package links to is in the package. */
function checkLinks(packed) {
  const dangling = packed
    .filter((path) => path.endsWith('.md'))
    .flatMap((page) => {
      const links = readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g);
      const targets = [...links].map(([, link = '']) => posix.join(posix.dirname(page), link));
      return targets.filter((target) => !packed.includes(target)).map((to) => `${page} to ${to}`);
    });
  if (dangling.length > 0) throw new Error(`links out of the package: ${dangling.join(', ')}`);
}

/** Builds once more, in another folder, and compares every byte. */
function checkReproducible() {
  const copy = join(scratch, 'elsewhere');
  const documents = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
  const parts = [...documents, 'tsconfig.json', 'tsconfig.build.json'];
  for (const part of [...parts, 'bin', 'completions', 'examples', 'scripts', 'src'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  run(process.execPath, ['scripts/build.mjs'], { cwd: copy });
  const [here, there] = [digests(join(root, 'dist')), digests(join(copy, 'dist'))];
  const names = new Set([...here.keys(), ...there.keys()]);
  const differing = [...names].filter((name) => here.get(name) !== there.get(name));
  if (differing.length > 0) throw new Error(`two builds differ in ${differing.join(', ')}`);
  console.log(`two builds in different folders are the same ${names.size} files`);
}

function digests(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file.slice(folder.length + 1), digest(readFileSync(file))]));
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
