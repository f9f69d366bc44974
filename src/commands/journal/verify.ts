import { PayctlError } from '../../core/errors.js';
import { dataFrom } from '../../core/message.js';
import { channelDateTime } from '../../core/time.js';
import { createProgress } from '../../host/progress.js';
import type { Verification } from '../../journal/verify.js';
import { type Command, command } from '../../runtime/command.js';
import { option, text } from '../../runtime/parameter.js';
import { moment } from '../../runtime/values.js';
import { PROTECTED_BY } from '../../state/store.js';
import { usableJournal, verifyFile } from './archive.js';
import { openCheckers } from './checkers.js';

export const verify: Command = command({
  words: ['journal', 'verify'],
  step: 'harmless',
  summary: 'check every line of the journal; exit 3 if one was changed or is damaged',
  parameters: {
    file: text('--archive <file>', 'an archive in place of the journal', {
      effect: 'reads',
    }),
    since: option(
      '--since <time>',
      'only charges started since then, and open ones; continues where a run stopped',
      moment,
    ),
  },
  examples: ['payctl journal verify', 'payctl journal verify -o json'],
  dryRun: 'harmless',
  run: async (context, { since, file }) => {
    if (file !== undefined) return verifyFile(context, file);
    const { verify: check } = await import('../../journal/verify.js');
    const { host, globals, stopping } = context;
    const progress = globals.quiet ? undefined : createProgress(host, 'journal verify');
    let reached = 0;
    const found = await check(await usableJournal(context), {
      since,
      stopping,
      openCheckers: () => openCheckers(context),
      onProgress(claims, at) {
        reached = at;
        void progress?.update(claims, `at ${channelDateTime(at)}`);
      },
    });
    await progress?.clear();
    return { data: dataFrom(found), problem: problemOf(found, stopping.aborted && reached) };
  },
});

/** Damage comes first; `stoppedAt` is the start of the last charge that was looked at. */
function problemOf({ faults }: Verification, stoppedAt: number | false): PayctlError | undefined {
  if (faults.length > 0) {
    return new PayctlError('CONFIG', `the journal is damaged in ${faults.length} places`, {
      details: faults,
      hint: faults.every(({ fix }) => fix === PROTECTED_BY)
        ? PROTECTED_BY
        : 'keep the files as they are and inquire each reference at the bank before repeating it',
    });
  }
  if (stoppedAt === false) return undefined;
  return new PayctlError('UNAVAILABLE', 'stopped before every charge was looked at', {
    hint: `payctl journal verify${stoppedAt > 0 ? ` --since ${channelDateTime(stoppedAt)}` : ''}`,
  });
}
