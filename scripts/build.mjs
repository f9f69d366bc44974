// Bundles the command and the library into dist/: CommonJS, split, so that a run reads only what
// its command needs. See docs/architecture.md for what was left out and what that measured.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);

// Statically imported by got and conf, never used by payctl: caches, HTTP/2, DNS cache, form data,
// decompression, JSON Schema.
const LEFT_OUT = {
  'cacheable-request': `export default class CacheableRequest {}
    export class CacheError extends Error {}`,
  'cacheable-lookup': 'export default class CacheableLookup {}',
  'http2-wrapper': 'export default { auto() {}, Agent: class {} };',
  'form-data-encoder': 'export class FormDataEncoder {}',
  'decompress-response': 'export default (response) => response;',
  ajv: 'export class Ajv {} export default Ajv;',
  'ajv/dist/2020.js': 'export class Ajv2020 {} export default Ajv2020;',
  'ajv-formats': 'export default function addFormats() {}',
};

const leaveOut = {
  name: 'leave-out-unused-parts',
  resolveId: (source) => (Object.hasOwn(LEFT_OUT, source) ? `\0left-out:${source}` : null),
  load: (id) => (id.startsWith('\0left-out:') ? LEFT_OUT[id.slice('\0left-out:'.length)] : null),
};

// qrcode-terminal writes escapes as octal literals, which strict mode forbids.
const octalEscapes = {
  name: 'octal-escapes',
  transform: (code, id) =>
    id.includes('qrcode-terminal') ? code.replaceAll('\\033', '\\x1b') : null,
};

async function bundle() {
  const build = await rolldown({
    cwd: root,
    input: { main: 'src/main.ts', index: 'src/index.ts' },
    platform: 'node',
    external: ['libsql', '@napi-rs/keyring'],
    plugins: [leaveOut, octalEscapes],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    logLevel: 'warn',
  });
  await build.write({
    dir: dist,
    format: 'cjs',
    exports: 'named',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await build.close();
}

function run(command, ...args) {
  const { status } = spawnSync(process.execPath, [command, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await bundle();
copyFileSync(
  require.resolve('zxing-wasm/reader/zxing_reader.wasm'),
  join(dist, 'zxing_reader.wasm'),
);
run(join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json');
if (existsSync(join(root, 'scripts/render-help.mjs'))) run(join(root, 'scripts/render-help.mjs'));
