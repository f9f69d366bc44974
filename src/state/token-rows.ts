import { join } from 'node:path';
import { type LockHost, type LockOptions, type LockResult, withLock } from './lock.js';

/**
 * Tokens and failed token calls by name, shared by all processes. They are a cache: any may be gone at
 * any time.
 */
export interface TokenRows {
  /** Rejects with CONFIG where nothing can be stored. */
  prepare(): Promise<void>;
  read(name: string): Promise<TokenRow | undefined>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Runs `work` in one process at a time, or not at all when the wait runs out. It only saves calls: no money depends on it. */
  alone<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<LockResult<T>>;
}

/** A value. `ageMs`: how long ago it was written, where the store has a clock of its own. */
export interface TokenRow {
  bytes: Uint8Array;
  ageMs?: number;
}

/** A file for each value, in one directory. */
export function fileTokenRows(host: LockHost, directory: string): TokenRows {
  const { files } = host;
  const filePath = (name: string) => join(directory, `${name}.json`);
  return {
    prepare: async () => files.makeDirectory(directory),
    async read(name) {
      const bytes = files.read(filePath(name));
      return bytes && { bytes };
    },
    write: async (name, bytes) => files.replace(filePath(name), bytes),
    remove: async (name) => files.remove(filePath(name)),
    alone: (name, options, work) => withLock(host, directory, name, options, work),
  };
}
