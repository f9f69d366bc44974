import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Far more than the machines and servers of a run hold at a time. */
const ROOM = 4 * 1024 ** 3;

/**
 * Where the files of tests lie: in memory, where that has room and may hold programs. They are many
 * thousands, and most are flushed; TMPDIR chooses another place.
 */
export function placeOfTests(): string {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  const holdsPrograms = !/^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(
    readFileSync('/proc/mounts', 'utf8'),
  );
  return holdsPrograms && bavail * bsize > ROOM ? MEMORY : tmpdir();
}
