import { TRADE_PAID } from '../../bank/ewallet/examples.js';
import { usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import type { ArchiveReport } from '../../journal/archive.js';
import type { Journal } from '../../journal/journal.js';
import { journalCommand as messages } from '../../messages/journal-command.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import { recordDecision } from '../../runtime/decisions.js';
import { option } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { moment } from '../../runtime/value-parsers.js';
import { packedFile } from './packed-file.js';
import { usableJournal } from './usable-journal.js';

export const archive: Command = command({
  words: ['journal', 'archive'],
  summary: 'move what is final and old into one compressed file that can be checked',
  notes: [
    'Moves charges that succeeded, in part or whole, that were refused, or that a person settled as executed. What is open stays, and so does what may be made again.',
    'An archived reference still counts as used: the same charge again exits as it ended, prints {} and names the file; with other contents it is exit 12.',
    'It can be stopped or killed at any point; run the same command again to finish. With a shared store it needs the rights of payctl_owner.',
  ],
  parameters: {
    before: option(
      '--before <time>',
      'ended before: 2026-01-31, today, an ISO time, or -90d',
      moment,
    ),
    out: option(
      '--out <file>',
      'the archive, a new file whose name ends in .jsonl.gz',
      (file) => file,
      { effect: 'writes' },
    ),
  },
  examples: [
    'payctl journal archive --before -90d --out old.jsonl.gz --dry-run',
    ...TRADE_PAID,
    'payctl --sandbox ewallet refund --tran-type W --out-trade-no SBXDEMO0001 --total-fee 100.00',
    'payctl journal archive --before +1m --out charges.jsonl.gz',
    'payctl journal verify --archive charges.jsonl.gz',
  ],
  dryRun: 'shown',
  run: async (services, { before, out }) => {
    if (before === undefined || out === undefined || out === '') {
      throw usageError(messages.archiveNeeds);
    }
    const file = await packedFile(services, '--out', out);
    const journal = await usableJournal(services);
    const { archive: move } = await import('../../journal/archive.js');
    const about = { file: file.name, before: channelDateTime(before) };
    if (services.options.dryRun) {
      const claims = file.isThere()
        ? 0
        : await countRetirable(services, journal, before, 'journal archive');
      return { data: fromPlain({ dryRun: { ...about, claims } }), view: {} };
    }
    await recordDecision(services, 'journal archive', file.name);
    const isNew = !file.isThere();
    const { onProgress, clear } = twoSteps(services, 'journal archive');
    const report = await move(journal, { file, before, onProgress, stopping: services.stopping });
    await clear();
    return toResult(services, about, isNew, report);
  },
});

/** Shows how many charges are written, and then how many of all are taken out. */
function twoSteps({ door }: Services, label: string) {
  let shown = { of: 0, progress: door.progress(label) };
  return {
    onProgress(done: number, total = 0): void {
      if (total !== shown.of) shown = { of: total, progress: door.progress(label, total) };
      void shown.progress.update(done);
    },
    clear: () => shown.progress.clear(),
  };
}

/** How many charges are final and ended before. */
export async function countRetirable(
  { door, stopping }: Services,
  journal: Journal,
  before: number,
  label: string,
): Promise<number> {
  const { retirable } = await import('../../journal/retire.js');
  const { throwIfStopped } = await import('../../journal/archive.js');
  const progress = door.progress(label);
  let claims = 0;
  for await (const _one of retirable(journal, before)) {
    throwIfStopped({ stopping });
    void progress.update(++claims);
  }
  await progress.clear();
  return claims;
}

async function toResult(
  services: Services,
  about: { file: string; before: string },
  isNew: boolean,
  report: ArchiveReport | undefined,
): Promise<Result> {
  if (report === undefined) {
    await services.note(messages.nothingToArchive);
    return {
      data: fromPlain({ ...about, claims: 0, lines: 0, taken: 0, stayed: 0, sha256: null }),
    };
  }
  const { claims, lines, taken, stayed, sha256 } = report;
  if (!isNew) {
    await services.note(messages.alreadyArchived);
  }
  if (stayed > 0) {
    await services.note(messages.stayed(stayed));
  }
  return { data: fromPlain({ ...about, claims, lines, taken, stayed, sha256 }) };
}
