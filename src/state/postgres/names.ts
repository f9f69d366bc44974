import type { DatabaseHost } from './database.js';

/** The host name, by which people know a machine. */
export function machineOf({ process }: Pick<DatabaseHost, 'process'>): string {
  return process.self.boot.split(' ', 1).join('');
}

export function newName({ random }: Pick<DatabaseHost, 'random'>): string {
  return Buffer.from(random.bytes(16)).toString('hex');
}
