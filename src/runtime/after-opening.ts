import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import type { Host } from '../host/host.js';
import { hostNameInMark } from '../host/identity.js';
import { running } from '../messages/running.js';
import { type Paths, statePath } from '../state/paths.js';
import { keepShowing, showMachine } from '../state/postgres/machine-keys.js';
import type { Server } from '../state/postgres/server.js';
import type { Store } from '../state/store.js';
import { StoreMembership } from '../state/store-membership.js';

/** The parts of a run that it uses. */
interface Opened {
  host: Host;
  paths: Paths;
  store(): Promise<Store>;
}

/**
 * Sends the outcomes that wait on this machine to the server, then names the keys that it has: whoever
 * takes the old key away afterwards takes it from nothing that still waits. Then renews the sign of
 * life of this machine on the server until `stop` aborts.
 */
export async function afterOpening(
  { host, paths, store }: Opened,
  server: Server,
  warn: (text: Message) => void,
  stop: AbortSignal,
): Promise<void> {
  try {
    await (await store()).claims.prepare();
    const { machine } = new StoreMembership(host, paths.state);
    const own = { id: machine, host: hostNameInMark(host.process.self) };
    await showMachine(server, own);
    void keepShowing(server, own, host, stop);
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    if (host.files.list(statePath(paths.state, 'spool')).length === 0) return;
    warn(running.spoolStays(error.said));
  }
}
