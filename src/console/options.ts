import { usageError } from '../core/errors.js';
import { consoleRun } from '../messages/console-run.js';
import { flag, option, type ValuesOf } from '../runtime/parameter.js';
import { duration, port } from '../runtime/values.js';

export const CONSOLE = {
  port: option('--port <n>', 'port to listen on; 0 takes a free one (8789)', port),
  open: flag('--open', 'open the link in the browser of this machine', { effect: 'acts' }),
  readOnly: flag('--read-only', 'look only: no refund can be sent from the page'),
  idle: option('--idle <duration>', 'end when nobody has asked for a page for so long (30m)', idle),
};

export type ConsoleValues = ValuesOf<typeof CONSOLE>;

/** At most a day: a page that nobody looks at is no place for payments. */
function idle(text: string, flag: string): number {
  const ms = duration(text, flag);
  if (ms >= 1_000 && ms <= 86_400_000) return ms;
  throw usageError(consoleRun.idleRange(flag, text));
}
