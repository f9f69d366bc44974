import { isLoopback, proxySettings } from '../client/address.js';
import { gotTransport } from '../client/transport-got.js';
import { findRoles } from '../config/console-settings.js';
import { type Resolved, refuseProblems, settingFix } from '../config/provenance.js';
import type { SettingName } from '../config/settings.js';
import { loadAuthorities } from '../config/tls.js';
import { usageError } from '../core/errors.js';
import { Proxies } from '../host/proxies.js';
import { ServiceManager } from '../host/service-manager.js';
import { consoleServe } from '../messages/console-serve.js';
import type { Groups, Result } from '../runtime/command.js';
import { serverTls } from '../runtime/server-tls.js';
import type { Services } from '../runtime/services.js';
import { openPages, untilEnd } from './open.js';
import type { ConsoleAddress, ConsoleValues } from './options.js';
import { actsOf, type PageUser } from './person.js';
import { type Identity, Provider } from './provider.js';
import { serveTeam } from './server.js';
import { PATHS, TeamAccess } from './team-access.js';
import { SignIns, Visits } from './visits.js';

const LOOK_MS = 3_600_000;

/** Serves a team until a signal comes. */
export async function serve(
  services: Services,
  groups: Groups,
  address: ConsoleAddress,
  given: ConsoleValues,
  idleMs: number,
): Promise<Result> {
  const { host, stopping } = services;
  for (const flag of ['port', 'open'] as const) {
    if (given[flag]) throw usageError(consoleServe.notServed(`--${flag}`));
  }
  const { resolved } = await services.profile();
  const { tls } = serverTls(services, given);
  const proxies = new Proxies(given.trustProxy);
  if (tls === undefined && !(isOwnAddress(address) && given.trustProxy.length > 0)) {
    throw usageError(consoleServe.serveInClear, consoleServe.giveCertificate);
  }
  const origin = publicOrigin(resolved, address, tls !== undefined);
  const setup = await signInSetup(services, resolved, origin);
  const { pages, commands } = await openPages(
    services,
    groups,
    { isReadOnly: given.readOnly, isSandboxOnly: false },
    (reception) =>
      new TeamAccess({
        ...reception,
        ...setup,
        origin,
        visits: new Visits(host, idleMs),
        signIns: new SignIns(host),
        warn: (why) => void services.warn(why),
      }),
  );
  if (resolved.values.refundLimit === undefined) await services.note(consoleServe.noLimit);
  const manager = new ServiceManager(host.env, host.process.self.pid);
  const listener = await serveTeam(pages, { ...address, tls, socket: manager.sockets[0] }, proxies);
  try {
    manager.ready();
    await services.note(consoleServe.serving(origin));
    await host.stdout.write(`${origin}/\n`);
    while (!stopping.aborted) await host.clock.sleep(LOOK_MS, stopping);
    manager.stopping();
    await untilEnd(commands, services);
  } finally {
    await listener.close();
  }
  return {};
}

/** Whether only this machine can reach it. */
function isOwnAddress({ host }: ConsoleAddress): boolean {
  return isLoopback(host) || host === '::1';
}

const EVERYWHERE = ['0.0.0.0', '::'];

/** Scheme, host and port by which browsers reach the console. */
function publicOrigin(resolved: Resolved, { host, port }: ConsoleAddress, hasTls: boolean): string {
  const { consoleOrigin } = resolved.values;
  if (consoleOrigin !== undefined) return consoleOrigin;
  if (!hasTls || port === 0 || EVERYWHERE.includes(host)) {
    throw usageError(consoleServe.originUnknown, settingFix(resolved, 'consoleOrigin'));
  }
  return new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}

/** At which provider people sign in, and what they may do by its groups. */
async function signInSetup(services: Services, resolved: Resolved, origin: string) {
  const { host } = services;
  const { consoleRolesClaim: groupsClaim = 'groups' } = resolved.values;
  const issuer = needed(resolved, 'consoleIssuer');
  const clientId = needed(resolved, 'consoleClientId');
  const roles = needed(resolved, 'consoleRoles');
  refuseProblems(resolved);
  const secrets = await services.secrets();
  const found = await secrets.read(resolved, 'consoleClientSecret');
  const ca = await loadAuthorities(host, resolved, 'consoleCa');
  const provider = new Provider({
    ...{ clientId, groupsClaim, clientSecret: found?.secret },
    issuer: new URL(issuer),
    callback: new URL(PATHS.back, origin),
    transport: gotTransport({
      proxy: proxySettings(host.env, resolved.values.proxy),
      ...(ca && { tls: { ca } }),
    }),
  });
  return {
    provider,
    personOf: ({ subject, name, groups }: Identity): PageUser => ({
      ...{ subject, name },
      acts: actsOf(findRoles(roles, groups)),
    }),
  };
}

function needed(resolved: Resolved, name: SettingName): string {
  const value = resolved.values[name];
  if (value !== undefined) return value;
  throw usageError(consoleServe.serveNeeds(name), settingFix(resolved, name));
}
