import type { Host } from './host.js';

/** A line on standard error that shows how far the work is. */
export interface Progress {
  /** `note` follows the figures, such as how many failed. */
  update(done: number, note?: string): Promise<void>;
  /** Removes the line from the terminal. */
  clear(): Promise<void>;
}

export const CLEAR_LINE = '\r\u001b[K';

/** Columns for the `^C` that a terminal shows: a wrapped line could not be rewritten. */
const CURSOR_ROOM = 3;

/** Whether standard error is a terminal on which a line can be rewritten, and whose reader can follow that. */
export function canRewrite({ stderr, env }: Pick<Host, 'stderr' | 'env'>): boolean {
  return stderr.isTTY && env.TERM !== 'dumb' && !isPlain(env);
}

/** Whether a person wants prompts and progress as plain lines: ACCESSIBLE, as in gh and charm. */
export function isPlain(env: Host['env']): boolean {
  return (env.ACCESSIBLE ?? '') !== '';
}

/** What to write in place of the current line; cut to the width of the terminal. */
export function rewrittenLine(line: string, columns: number): string {
  return `${CLEAR_LINE}${line.slice(0, Math.max(0, columns - CURSOR_ROOM))}`;
}

const QUIET_START_MS = 250;
const REDRAW_MS = 100;
const PLAIN_LINE_MS = 10_000;

/**
 * On a terminal one line that is rewritten, once the work takes longer than a quarter of a second;
 * elsewhere a plain line every ten seconds, so that a log of cron shows life.
 */
export function createProgress(
  host: Pick<Host, 'stderr' | 'clock' | 'env'>,
  label: string,
  total?: number,
): Progress {
  const { stderr, clock } = host;
  const startedAt = clock.now();
  const isLive = canRewrite(host);
  let nextAt = startedAt + (isLive ? QUIET_START_MS : PLAIN_LINE_MS);
  let shown = false;
  return {
    async update(done, note) {
      const now = clock.now();
      if (now < nextAt) return;
      nextAt = now + (isLive ? REDRAW_MS : PLAIN_LINE_MS);
      const line = progressLine(label, done, total, now - startedAt, note);
      if (!isLive) return stderr.write(`${line}\n`);
      shown = true;
      const room = stderr.columns - CURSOR_ROOM - line.length - 2;
      return stderr.write(rewrittenLine(line + drawBar(room, done, total), stderr.columns));
    },
    async clear() {
      if (shown) await stderr.write(CLEAR_LINE);
      shown = false;
    },
  };
}

const BAR = { least: 10, most: 30 };

/** `  [######----]` in the given columns; nothing where they are too few. */
function drawBar(room: number, done: number, total: number | undefined): string {
  const cells = Math.min(BAR.most, room - 2);
  if (!total || cells < BAR.least) return '';
  const full = Math.min(cells, Math.floor((cells * done) / total));
  return `  [${'#'.repeat(full)}${'-'.repeat(cells - full)}]`;
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
