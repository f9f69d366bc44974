import { configError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { storeTrust } from '../../messages/shared-store.js';
import type { Command, Result } from '../../runtime/command.js';
import { recordDecision } from '../../runtime/decisions.js';
import { askYes } from '../../runtime/safety.js';
import type { Services } from '../../runtime/services.js';
import type { ServerStatus } from '../../state/postgres/status.js';
import { openOwnClaims, requireAccess, requireServer } from './access.js';

export async function declareSynchronous(services: Services): Promise<void> {
  const server = await requireServer(services);
  if (!(await server.greeting()).synchronous) {
    throw configError(storeTrust.noStandby, storeTrust.setStandbys);
  }
  const { declare } = await import('../../state/postgres/declarations.js');
  await declare(server, 'synchronous', services.host);
  await services.note(storeTrust.declared);
}

/** What the trust and durability of the server mean for claims. */
export function describeTrust(status: ServerStatus): Message {
  switch (status.trust) {
    case 'forgotten':
      return storeTrust.forgotten(describeLoss(status));
    case 'old-primary':
      return storeTrust.oldPrimary;
    case 'left':
      return storeTrust.left(status.leftBy ?? '');
    case 'alone':
      return storeTrust.alone;
    case 'trusted':
  }
  if (!status.flushes) return storeTrust.noFsync;
  const isBlind = status.system === '' || status.timeline === '';
  return isBlind ? storeTrust.blind(describeDurability(status)) : describeDurability(status);
}

function describeDurability({ declared, synchronous }: ServerStatus): Message {
  if (declared) return storeTrust.onStandby;
  return synchronous ? storeTrust.undeclared : storeTrust.onDisk;
}

function describeLoss({ doubter }: ServerStatus): Message {
  return doubter === undefined ? storeTrust.otherServer : storeTrust.claimsMissing(doubter);
}

export const acceptFailover: Command = {
  words: ['store', 'accept-failover'],
  summary: 'say that the shared store knows all claims after a promotion or a restored backup',
  notes: [
    'Claims that the new server never had are forgotten: a charge that was sent on one of them would be sent again. Compare with the bank first: payctl reconcile, and journal recover on every machine.',
    'What this machine remembers of its own charges is dropped, and what other machines remember from before does not count any more. The old primary is never accepted, once a machine has seen the newer one. One that knows of a later declaration than the restored store has still refuses: run it there, too.',
  ],
  examples: ['payctl store accept-failover', 'payctl store accept-failover -o json'],
  run: async (services): Promise<Result> => {
    const { shown } = await requireAccess(services);
    const server = await requireServer(services);
    const own = openOwnClaims(services);
    const { readStatus } = await import('../../state/postgres/status.js');
    const { declare, readServers } = await import('../../state/postgres/declarations.js');
    const { distrustError } = await import('../../state/postgres/failure.js');
    const servers = await readServers(server);
    const { trust, leftBy } = await readStatus(server, services.host, own);
    if (trust === 'old-primary') throw distrustError(trust, leftBy);
    const isNeeded = trust === 'forgotten';
    if (isNeeded) {
      await askYes(services, storeTrust.isKnown, {
        unasked: storeTrust.personAccepts,
        refused: storeTrust.notAccepted,
      });
      await recordDecision(services, 'store accept-failover', shown);
      await declare(server, 'failover', services.host);
      own.forget();
    }
    await services.note(isNeeded ? storeTrust.counts : storeTrust.noFailover);
    return { data: { ...servers, accepted: isNeeded } };
  },
};

export const acceptAsync: Command = {
  words: ['store', 'accept-async'],
  summary: 'take back that the shared store is synchronous: claims go on without a standby',
  notes: [
    'A standby that is promoted later may lack claims: its promotion is a failover. One that was cut off before this command does not know of it: make it anew, and never promote it as it is. When a standby confirms again: payctl store init --synchronous.',
  ],
  examples: ['payctl store accept-async', 'payctl store accept-async -o json'],
  run: async (services): Promise<Result> => {
    const { shown } = await requireAccess(services);
    const server = await requireServer(services);
    const { declare, readDeclared } = await import('../../state/postgres/declarations.js');
    const declared = await readDeclared(server);
    if (declared) {
      await askYes(services, storeTrust.mayGoAlone, {
        unasked: storeTrust.personTakesBack,
        refused: storeTrust.staysSynchronous,
      });
      await recordDecision(services, 'store accept-async', shown);
      await declare(server, 'asynchronous', services.host);
    }
    await services.note(declared ? storeTrust.needNoStandby : storeTrust.wasNotDeclared);
    return { data: { accepted: declared !== undefined } };
  },
};
