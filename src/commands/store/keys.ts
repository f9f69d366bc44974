import { PayctlError, usageError } from '../../core/errors.js';
import { visible } from '../../core/text.js';
import { sharedStore } from '../../messages/shared-store.js';
import { type Command, command } from '../../runtime/command.js';
import { recordDecision } from '../../runtime/decisions.js';
import { flag } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import type { Server } from '../../state/postgres/server.js';
import type { StoreKey } from '../../state/seal.js';
import { requireAccess, requireServer } from './access.js';

export const key: Command = {
  words: ['store', 'key'],
  summary: 'print a new key to seal a shared store with',
  notes: [
    'Every machine of the store needs the same key: payctl config set-secret storeKey, or PAYCTL_STORE_KEY. Keep a copy: without it tokens and originals cannot be opened.',
  ],
  examples: ['payctl store key', 'payctl store key > key.txt'],
  dryRun: 'harmless',
  run: async ({ host }) => {
    const { StoreKey } = await import('../../state/seal.js');
    return { text: `${StoreKey.text(host.random)}\n` };
  },
};

/** How long to wait for machines that have only the old key. */
const WAIT_MS = 60_000;
const POLL_MS = 1_000;

export const rotate = command({
  words: ['store', 'rotate-key'],
  summary: 'seal everything in the shared store with the key in PAYCTL_STORE_KEY_NEW',
  notes: [
    'First give both keys to every machine: PAYCTL_STORE_KEY and PAYCTL_STORE_KEY_NEW; then both open. Every command that opens the store shows the keys of its machine. Machines that have not shown the new one are named and waited for, a minute (then 8); --force goes on without them. Afterwards the new one alone is the key of the store, and a machine without it makes no claim (3). Needs the rights of the owner.',
  ],
  parameters: {
    force: flag('--force', 'do not wait for machines that have not shown the new key'),
  },
  examples: ['payctl store rotate-key', 'payctl store rotate-key --force -o json'],
  run: async (services, { force }) => {
    const { shown } = await requireAccess(services);
    const { newKey } = await import('../../config/shared-store.js');
    const to = newKey(services.host);
    if (to === undefined) {
      throw usageError(sharedStore.needsNewKey, sharedStore.keyPrints);
    }
    const server = await requireServer(services);
    const { rotateKey } = await import('../../state/postgres/rotation.js');
    const without = await awaitMachines(services, server, to, force);
    await recordDecision(services, `store rotate-key${force ? ' --force' : ''}`, shown);
    const rotated = await rotateKey(server, await server.sealer(), to);
    await services.note(sharedStore.useNewKey);
    return { data: { ...rotated, values: String(rotated.values), without } };
  },
});

/** Waits until every machine has shown the key; returns those that have not under --force, else rejects with PENDING. */
async function awaitMachines(
  services: Services,
  server: Server,
  key: StoreKey,
  force: boolean,
): Promise<string[]> {
  const { host, note, stopping } = services;
  const { machinesWithout } = await import('../../state/postgres/machine-keys.js');
  const { StoreMembership } = await import('../../state/store-membership.js');
  const { machine: id } = new StoreMembership(host, services.paths.state);
  const until = host.process.uptime() + WAIT_MS;
  for (let lastNames = ''; ; ) {
    const without = await machinesWithout(server, key, { id });
    const names = without.map(visible).join(', ');
    if (names !== '' && names !== lastNames) await note(sharedStore.awaited(names));
    lastNames = names;
    if (without.length === 0 || force) return without;
    if (stopping.aborted || host.process.uptime() > until) {
      throw new PayctlError('PENDING', sharedStore.notShown(names), {
        hint: sharedStore.runThere,
        executed: 'no',
        details: without.map((name) => ({ field: name, message: sharedStore.hasNotShown })),
      });
    }
    await host.clock.sleep(POLL_MS, stopping);
  }
}
