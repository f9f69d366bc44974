import { wasm } from './fixtures/qr.js';

/** Stands in for `src/host/assets.ts`: beside the sources the files of the built program are missing. */
export function readAsset(name: string): Uint8Array {
  return name === 'webp.wasm' ? wasm.webp : wasm.reader;
}
