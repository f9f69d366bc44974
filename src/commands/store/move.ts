import { payctl } from '../../core/command-line.js';
import { configError, PayctlError } from '../../core/errors.js';
import { type JsonObject, jsonText } from '../../core/json.js';
import { type Message, toData } from '../../core/message.js';
import { sharedStore } from '../../messages/shared-store.js';
import type { Command, Result } from '../../runtime/command.js';
import { recordDecision } from '../../runtime/decisions.js';
import type { Services } from '../../runtime/services.js';
import type { StoredBooks } from '../../state/books.js';
import { type Codes, fileCodes } from '../../state/codes.js';
import type { Copied } from '../../state/copy.js';
import type { Desk } from '../../state/desk.js';
import type { InboxStore } from '../../state/inbox.js';
import type { Server } from '../../state/postgres/server.js';
import type { Store } from '../../state/store.js';
import { StoreMembership } from '../../state/store-membership.js';

export const importFiles: Command = {
  words: ['store', 'import'],
  summary: 'bring what lies in files of this machine into the shared store',
  notes: [
    'Charges, initiated transfers, slips and codes that were made, books, proposals, notes, and the confirmations of the profile. May be run any number of times. What the store has already wins; where it differs, it is listed, and the exit is 12. While a charge cannot be read, and so not be brought, this machine makes none. Confirmations that still wait to be forwarded are forwarded from the store, by the next listen --forward-to.',
  ],
  examples: ['payctl store import', 'payctl store import -o json'],
  run: async (services) => {
    const { files, shared, membership, id, server } = await openSides(services);
    await recordDecision(services, 'store import', id);
    // From here on no charge uses the files, so the list below is complete.
    membership.enter(id);
    const before = membership.journalVersion();
    const copied = await copyAll(services, files, shared, 'import');
    const lacking = copied.differences.filter(({ isLacking }) => isLacking).length;
    if (lacking > 0) {
      // Until it is brought, this machine charges neither here nor there.
      membership.beginLeaving();
      return report(copied, () => sharedStore.notBrought(lacking), sharedStore.mend);
    }
    membership.stay();
    membership.markImported({ store: id, files: before });
    const { declareReturned } = await import('../../state/postgres/declarations.js');
    await declareReturned(server, await thisMachine(services, membership));
    return report(copied, sharedStore.differentInStore);
  },
};

export const exportStore: Command = {
  words: ['store', 'export'],
  summary: 'take everything out of the shared store into files of this machine, to leave it',
  notes: [
    'The store stays as it is, but for a row that says who left: from then on every other machine refuses to charge (3), until store import on this one brings its charges back, or it leaves as well.',
  ],
  examples: ['payctl store export', 'payctl store export -o json'],
  run: async (services) => {
    const { files, shared, membership, id, server } = await openSides(services);
    await recordDecision(services, 'store export', id);
    const { declareLeft, declareReturned } = await import('../../state/postgres/declarations.js');
    const mover = await thisMachine(services, membership);
    // From here on no machine charges over the store, so the list below is complete.
    membership.beginLeaving();
    try {
      await declareLeft(server, mover);
      const copied = await copyAll(services, shared, files, 'export');
      if (copied.differences.every(({ isClaimed }) => isClaimed)) membership.leave();
      return report(copied, sharedStore.differentInFiles);
    } finally {
      membership.stay();
      // Incomplete: the charges of this machine are still in the store.
      if (membership.store !== undefined) await declareReturned(server, mover);
    }
  },
};

/** One place of charges, confirmations, codes and books: the files, or the shared store. */
interface Side {
  store: Store;
  /** The confirmations of this profile. */
  inbox: InboxStore;
  codes: Codes;
  books: StoredBooks;
  desk: Desk;
}

async function openSides(services: Services): Promise<{
  files: Side;
  shared: Side;
  membership: StoreMembership;
  /** Id of the shared store. */
  id: string;
  server: Server;
}> {
  const { host } = services;
  const server = await services.server();
  if (server === undefined) {
    throw configError(sharedStore.noneSet, sharedStore.set);
  }
  const { state } = services.paths;
  const { openFileStore } = await import('../../state/files/store.js');
  const { FileBooks } = await import('../../state/files/book-store.js');
  const { FileDesk } = await import('../../state/files/desk-store.js');
  const { FileInbox, inboxDirectory } = await import('../../state/files/inbox.js');
  const { store: id } = await server.greeting();
  const { name } = await services.profile();
  return {
    files: {
      store: openFileStore(host.files, state, host),
      inbox: new FileInbox(host, inboxDirectory(state, name)),
      codes: fileCodes(host.files, state),
      books: new FileBooks(host, state),
      desk: new FileDesk(host, state, (file) => services.onClose(() => file.close())),
    },
    shared: {
      store: await services.store(),
      inbox: await services.inbox(),
      codes: await services.codes(),
      books: await services.books(),
      desk: await services.desk(),
    },
    membership: new StoreMembership(host, state),
    id,
    server,
  };
}

async function thisMachine({ host }: Services, membership: StoreMembership) {
  const { hostNameInMark } = await import('../../host/identity.js');
  const { self, operator } = host.process;
  return { id: membership.machine, name: hostNameInMark(self), operator };
}

type CopiedAll = Copied & { confirmations: number; codes: number; books: number; desk: number };

async function copyAll(
  services: Services,
  from: Side,
  to: Side,
  direction: 'import' | 'export',
): Promise<CopiedAll> {
  const { copyCodes, copyInbox, copyStore } = await import('../../state/copy.js');
  const { mayRepeatClaim } = await import('../../journal/state.js');
  const journal = await services.journal();
  const isImport = direction === 'import';
  const copied = await copyStore(from.store, to.store, {
    skips: (lines) => isImport && isSandbox(lines),
    mayRepeat: (lines) => mayRepeatClaim(journal, lines),
  });
  const confirmations = await copyInbox(from.inbox, to.inbox);
  const codes = await copyCodes(from.codes, to.codes, services.host.clock.now());
  const { copyBooks } = await import('../../state/copy-books.js');
  const books = await copyBooks(from.books, to.books, copied.differences);
  // A proposal that was released must not come without its charge: it would be sent there.
  const isWhole = !copied.differences.some(({ isLacking }) => isLacking);
  const { copyDesk } = await import('../../state/copy-desk.js');
  const desk = isWhole ? await copyDesk(from.desk, to.desk, copied.differences, isImport) : 0;
  return { ...copied, confirmations, codes, books, desk };
}

/** Charges at the embedded bank always stay in files. */
function isSandbox(lines: readonly JsonObject[]): boolean {
  return lines.some(
    ({ type, profile }) => jsonText(type) === 'intent' && jsonText(profile) === 'sandbox',
  );
}

function report(
  { differences, ...counts }: CopiedAll,
  different: (count: number) => Message,
  hint: Message = payctl`journal show REFERENCE`,
): Result {
  const details = differences.map(({ references, place, why }) => ({
    field: references.join(', ') || place,
    message: sharedStore.differs(why, place),
  }));
  const data = toData({
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
    differences: differences.map(({ references, place, why }) => ({ references, place, why })),
  });
  if (differences.length === 0) return { data };
  return {
    data,
    problem: new PayctlError('CONFLICT', different(differences.length), {
      hint,
      details,
    }),
  };
}
