import { PayctlError } from '../../core/errors.js';
import type { Command, Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { askYes } from '../../runtime/safety.js';
import type { ServerStatus } from '../../state/postgres/status.js';
import { accessOf, ownClaimsOf, serverOf } from './access.js';

export async function declareSynchronous(context: Context): Promise<void> {
  const server = await serverOf(context);
  if (!(await server.greeting()).synchronous) {
    throw new PayctlError(
      'CONFIG',
      'no standby has to confirm a claim: synchronous_standby_names is empty at the server; nothing was declared',
      { hint: 'set synchronous_standby_names there; then the same command again' },
    );
  }
  const { declare } = await import('../../state/postgres/declarations.js');
  await declare(server, 'synchronous', context.host);
  await context.note('the store is declared synchronous: claims need a standby from now on');
}

/** What follows from how the server keeps claims. */
export function consequenceOf(found: ServerStatus): string {
  const blind =
    found.system === '' || found.timeline === ''
      ? ' The server does not tell its system identifier and timeline: run store accept-failover after a promotion or a restored backup only when you know what the bank has.'
      : '';
  switch (found.trust) {
    case 'forgotten':
      return `${lossOf(found)}: claims may be forgotten, so a charge that the store does not know is first asked about at the bank, and sent only after store accept-failover`;
    case 'old-primary':
      return 'a newer server took over from this one, which is the old primary: it takes no claim (exit 3). Name the newer one; where that one is lost for good, promote this one anew (pg_ctl promote): its timeline must not be lower';
    case 'left':
      return `${found.leftBy} took everything out of the store and may charge over its files: claims are refused (exit 3) until store import there, or store export here`;
    case 'alone':
      return 'the store was declared synchronous, and no standby has to confirm: claims are refused (exit 9) until synchronous_standby_names is set again, or store accept-async';
    case 'trusted':
  }
  if (!found.flushes) return 'fsync is off: a crash of the server can forget claims';
  if (found.declared)
    return `a claim counts when a standby has it: its promotion forgets none.${blind}`;
  if (found.synchronous)
    return `a claim waits for a standby, but nobody declared that it always did: a promotion needs store accept-failover. Declare it by store init --synchronous.${blind}`;
  return `a claim counts when this server has it on disk: the promotion of a standby can forget the last ones, and then needs store accept-failover.${blind}`;
}

function lossOf({ doubter }: ServerStatus): string {
  return doubter === undefined
    ? 'another server took over, a backup was restored, or claims of this machine are missing'
    : `claims that ${doubter} made are missing`;
}

export const acceptFailover: Command = {
  words: ['store', 'accept-failover'],
  summary: 'say that the shared store knows all claims after a promotion or a restored backup',
  notes: [
    'Claims that the new server never had are forgotten: a charge that was sent on one of them would be sent again. Compare with the bank first: payctl reconcile, and journal recover on every machine.',
    'What this machine remembers of its own charges is dropped, and what other machines remember from before does not count any more. The old primary is never accepted, once a machine has seen the newer one. One that knows of a later declaration than the restored store has still refuses: run it there, too.',
  ],
  examples: ['payctl store accept-failover', 'payctl store accept-failover -o json'],
  run: async (context): Promise<Result> => {
    await accessOf(context);
    const server = await serverOf(context);
    const own = ownClaimsOf(context);
    const { statusOf } = await import('../../state/postgres/status.js');
    const { declare, serversOf } = await import('../../state/postgres/declarations.js');
    const { distrust } = await import('../../state/postgres/failure.js');
    const servers = await serversOf(server);
    const { trust, leftBy } = await statusOf(server, context.host, own);
    if (trust === 'old-primary') throw distrust(trust, leftBy);
    const isNeeded = trust === 'forgotten';
    if (isNeeded) {
      await askYes(context, 'Is every charge of the last minutes before it known to the store?', {
        unasked: 'a failover is accepted by a person, and there is no terminal',
        refused: 'nothing was accepted',
      });
      await declare(server, 'failover', context.host);
      own.forget();
    }
    await context.note(
      isNeeded ? 'this server counts from now on' : 'there was no failover to accept',
    );
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
  run: async (context): Promise<Result> => {
    await accessOf(context);
    const server = await serverOf(context);
    const { declare, declaredIn } = await import('../../state/postgres/declarations.js');
    const { schema } = await server.greeting();
    const declared = await declaredIn(server, schema);
    if (declared) {
      await askYes(context, 'May claims be made that no standby has?', {
        unasked: 'a person takes the declaration back, and there is no terminal',
        refused: 'the store stays declared synchronous',
      });
      await declare(server, 'asynchronous', context.host);
    }
    await context.note(
      declared
        ? 'claims need no standby from now on: a promotion will need store accept-failover'
        : 'the store was not declared synchronous',
    );
    return { data: { accepted: declared !== undefined } };
  },
};
