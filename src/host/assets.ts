import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a file beside the built program. */
export function readAsset(name: string): Uint8Array {
  return readFileSync(join(__dirname, '..', name));
}
