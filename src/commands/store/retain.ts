import { usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import { retention } from '../../messages/retention.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import { recordDecision } from '../../runtime/decisions.js';
import { option } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { duration } from '../../runtime/value-parsers.js';
import { KEPT, removeNotes, retainCharges } from '../journal/retain.js';
import { requireAccess, requireServer } from './access.js';

export const retain: Command = command({
  words: ['store', 'retain'],
  summary: 'keep charges, confirmations and jobs of the shared store for so long, and no longer',
  notes: [
    'Charges leave for archives as by payctl journal retain: what stays of each is its row, in which what was charged and how it ended is packed, for ever. Months of which nothing is left give their space back.',
    'Without --archive the lines are lost, and a person must confirm. It may be stopped or killed at any point; the next run goes on. Needs the rights of payctl_owner; run it from cron on one machine, while charges go on.',
  ],
  parameters: {
    ...KEPT,
    keepJobs: option(
      '--keep-jobs <duration>',
      'remove jobs of which every row ended longer ago',
      duration,
    ),
  },
  examples: [
    'payctl store retain --keep 400d --archive archives --dry-run',
    'payctl store retain --keep 400d --archive archives --keep-confirmations 400d --keep-jobs 90d',
  ],
  dryRun: 'shown',
  run: async (
    services,
    { keep, archive, keepConfirmations, keepNotes, keepJobs },
  ): Promise<Result> => {
    await requireAccess(services);
    if ([keep, keepConfirmations, keepNotes, keepJobs].every((given) => given === undefined)) {
      const flags = '--keep, --keep-confirmations, --keep-notes, --keep-jobs';
      throw usageError(retention.keepNothing(flags));
    }
    const charges = await retainCharges(services, { keep, archive });
    const months = await shrink(services, keep);
    const rest = await removeRest(services, { keepConfirmations, keepJobs });
    const done = { ...charges, ...months, ...rest, ...(await removeNotes(services, keepNotes)) };
    return { data: fromPlain(services.options.dryRun ? { dryRun: done } : done), view: {} };
  },
});

/** Months that are over, and of whose charges hardly any have lines, give their space back. */
async function shrink(services: Services, keep: number | undefined) {
  if (keep === undefined || services.options.dryRun) return {};
  const { shrinkPartitions } = await import('../../state/postgres/partitions.js');
  const before = services.host.clock.now() - keep;
  return { shrunk: await shrinkPartitions(await requireServer(services), before) };
}

interface KeepRest {
  /** Milliseconds. */
  keepConfirmations: number | undefined;
  keepJobs: number | undefined;
}

/** Removes confirmations and jobs; under --dry-run only says what is older than that. */
async function removeRest(
  services: Services,
  { keepConfirmations, keepJobs }: KeepRest,
): Promise<Record<string, unknown>> {
  const { removeConfirmations, removeJobs } = await import('../../state/postgres/retention.js');
  const { throwIfStopped } = await import('../../journal/archive.js');
  const { claims } = (await services.journal()).store;
  const removals = [
    ['confirmations', keepConfirmations, removeConfirmations],
    ['jobs', keepJobs, removeJobs],
  ] as const;
  const done: Record<string, unknown> = {};
  for (const [what, keep, remove] of removals) {
    if (keep === undefined) continue;
    const before = services.host.clock.now() - keep;
    done[`${what}Before`] = channelDateTime(before);
    if (services.options.dryRun) continue;
    await claims.refuseArchiving();
    await recordDecision(services, `remove ${what}`, `before ${channelDateTime(before)}`);
    const progress = services.door.progress(`retain ${what}`);
    const onPage = (rows: number) => {
      throwIfStopped(services);
      void progress.update(rows);
    };
    done[what] = await remove({ server: await requireServer(services), before, onPage });
    await progress.clear();
  }
  return done;
}
