import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { WasmFiles } from '../../src/qr/image.js';

const require = createRequire(import.meta.url);

export const wasm: WasmFiles = {
  reader: readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm')),
  webp: readFileSync(require.resolve('@cwasm/webp/webp.wasm')),
};
