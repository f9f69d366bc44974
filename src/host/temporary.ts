import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskError } from './disk.js';

/** A new directory of this process alone, and how it goes again with all that is in it. */
export function temporaryDirectory(): { path: string; remove(): void } {
  const beginning = join(tmpdir(), 'payctl-');
  try {
    const path = mkdtempSync(beginning);
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  } catch (error) {
    throw diskError('create a directory', beginning, error);
  }
}
