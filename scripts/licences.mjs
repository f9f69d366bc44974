// @ts-check
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shared.mjs';

/** Licences that may be part of what payctl's users receive. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  // File-level copyleft: the notice names the package, whose registry entry holds the source.
  'MPL-2.0',
  // Of fonts.
  'OFL-1.1',
  'Unlicense',
]);

/** Packages whose licence field is not an SPDX expression. */
const OWN_FORMS = { 'qrcode-terminal': 'Apache-2.0' };

/** The packages that bundled files are of: { name, version, licence, text }, sorted. */
export function findPackages(files) {
  const folders = files.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  // The same package may be reached by a link: one folder, whatever the way to it.
  const places = [...new Set(folders.map((folder) => realpathSync(folder)))];
  return places.sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(join(folder, file), 'utf8') : '';
    return { name, version, licence: OWN_FORMS[name] ?? license, text };
  });
}

/** The packages that are installed with payctl: { name, licence }. */
export function installedPackages() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { license }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      licence: license,
    }));
}

/** Throws when a licence is not on the list. */
export function checkLicences(packages) {
  const foreign = packages.filter(({ licence }) => !ALLOWED.has(licence));
  if (foreign.length === 0) return;
  const list = foreign.map(({ name, licence }) => `${name}: ${licence ?? 'none'}`).join(', ');
  throw new Error(`licences that are not on the list: ${list}`);
}

/** The text of THIRD-PARTY-NOTICES. */
export function notices(packages) {
  const sections = packages.map(
    ({ name, version, licence, text }) => `${name} ${version}\n${licence}\n\n${text.trim()}\n`,
  );
  const intro = 'payctl contains the following packages, each under its own licence.\n';
  return [intro, ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}
