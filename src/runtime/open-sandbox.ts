import { payctl, shell } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import type { Host } from '../host/host.js';
import { NoSqlite, SqliteError } from '../host/sqlite.js';
import { machineChecks } from '../messages/machine-checks.js';
import { running } from '../messages/running.js';
import type { Bank, BankOptions } from '../sandbox/bank.js';
import { checkOwn } from '../state/own-files.js';
import { type Paths, statePath } from '../state/paths.js';

/** What one opening of an embedded bank may set. */
export type BankOpening = Pick<BankOptions, 'settings' | 'seed' | 'stoppedAt'>;

/** Where an embedded bank has its state. */
export function bankPath(paths: Paths, name: string | undefined): string {
  if (name === undefined) return statePath(paths.state, 'sandbox.db');
  return `${statePath(paths.state, 'sandboxes')}/${name}.db`;
}

/** The embedded banks that there are, the shared one first, which has no name. */
export function bankNames({ files }: Host, paths: Paths): (string | undefined)[] {
  const named = files.list(statePath(paths.state, 'sandboxes')).flatMap((file) => {
    const [, name] = /^(.+)\.db$/.exec(file) ?? [];
    return name === undefined ? [] : [name];
  });
  const hasShared = files.stat(bankPath(paths, undefined)) !== undefined;
  return [...(hasShared ? [undefined] : []), ...named.sort()];
}

/** Opens an embedded bank, and creates its state if there is none. */
export async function openSandbox(
  { files, clock, random }: Host,
  paths: Paths,
  name: string | undefined,
  opening: BankOpening,
): Promise<Bank> {
  files.makeDirectory(paths.state);
  if (name !== undefined) files.makeDirectory(statePath(paths.state, 'sandboxes'));
  const path = bankPath(paths, name);
  // An empty database of ours, because SQLite would make one that others can read.
  if (!checkOwn(files, path)) files.create(path, new Uint8Array());
  for (const part of ['-wal', '-shm']) checkOwn(files, path + part);
  try {
    const { openBank } = await import('../sandbox/bank.js');
    return await openBank({ path, clock, random, ...opening });
  } catch (error) {
    if (error instanceof PayctlError) throw error;
    if (error instanceof NoSqlite) {
      const { noSqliteForBank, sqliteElsewhere } = machineChecks;
      throw new PayctlError('CONFIG', noSqliteForBank(error.message), {
        hint: sqliteElsewhere,
        cause: error,
      });
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new PayctlError('CONFIG', running.bankNotOpened(path, why), {
      hint: isOutOfReach(error)
        ? payctl`doctor`
        : running.newBank(shell`rm -f ${path} ${`${path}-wal`} ${`${path}-shm`}`),
      cause: error,
    });
  }
}

/** Else its contents are damaged, which no other try mends. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof SqliteError && error.kind !== 'damaged';
}
