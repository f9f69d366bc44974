import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Runs a few lines beside the patches; gives what they print, or the error that ended them. */
function withPatches(lines: string): string {
  const script = `import { createPatches, patchNames } from './scripts/patches.mjs';
    const patches = createPatches();
    ${lines}`;
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script],
    options,
  );
  return status === 0 ? stdout : (/^Error: .*$/m.exec(stderr)?.[0] ?? stderr);
}

const names = withPatches("console.log(patchNames.join('\\n'))").trim().split('\n');
const EDITED = names.filter((name) => /\.js: /.test(name) && !name.startsWith('conf: '));

it('are known by name', () => {
  expect(names).toContain('got: cacheable-request');
  expect(EDITED.length).toBeGreaterThan(1);
});

it.each(EDITED)('ends the build where the source of a library has changed: %s', (name) => {
  const [file] = name.split(': ');
  const changed = `patches.plugin.transform('changed();', '/x/node_modules/${file}');`;
  expect(withPatches(changed)).toMatch(/^Error: a library has changed, and its patch .*: /);
});

it.each(names)('ends the build where nothing was found for it: %s', (name) => {
  // All others find what they are for.
  const others = `for (const other of patchNames) {
      if (other === ${JSON.stringify(name)}) continue;
      const [library, source] = other.split(': ');
      patches.plugin.resolveId(source, '/x/node_modules/' + library + '/index.js');
    }
    patches.check();`;
  expect(withPatches(others)).toContain(name);
});

it('leaves other libraries alone', () => {
  const other = `console.log(patches.plugin.resolveId('node:http', '/x/node_modules/other/a.js'),
    patches.plugin.transform('code', '/x/node_modules/other/a.js'))`;
  expect(withPatches(other)).toBe('null null\n');
});
