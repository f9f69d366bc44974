import { hostNameInMark } from '../host/identity.js';
import type { Who } from '../state/who.js';
import type { Context } from './context.js';

/** Whoever has this command run. */
export async function currentUser({
  host,
  services,
}: Pick<Context, 'host' | 'services'>): Promise<Who> {
  const { operator, self } = host.process;
  const { shared } = await services.store();
  const machine = shared && { machine: shared.machine };
  return { ...operator, host: hostNameInMark(self), ...machine };
}
