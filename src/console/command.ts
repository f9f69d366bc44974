import { type Command, command, type Groups, type Result } from '../runtime/command.js';
import { CONSOLE } from './options.js';

/** @param groups all commands: the pages are made of what they print */
export function consoleFor(groups: Groups): Command {
  return command({
    words: ['console'],
    lasts: true,
    summary: 'the web page of support: search, drop a slip, timeline, journal, confirmations',
    notes: [
      'Prints a link that works once, in one browser of this machine; no other machine can reach the page. It ends after 30 idle minutes, or by ctrl-C.',
      'A refund runs as its command does, with the same checks and the same journal; --read-only turns refunds off. With the embedded bank there are also pages for the phone of the customer and for the bank.',
      'With --serve a team uses it: people sign in at the OpenID Connect provider that consoleIssuer names, and may do what consoleRoles gives their groups: viewer looks; agent also accepts slips, writes notes, exports and recovers; refunder also refunds up to refundLimit; approver looks, releases and settles; unmask and auditor stand by themselves. payctl help environment names the settings.',
      'An audit log of what was looked up is kept in the state directory, in console/, one file a day.',
    ],
    parameters: CONSOLE,
    examples: [
      'payctl --sandbox console',
      'payctl --sandbox console --port 0 --read-only',
      'payctl --sandbox --lang th console --port 0 --idle 10m',
    ],
    run: async (services, given): Promise<Result> =>
      (await import('./run.js')).run(services, groups, given),
  });
}
