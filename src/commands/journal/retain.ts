import { payctl } from '../../core/command-line.js';
import { usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import type { Journal } from '../../journal/journal.js';
import { retention } from '../../messages/retention.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import { recordDecision } from '../../runtime/decisions.js';
import { option, text } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { duration } from '../../runtime/value-parsers.js';
import { DESK_KINDS } from '../../state/desk.js';
import { countRetirable } from './archive.js';
import { openArchives } from './archives.js';
import { usableJournal } from './usable-journal.js';

/** What is kept for how long, of charges and confirmations. */
export const KEPT = {
  keep: option('--keep <duration>', 'retire charges that ended longer ago, e.g. 400d', duration),
  archive: text('--archive <directory>', 'where the lines of charges go; else they are given up', {
    effect: 'writes',
  }),
  keepConfirmations: option(
    '--keep-confirmations <duration>',
    'remove confirmations that came longer ago and do not wait to be forwarded',
    duration,
  ),
  keepNotes: option(
    '--keep-notes <duration>',
    'remove notes and proposals that are older and wait for nobody',
    duration,
  ),
};

export const retain: Command = command({
  words: ['journal', 'retain'],
  summary: 'keep charges and confirmations in files for so long, and no longer',
  notes: [
    'A charge that is final and older leaves the journal: its lines go into archives, one for each month and 25,000 charges, each checked before the first line leaves. What stays for ever says what was charged, how it ended and in which archive, so that the same charge again exits as it ended, and with other contents is 12. What is open stays, and so does what may be made again.',
    'Without --archive the lines are lost, and a person must confirm. It may be stopped or killed at any point; the next run goes on. With a shared store it is payctl store retain.',
  ],
  parameters: KEPT,
  examples: [
    'payctl journal retain --keep 400d --archive archives --dry-run',
    'payctl journal retain --keep 400d --archive archives --keep-confirmations 90d',
  ],
  dryRun: 'shown',
  run: async (services, { keep, archive, keepConfirmations, keepNotes }): Promise<Result> => {
    if (await services.storeAccess()) {
      throw usageError(retention.useStore, payctl`store retain`);
    }
    if ([keep, keepConfirmations, keepNotes].every((given) => given === undefined)) {
      throw usageError(retention.keepNothing('--keep, --keep-confirmations, --keep-notes'));
    }
    const charges = await retainCharges(services, { keep, archive });
    const confirmations = await removeConfirmations(services, keepConfirmations);
    const done = { ...charges, ...confirmations, ...(await removeNotes(services, keepNotes)) };
    return { data: fromPlain(services.options.dryRun ? { dryRun: done } : done), view: {} };
  },
});

interface Keep {
  /** Milliseconds. */
  keep?: number;
  /** The directory of the archives. */
  archive?: string;
}

/** What a command did, by the names of its fields. */
type Report = Readonly<Record<string, unknown>>;

/** Retires charges as `--keep` and `--archive` say. */
export async function retainCharges(
  services: Services,
  { keep, archive: directory }: Keep,
): Promise<Report> {
  if (keep === undefined) {
    if (directory !== undefined) throw usageError(retention.archiveOfCharges);
    return {};
  }
  const before = services.host.clock.now() - keep;
  const about = { before: channelDateTime(before) };
  const journal = await usableJournal(services);
  if (services.options.dryRun) {
    return { ...about, charges: await countRetirable(services, journal, before, 'retain') };
  }
  if (directory === undefined) await confirmLoss(services, journal, before);
  const archives = directory === undefined ? undefined : await openArchives(services, directory);
  await recordDecision(services, 'retain charges', `before ${about.before}`);
  const { retain: run } = await import('../../journal/retain.js');
  const progress = services.door.progress('retain');
  const retained = await run(journal, {
    ...{ before, archives, stopping: services.stopping },
    onProgress: (done) => void progress.update(done),
  });
  await progress.clear();
  if (retained.taken === 0) await services.note(retention.nothingToRetire);
  if (retained.stayed > 0) await services.note(retention.stayed(retained.stayed));
  return { ...about, ...retained };
}

/** Lines that go into no archive are lost. */
async function confirmLoss(services: Services, journal: Journal, before: number): Promise<void> {
  if (services.options.isConfirmed) return;
  const charges = await countRetirable(services, journal, before, 'retain');
  const { askYes } = await import('../../runtime/safety.js');
  await askYes(services, retention.mayGiveUp(charges, channelDateTime(before)), {
    unasked: retention.personGivesUp,
    refused: retention.keptThem,
  });
}

/** Removes the confirmations of all profiles in files. */
async function removeConfirmations(services: Services, keep: number | undefined): Promise<Report> {
  if (keep === undefined) return {};
  const { host } = services;
  const { dryRun } = services.options;
  const before = host.clock.now() - keep;
  const { inboxDirectories } = await import('../../state/files/inbox.js');
  const { countMessages, removeMessages } = await import('../../state/files/inbox-rewriting.js');
  const directories = inboxDirectories(host.files, services.paths.state);
  let confirmations = 0;
  if (!dryRun)
    await recordDecision(services, 'remove confirmations', `before ${channelDateTime(before)}`);
  for (const directory of directories) {
    const work = dryRun ? countMessages : removeMessages;
    confirmations += await work(host, directory, before);
  }
  return { confirmationsBefore: channelDateTime(before), confirmations };
}

/** Removes old notes and proposals, of either store. */
export async function removeNotes(services: Services, keep: number | undefined): Promise<Report> {
  if (keep === undefined) return {};
  const now = services.host.clock.now();
  const before = channelDateTime(now - keep);
  if (services.options.dryRun) return { notesBefore: before };
  await recordDecision(services, 'remove notes', `before ${before}`);
  const desk = await services.desk();
  let notes = 0;
  for (const kind of DESK_KINDS) notes += await desk.remove(kind, now - keep, now);
  return { notesBefore: before, notes };
}
