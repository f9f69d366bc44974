// Completes package-lock.json after a change of dependencies: where a registry mirror lacks the
// packages of other platforms, npm leaves them out of the lock, and `npm ci` then refuses it.
// They are written as what they are: optional, for that platform, never fetched on another one.
import { readFileSync, writeFileSync } from 'node:fs';
import { root } from './bundle.mjs';

const file = `${root}/package-lock.json`;
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = [];

for (const [path, owner] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place] || lock.packages[`${path}/${place}`]) continue;
    lock.packages[place] = {
      version,
      ...platformOf(name),
      ...(owner.dev && { dev: true }),
      optional: true,
    };
    added.push(name);
  }
}

lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added.length} packages of other platforms added`);

/** Platform packages say in their name what they are for. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const find = (choices) => words.find((word) => choices.includes(word));
  const cpu = words.some((word) => /^arm(v7|eabi)?$/.test(word))
    ? 'arm'
    : find(['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64']);
  const os = find(['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']);
  const libc = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }[words.at(-1)];
  if (!os || !cpu) throw new Error(`${name} names no platform`);
  return { cpu: [cpu], ...(os === 'linux' && libc && { libc: [libc] }), os: [os] };
}
