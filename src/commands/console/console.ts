import { type Command, command, type Groups, type Result } from '../../cli/command.js';
import { flag, option, type ValuesOf } from '../../cli/parameter.js';
import { duration, port } from '../../cli/values.js';
import { usageError } from '../../core/errors.js';

const CONSOLE = {
  port: option('--port <n>', 'port to listen on; 0 takes a free one (8789)', port),
  open: flag('--open', 'open the link in the browser of this machine'),
  readOnly: flag('--read-only', 'look only: no refund can be sent from the page'),
  idle: option('--idle <duration>', 'end when nobody has asked for a page for so long (30m)', idle),
};

export type Given = ValuesOf<typeof CONSOLE>;

/** @param groups all commands: the pages are made of what they print */
export function consoleFor(groups: Groups): Command {
  return command({
    words: ['console'],
    summary: 'the web page of support: search, drop a slip, timeline, journal, confirmations',
    notes: [
      'Prints a link that works once, in one browser of this machine; no other machine can reach the page. It ends after 30 idle minutes, or by ctrl-C.',
      'A refund goes the way of its command: the same checks, the same journal. --read-only leaves it out. On the embedded bank the page is also the phone of the customer and the desk of the bank.',
      'Who looked at what is kept in the state directory, below console, a file for each day.',
    ],
    parameters: CONSOLE,
    examples: [
      'payctl --sandbox console',
      'payctl --sandbox --lang th console --port 0 --read-only',
    ],
    run: async (context, given): Promise<Result> =>
      (await import('./run.js')).run(context, groups, given),
  });
}

/** At most a day: a page that nobody looks at is no place for payments. */
function idle(text: string, flag: string): number {
  const ms = duration(text, flag);
  if (ms >= 1_000 && ms <= 86_400_000) return ms;
  throw usageError(`${flag} is ${text}; give 1s to 24h`);
}
