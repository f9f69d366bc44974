import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { leftOut } from './left-out.mjs';
import { root } from './shared.mjs';

const require = createRequire(import.meta.url);

/** Machine code: it is installed, not bundled. */
const NATIVE = [/^@libsql\//];

export function nodeModule(...path) {
  return join(root, 'node_modules', ...path);
}

/** Programs in WebAssembly: to the bundle they are data. */
export const WASM = [
  nodeModule('zxing-wasm/dist/reader/zxing_reader.wasm'),
  nodeModule('@cwasm/webp/webp.wasm'),
];

const FONT = nodeModule('@fontsource/ibm-plex-sans-thai-looped/files');

/** What stands in dist as it is: names there, and the files that they are made of. */
export const ASSETS = new Map([
  ...['moved-date.cjs', 'sitecustomize.py'].map((name) => [
    `attack/assets/${name}`,
    join(root, 'src/attack/assets', name),
  ]),
  ['console/assets/console.css', join(root, 'src/console/assets/console.css')],
  ['console/assets/console.js', join(root, 'src/console/assets/console.js')],
  ...['latin-400', 'latin-600', 'thai-400', 'thai-600'].map((part) => [
    `console/assets/${part}.woff2`,
    join(FONT, `ibm-plex-sans-thai-looped-${part}-normal.woff2`),
  ]),
]);

/** The plans of `smoke` that come with the command, by their names as JSON. */
export function plans() {
  const names = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.yaml'));
  const texts = names
    .sort()
    .map((name) => [`examples/${name}`, readFileSync(join(root, 'examples', name), 'utf8')]);
  return JSON.stringify(Object.fromEntries(texts));
}

/** `import text from './file?raw'`: the text itself. */
const raw = {
  name: 'raw',
  resolveId: (source, importer) =>
    source.endsWith('?raw') ? join(dirname(importer), source) : null,
  load: (id) =>
    id.endsWith('?raw')
      ? `export default ${JSON.stringify(readFileSync(id.slice(0, -4), 'utf8'))}`
      : null,
};

/**
 * Bundles to CommonJS for the oldest supported Node. An ES module entry would cost 4 ms a start,
 * as would a dynamic import that stays one.
 *
 * @returns the files, each with the ids of its modules
 */
export async function bundle({
  input,
  external = NATIVE,
  plugins = [],
  define,
  output,
  platform = 'node',
}) {
  const build = await rolldown({
    cwd: root,
    input,
    // The entry of the command is its largest chunk, instead of a file that only loads it.
    preserveEntrySignatures: 'allow-extension',
    platform,
    external,
    plugins: [leftOut, raw, ...plugins],
    // The order of modules follows their paths: linked packages lie where the link is, not where it leads.
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] }, symlinks: false },
    transform: { target: 'node20', ...(define && { define }) },
    logLevel: 'warn',
    // A module that one command loads late and another needs at once is no mistake.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output: files } = await build.write({
    format: 'cjs',
    exports: 'named',
    dynamicImportInCjs: false,
    minify: true,
    comments: false,
    ...output,
  });
  await build.close();
  return files.filter((file) => file.type === 'chunk');
}

/** `payctl/qr` by itself, in one file of each form, for browsers as well: no module of Node may be in it. */
export async function bundleQr(dir) {
  const input = { qr: 'src/qr.ts' };
  const platform = 'browser';
  return [
    ...(await bundle({ input, platform, output: { dir } })),
    ...(await bundle({
      input,
      platform,
      output: { dir, format: 'esm', exports: 'auto', entryFileNames: '[name].mjs' },
    })),
  ];
}

/** Runs modules of src/ while building: what they export, by name. */
export async function load(input) {
  const folder = join(root, 'build', `loaded-${process.pid}`);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundle({
    input,
    output: {
      dir: folder,
      minify: false,
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
    },
  });
  return Object.fromEntries(
    Object.keys(input).map((name) => [name, require(join(folder, `${name}.cjs`))]),
  );
}
