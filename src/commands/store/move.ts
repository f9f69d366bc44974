import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { PayctlError } from '../../core/errors.js';
import { fromPlain, type JsonObject, textOf } from '../../core/json.js';
import { FileCodes } from '../../state/codes.js';
import type { Copied } from '../../state/copy.js';
import type { InboxStore } from '../../state/inbox.js';
import type { Store } from '../../state/store.js';
import { StoreMemory } from '../../state/store-memory.js';

const bring: Command = {
  words: ['store', 'import'],
  summary: 'bring what lies in files of this machine into the shared store',
  notes: [
    'Charges, initiated transfers, slips and codes that were made, and the confirmations of the profile. May be run any number of times. What the store has already wins; where it differs, it is listed, and the exit is 12. Confirmations that still wait to be forwarded are forwarded from the store, by the next listen --forward-to.',
  ],
  examples: ['payctl store import', 'payctl store import -o json'],
  run: async (context) => {
    const { files, shared, memory, id } = await both(context);
    const { copyCodes, copyInbox, copyStore } = await import('../../state/copy.js');
    const { host, services } = context;
    const copied = await copyStore(files, shared, isSandbox);
    const confirmations = await copyInbox(await inboxIn(context), await services.inbox());
    const codes = await copyCodes(codesIn(context), await services.codes(), host.clock.now());
    memory.settle(id);
    return report({ ...copied, confirmations, codes }, 'the shared store');
  },
};

const take: Command = {
  words: ['store', 'export'],
  summary: 'take everything out of the shared store into files of this machine, to leave it',
  notes: [
    'The store stays as it is. No other machine may use it any more once charges are made over the files.',
  ],
  examples: ['payctl store export', 'payctl store export -o json'],
  run: async (context) => {
    const { files, shared, memory } = await both(context);
    const { copyCodes, copyInbox, copyStore } = await import('../../state/copy.js');
    const { host, services } = context;
    const copied = await copyStore(shared, files);
    const confirmations = await copyInbox(await services.inbox(), await inboxIn(context));
    const codes = await copyCodes(await services.codes(), codesIn(context), host.clock.now());
    if (copied.differences.length === 0) memory.leave();
    return report({ ...copied, confirmations, codes }, 'the files of this machine');
  },
};

export const moves: readonly Command[] = [bring, take];

interface Both {
  files: Store;
  shared: Store;
  memory: StoreMemory;
  /** Id of the shared store. */
  id: string;
}

async function both({ host, services }: Context): Promise<Both> {
  const server = await services.server();
  if (server === undefined) {
    throw new PayctlError('CONFIG', 'no shared store is set', {
      hint: 'payctl config set store postgres://USER@HOST:PORT/DATABASE, or PAYCTL_STORE',
    });
  }
  const { openFileStore } = await import('../../state/files/store.js');
  const { store: id } = await server.greeting();
  return {
    files: openFileStore(host.files, services.paths.state, host),
    shared: await services.store(),
    memory: new StoreMemory(host, services.paths.state),
    id,
  };
}

/** The confirmations of this profile in files of this machine. */
async function inboxIn({ host, services }: Context): Promise<InboxStore> {
  const { FileInbox, inboxDirectory } = await import('../../state/files/inbox.js');
  const { name } = await services.profile();
  return new FileInbox(host, inboxDirectory(services.paths.state, name));
}

function codesIn({ host, services }: Context): FileCodes {
  return new FileCodes(host.files, services.paths.state);
}

/** The embedded bank keeps its own in files, whatever store is set. */
function isSandbox(lines: readonly JsonObject[]): boolean {
  return lines.some(
    ({ type, profile }) => textOf(type) === 'intent' && textOf(profile) === 'sandbox',
  );
}

function report(
  { differences, ...counts }: Copied & { confirmations: number; codes: number },
  where: string,
): Result {
  const data = fromPlain({
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
    differences,
  });
  if (differences.length === 0) return { data };
  return {
    data,
    problem: new PayctlError(
      'CONFLICT',
      `${differences.length} of them differ in ${where}, and were left as they are there`,
      { hint: 'payctl journal show REFERENCE', executed: 'no', details: differences },
    ),
  };
}
