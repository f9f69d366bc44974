// node build.mjs OUT MODULE FROM TO: the command with a bug. In a module of src/, FROM, which must
// stand there once, is replaced by TO.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, root } from '../../../scripts/bundle.mjs';
import { chunks } from '../../../scripts/chunks.mjs';

const [out, module, from, to] = process.argv.slice(2);
const path = join(root, 'src', `${module}.ts`);
let planted = false;

const plant = {
  name: 'plant',
  transform(code, id) {
    if (id !== path) return null;
    if (code.split(from).length !== 2)
      throw new Error(`${module} does not hold this once: ${from}`);
    planted = true;
    return { code: code.replace(from, () => to) };
  },
};

const dist = join(out, 'dist');
mkdirSync(dist, { recursive: true });
await bundle({
  input: { start: 'src/start.ts' },
  plugins: [plant],
  output: {
    dir: dist,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: chunks,
  },
});
await bundle({ input: { main: 'src/main.ts' }, output: { dir: dist, codeSplitting: false } });
if (!planted) throw new Error(`the command does not load ${module}`);
cpSync(join(root, 'dist/help'), join(dist, 'help'), { recursive: true });
for (const name of ['bin', 'package.json']) {
  cpSync(join(root, name), join(out, name), { recursive: true });
}
