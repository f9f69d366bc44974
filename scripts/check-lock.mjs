// @ts-check
// Fails where package-lock.json would let `npm ci` install something unverified on any platform.
// A registry may serve a new release without some of its platform packages: npm then leaves them
// out of the lock, and an entry written by hand has no hash to be held against.
import { readFileSync } from 'node:fs';
import { root } from './shared.mjs';

const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'));
const faults = Object.entries(packages).flatMap(([path, entry]) => [
  ...(path === '' || entry.integrity || entry.inBundle
    ? []
    : [`${path} ${entry.version} has no integrity`]),
  ...(entry.resolved ? [`${path} names an address; .npmrc leaves them out`] : []),
  ...lacking(path, entry).map((name) => `${name} is missing; ${path || 'the package'} may need it`),
]);

for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(
    `package-lock.json: ${faults.length} faults; pin the newest release of which every platform's package is in the registry, then: npm install --package-lock-only`,
  );
  process.exit(1);
}
console.log(`${Object.keys(packages).length - 1} locked packages, each with its integrity`);

/** Optional dependencies that the lock does not hold, looked for as Node does: from the inside out. */
function lacking(path, { optionalDependencies = {} }) {
  return Object.keys(optionalDependencies).filter((name) => {
    const owners = path.split('/node_modules/').map((_, index, parts) => parts.slice(0, index + 1));
    const places = owners.map((parts) => `${parts.join('/node_modules/')}/node_modules/${name}`);
    return ![`node_modules/${name}`, ...places].some((place) => packages[place]);
  });
}
