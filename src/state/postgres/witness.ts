import type { OwnClaims } from '../own-claims.js';
import type { Server } from './server.js';
import type { Witness } from './trust.js';

/** What this machine remembers of the store that it has open; `machine` is its host name. */
export async function loadWitness(
  server: Pick<Server, 'greeting'>,
  machine: string,
  own: Pick<OwnClaims, 'in' | 'timelines'>,
): Promise<Witness> {
  const { store } = await server.greeting();
  return {
    own: own.in(store),
    timelines: own.timelines.highest(),
    machine,
  };
}
