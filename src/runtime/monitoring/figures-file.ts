import type { Host } from '../../host/host.js';
import { publishFile, readPublished } from '../../host/output-file.js';
import { type FileLock, lockByFile } from '../../state/file-lock.js';
import { jitter } from '../../state/lock.js';
import { Figures } from './figures.js';

/** Other commands hold the lock for milliseconds; one that holds it longer was stopped. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 20;

/** Changes the figures of a file that commands share: after one another, so that none loses another's. */
export async function changeFigures(
  host: Host,
  path: string,
  change: (figures: Figures) => void,
): Promise<void> {
  // Without a lock one run may lose the figures of another: better than no figures at all.
  const lock = await lockPatiently(host, `${path}.lock`).catch(() => undefined);
  try {
    const figures = Figures.read(readPublished(path));
    change(figures);
    publishFile(path, String(figures));
  } finally {
    lock?.release();
  }
}

async function lockPatiently(host: Host, path: string): Promise<FileLock | undefined> {
  for (const end = host.process.uptime() + PATIENCE_MS; ; ) {
    const lock = await lockByFile(host, path);
    if (lock || host.process.uptime() >= end) return lock;
    await host.clock.sleep(PAUSE_MS * jitter(host));
  }
}
