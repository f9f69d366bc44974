import type { DatabaseHost } from './database.js';

/** The host name, by which people know a machine. */
export function machineOf({ process }: Pick<DatabaseHost, 'process'>): string {
  return process.self.boot.split(' ', 1).join('');
}
