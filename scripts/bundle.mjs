import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { leftOut } from './left-out.mjs';

const require = createRequire(import.meta.url);

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Holds machine code: it is installed, not bundled. */
const NATIVE = ['libsql'];

export function nodeModule(...path) {
  return join(root, 'node_modules', ...path);
}

/** Programs in WebAssembly: to the bundle they are data. */
export const WASM = [
  nodeModule('zxing-wasm/dist/reader/zxing_reader.wasm'),
  nodeModule('@cwasm/webp/webp.wasm'),
];

// qrcode-terminal writes escapes as octal literals, which strict mode forbids.
const octalEscapes = {
  name: 'octal-escapes',
  transform: (code, id) =>
    id.includes('qrcode-terminal') ? code.replaceAll('\\033', '\\x1b') : null,
};

// Loads the data of a language to be ready for an error message: half the time that got costs.
const lateListFormat = {
  name: 'late-list-format',
  transform: (code, id) =>
    id.includes('@sindresorhus/is')
      ? code.replaceAll(
          /new Intl\.ListFormat\(([^)]*)\)/g,
          '{ format: (list) => new Intl.ListFormat($1).format(list) }',
        )
      : null,
};

// Two options that are always empty make the object of every call one that the engine cannot lay out.
const plainOptions = {
  name: 'plain-options',
  transform: (code, id) =>
    id.includes('got/dist/source/core/options')
      ? code.replace('...internals.cacheOptions,', '').replace('...this._unixOptions,', '')
      : null,
};

/**
 * Bundles to CommonJS for the oldest supported Node. An ES module entry would cost 4 ms a start,
 * as would a dynamic import that stays one.
 *
 * @returns the files, each with the ids of its modules
 */
export async function bundle({ input, external = NATIVE, plugins = [], output }) {
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external,
    plugins: [leftOut, octalEscapes, lateListFormat, plainOptions, ...plugins],
    // The order of modules follows their paths: linked packages lie where the link is, not where it leads.
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] }, symlinks: false },
    transform: { target: 'node20' },
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

/** Runs modules of src/ while building: what they export, by name. */
export async function load(input) {
  const folder = join(root, 'build', `loaded-${process.pid}`);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundle({
    input,
    output: { dir: folder, entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
  });
  return Object.fromEntries(
    Object.keys(input).map((name) => [name, require(join(folder, `${name}.cjs`))]),
  );
}
