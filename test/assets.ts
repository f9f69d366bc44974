import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { wasm } from './fixtures/qr.js';

const ROOT = resolve(import.meta.dirname, '..');
const FONT = join(ROOT, 'node_modules/@fontsource/ibm-plex-sans-thai-looped/files');

/** Stands in for `src/host/assets.ts`: what the build lays beside the program is read where it comes from. */
export function readAsset(name: string): Uint8Array {
  if (name === 'webp.wasm') return wasm.webp;
  if (name === 'zxing_reader.wasm') return wasm.reader;
  if (name === 'plans.json') return Buffer.from(JSON.stringify(plans()));
  const [, part] = /([\w-]+)\.woff2$/.exec(name) ?? [];
  return readFileSync(
    part === undefined
      ? join(ROOT, 'src', name)
      : join(FONT, `ibm-plex-sans-thai-looped-${part}-normal.woff2`),
  );
}

function plans(): Record<string, string> {
  const folder = join(ROOT, 'examples');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort();
  return Object.fromEntries(
    names.map((name) => [`examples/${name}`, readFileSync(join(folder, name), 'utf8')]),
  );
}
