import { hostNameInMark } from '../host/identity.js';
import type { Who } from '../state/who.js';
import type { Services } from './services.js';

/** Whoever has this command run. */
export async function currentUser(services: Services): Promise<Who> {
  const { host } = services;
  const { operator, self } = host.process;
  const { shared } = await services.store();
  const machine = shared && { machine: shared.machine };
  return { ...operator, host: hostNameInMark(self), ...machine };
}
