import { usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import { retention } from '../../messages/retention.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import { recordDecision } from '../../runtime/decisions.js';
import { flag, option } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { moment } from '../../runtime/value-parsers.js';

export const erase: Command = command({
  words: ['journal', 'erase'],
  summary: 'erase what is personal and older than a date; what was charged stays',
  notes: [
    'Deletes the unmasked originals of charges that have ended, which only a shared store has, and replaces names, accounts, telephone numbers and the like in confirmations by ***, and deletes the texts of notes and what proposals would have sent, but for proposals that wait. Lines of the journal are masked when they are written and do not change, so that their chain and every checkpoint can still be verified.',
    'A person must confirm. What lies in archives and backups stays there. With a shared store it concerns all machines, and needs the rights of payctl_owner. May be run any number of times.',
  ],
  parameters: {
    before: option(
      '--before <time>',
      'written before: 2026-01-31, today, an ISO time, or -400d',
      moment,
    ),
    personal: flag('--personal', 'what identifies a person: the only kind that there is'),
  },
  examples: [
    'payctl journal erase --before -400d --personal --dry-run',
    'payctl journal erase --before 2026-01-01 --personal --yes',
  ],
  dryRun: 'shown',
  run: async (services, { before, personal }): Promise<Result> => {
    if (before === undefined || !personal) throw usageError(retention.eraseNeeds);
    const about = { before: channelDateTime(before) };
    if (services.options.dryRun) return { data: { dryRun: about }, view: {} };
    const { askYes } = await import('../../runtime/safety.js');
    await askYes(services, retention.mayErase(about.before), {
      unasked: retention.personErases,
      refused: retention.erasedNothing,
    });
    await recordDecision(services, 'journal erase', `before ${about.before}`);
    const isShared = (await services.storeAccess()) !== undefined;
    const erased = isShared
      ? await eraseInStore(services, before)
      : await eraseInFiles(services, before);
    const notes = await (await services.desk()).erase(before, services.host.clock.now());
    return { data: fromPlain({ ...about, ...erased, notes }) };
  },
});

interface Erased {
  /** Unmasked originals that were deleted. */
  originals: number;
  /** Confirmations in which something was replaced. */
  confirmations: number;
}

async function eraseInFiles(services: Services, before: number): Promise<Erased> {
  const { host } = services;
  const { inboxDirectories } = await import('../../state/files/inbox.js');
  const { withoutPersonal } = await import('../../callbacks/confirmation.js');
  const { changeBodies } = await import('../../state/files/inbox-rewriting.js');
  let confirmations = 0;
  for (const directory of inboxDirectories(host.files, services.paths.state)) {
    confirmations += await changeBodies(host, directory, before, withoutPersonal);
  }
  return { originals: 0, confirmations };
}

async function eraseInStore(services: Services, before: number): Promise<Erased> {
  const { changeConfirmations, eraseOriginals } = await import('../../state/postgres/retention.js');
  const { withoutPersonal } = await import('../../callbacks/confirmation.js');
  const { throwIfStopped } = await import('../../journal/archive.js');
  const { requireServer } = await import('../store/access.js');
  const journal = await services.journal();
  await journal.store.claims.refuseArchiving();
  const progress = services.door.progress('journal erase');
  const onPage = (done: number) => {
    throwIfStopped(services);
    void progress.update(done);
  };
  const work = { server: await requireServer(services), before, onPage };
  const originals = await eraseOriginals(work);
  const confirmations = await changeConfirmations(work, withoutPersonal);
  await progress.clear();
  return { originals, confirmations };
}
