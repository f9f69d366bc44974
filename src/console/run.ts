import { usageError } from '../core/errors.js';
import { tolerate } from '../core/tolerate.js';
import { consoleRun } from '../messages/console-run.js';
import { consoleServe } from '../messages/console-serve.js';
import type { Groups, Result } from '../runtime/command.js';
import type { Services } from '../runtime/services.js';
import { LinkAccess } from './link-access.js';
import { openPages, untilEnd } from './open.js';
import type { ConsoleValues } from './options.js';
import { serveConsole } from './server.js';

const PORT = 8789;
const IDLE_MS = 30 * 60_000;

export async function run(
  services: Services,
  groups: Groups,
  given: ConsoleValues,
): Promise<Result> {
  const { port = PORT, open, readOnly, idle = IDLE_MS } = given;
  if (given.serve) {
    const { serve } = await import('./serve.js');
    return serve(services, groups, given.serve, given, idle);
  }
  refuseOfTeam(given);
  const { host } = services;
  const extent = { isReadOnly: readOnly, isSandboxOnly: false };
  const { pages, access, commands } = await openPages(services, groups, extent, (at) => {
    return new LinkAccess({ host, ...at });
  });
  const listener = await serveConsole(pages, port);
  try {
    const link = `${listener.url}${access.link}`;
    await services.note(consoleRun.followLink);
    await host.stdout.write(`${link}\n`);
    if (open) await openHere(services, `${listener.url}${access.openLink}`);
    await untilIdle(services, access, idle);
    await untilEnd(commands, services);
  } finally {
    await listener.close();
  }
  return {};
}

function refuseOfTeam({ cert, key, trustProxy }: ConsoleValues): void {
  const served = { '--tls-cert': cert, '--tls-key': key, '--trust-proxy': trustProxy[0] };
  const [flag] = Object.entries(served).flatMap(([name, value]) => (value ? [name] : []));
  if (flag !== undefined) throw usageError(consoleServe.onlyServed(flag));
}

/** The phone of the customer and the embedded bank alone. */
export async function openSandboxPages(services: Services, groups: Groups) {
  const extent = { isReadOnly: true, isSandboxOnly: true };
  const { pages, access } = await openPages(services, groups, extent, (at) => {
    return new LinkAccess({ host: services.host, ...at });
  });
  const { url, close } = await serveConsole(pages, 0);
  return { link: url + access.link, close };
}

/** The link stands on the screen, so that a machine without a browser is no failure. */
async function openHere(services: Services, link: string): Promise<void> {
  const { openLink } = await import('../host/command.js');
  await tolerate(
    () => openLink(services.host.platform, link),
    ({ said }) => services.note(consoleRun.noBrowser(said)),
  );
}

/** Until a signal comes, or nobody has asked for a page for so long. */
async function untilIdle(
  { host, stopping, note }: Services,
  access: LinkAccess,
  idleMs: number,
): Promise<void> {
  while (!stopping.aborted) {
    const left = idleMs - access.idleMs;
    if (left <= 0) {
      await note(consoleRun.idleEnd);
      return;
    }
    await host.clock.sleep(left, stopping);
  }
}
