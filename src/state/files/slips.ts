import { join } from 'node:path';
import type { Files } from '../../host/host.js';
import type { Slips } from '../store.js';

/** A file for each slip, so that processes need no lock. */
export function fileSlips(files: Files, directory: string): Slips {
  /** When it was seen, and by which attempt. */
  function readLines(slip: string): string[] {
    return new TextDecoder().decode(files.read(join(directory, slip))).split('\n');
  }

  const slips: Slips = {
    async firstSeen(slip, moment, attempt = '') {
      files.makeDirectory(directory);
      const lines = [moment, ...(attempt === '' ? [] : [attempt]), ''].join('\n');
      if (files.create(join(directory, slip), new TextEncoder().encode(lines))) return undefined;
      const [first, by = ''] = readLines(slip);
      return attempt !== '' && by === attempt ? undefined : first;
    },
    async accept(slip, moment, attempt, permission) {
      permission.check();
      const before = await slips.firstSeen(slip, moment, attempt);
      if (before !== undefined) return before;
      try {
        permission.check();
      } catch (error) {
        files.remove(join(directory, slip));
        throw error;
      }
      return undefined;
    },
    seen: async (slip) => readLines(slip)[0] || undefined,
    list: async () =>
      new Map(files.list(directory).map((slip) => [slip, readLines(slip)[0] ?? ''])),
  };
  return slips;
}
