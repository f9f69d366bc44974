// node build.mjs OUT MODULE CHANGES: the command with a bug. CHANGES is a JSON list of pairs; in a
// module of src/ each first text, which must stand there once, is replaced by the second.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../../scripts/bundle.mjs';
import { chunks, entries } from '../../../scripts/chunks.mjs';
import { bundleEntries } from '../../../scripts/entries.mjs';
import { root } from '../../../scripts/shared.mjs';

const [out, module, changes] = process.argv.slice(2);
const path = join(root, 'src', `${module}.ts`);
let planted = false;

const plant = {
  name: 'plant',
  transform(code, id) {
    if (id !== path) return null;
    planted = true;
    return { code: JSON.parse(changes).reduce(changed, code) };
  },
};

function changed(code, [from, to]) {
  if (code.split(from).length !== 2) throw new Error(`${module} does not hold this once: ${from}`);
  return code.replace(from, () => to);
}

const dist = join(out, 'dist');
mkdirSync(dist, { recursive: true });
const split = await bundle({
  input: entries,
  plugins: [plant],
  output: { dir: dist, ...chunks },
});
if (!planted) throw new Error(`the command does not load ${module}`);
for (const name of ['dist/help', 'dist/package.json', 'bin', 'package.json']) {
  cpSync(join(root, name), join(out, name), { recursive: true });
}
await bundleEntries(split, dist);
