import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle.mjs';

/** Licences that may be part of what payctl's users receive. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  // File-level copyleft: the bundle's notice names the package, whose registry holds the source.
  'MPL-2.0',
]);

/** Where a package says its licence in a form of its own. */
const SAID_OTHERWISE = { 'qrcode-terminal': 'Apache-2.0' };

/** The text of THIRD-PARTY-NOTICES for the packages that the modules are of. */
export function notices(moduleIds) {
  const packages = bundledPackages(moduleIds).map(describe);
  refuseForeign(packages);
  const sections = packages.map(
    ({ name, version, licence, text }) => `${name} ${version}\n${licence}\n\n${text.trim()}\n`,
  );
  const intro = 'payctl contains the following packages, each under its own licence.\n';
  return [intro, ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}

/** Throws when a package that users install with payctl has a licence that is not allowed. */
export function checkInstalled() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { license }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      licence: license,
    }));
  refuseForeign(packages);
  return packages.length;
}

function refuseForeign(packages) {
  const foreign = packages.filter(({ licence }) => !ALLOWED.has(licence));
  if (foreign.length === 0) return;
  const list = foreign.map(({ name, licence }) => `${name}: ${licence ?? 'none'}`).join(', ');
  throw new Error(`licences that are not on the list: ${list}`);
}

/** Folders of the packages that the modules are of, nested ones too. */
function bundledPackages(moduleIds) {
  const folders = moduleIds.flatMap(
    (id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [],
  );
  return [...new Set(folders)].sort();
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8') : '';
  return { name, version, licence: SAID_OTHERWISE[name] ?? license, text };
}
