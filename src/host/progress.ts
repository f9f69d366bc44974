import type { Host } from './host.js';

/** One line on standard error that says how far the work is. */
export interface Progress {
  /** `note` is a few words that follow the figures, such as how many failed. */
  update(done: number, note?: string): Promise<void>;
  /** Removes the line from the terminal. */
  clear(): Promise<void>;
}

const QUIET_START = 250;
const REDRAW = 100;
const PLAIN_LINE = 10_000;

/**
 * On a terminal one line that is rewritten, once the work takes longer than a quarter of a second;
 * elsewhere a plain line every ten seconds, so that a log of cron shows life.
 */
export function createProgress(
  host: Pick<Host, 'stderr' | 'clock'>,
  label: string,
  total?: number,
): Progress {
  const { stderr, clock } = host;
  const startedAt = clock.now();
  let nextAt = startedAt + (stderr.isTTY ? QUIET_START : PLAIN_LINE);
  let shown = false;
  return {
    async update(done, note) {
      const now = clock.now();
      if (now < nextAt) return;
      nextAt = now + (stderr.isTTY ? REDRAW : PLAIN_LINE);
      const line = progressLine(label, done, total, now - startedAt, note);
      if (!stderr.isTTY) return stderr.write(`${line}\n`);
      shown = true;
      // One column is left free: a full line would wrap and could not be rewritten.
      return stderr.write(`\r\u001b[K${line.slice(0, stderr.columns - 1)}`);
    },
    async clear() {
      if (shown) await stderr.write('\r\u001b[K');
      shown = false;
    },
  };
}

/** `slip verify  420 of 1000  42%  35.0/s  17 s left  3 failed` */
export function progressLine(
  label: string,
  done: number,
  total: number | undefined,
  elapsedMs: number,
  note?: string,
): string {
  const rate = elapsedMs > 0 ? (done * 1_000) / elapsedMs : 0;
  const parts = [label, total === undefined ? String(done) : `${done} of ${total}`];
  if (total !== undefined && total > 0) parts.push(`${Math.floor((done * 100) / total)}%`);
  if (rate > 0) parts.push(`${rate.toFixed(1)}/s`);
  if (rate > 0 && total !== undefined && done < total) {
    parts.push(`${duration((total - done) / rate)} left`);
  }
  if (note) parts.push(note);
  return parts.join('  ');
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 100) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
