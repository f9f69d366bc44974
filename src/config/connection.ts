import type { Connection, DirectDebitKey, Secret } from '../client/connection.js';
import { directDebitKey } from '../client/direct-debit.js';
import { PayctlError } from '../core/errors.js';
import type { Host } from '../host/host.js';
import { readNamedFile } from '../state/private-file.js';
import { credentialsOf } from './provenance.js';
import { environmentOf, fixOf, type Resolved } from './resolve.js';
import type { SecretStores } from './secrets.js';
import { type SettingName, variableOf } from './settings.js';

/**
 * The other side of this run. Throws CONFIG with everything that is missing or wrong; the secret is
 * read when it is first asked for, and then once.
 */
export function connectionOf(resolved: Resolved, stores: SecretStores): Connection {
  refuseProblems(resolved);
  const { profile, values } = resolved;
  const { baseUrl, apiKey } = values;
  if (baseUrl === undefined) throw missing(resolved, 'baseUrl');
  if (apiKey === undefined) throw missing(resolved, 'apiKey');
  let secret: Promise<Secret> | undefined;
  let found: Secret | undefined;
  let hasLooked = false;
  const held = (): readonly Secret[] => {
    if (!hasLooked) found ??= stores.atHand(resolved, 'apiSecret');
    hasLooked = true;
    return found ? [found] : [];
  };
  return {
    profile,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    environment: environmentOf(resolved),
    apiKey,
    applicationId: values.applicationId ?? apiKey,
    ...(values.resourceOwnerId !== undefined && { resourceOwnerId: values.resourceOwnerId }),
    ...((values.lang === 'en' || values.lang === 'th') && { lang: values.lang }),
    secret() {
      secret ??= readApiSecret(resolved, stores).then((read) => {
        found = read;
        return read;
      });
      return secret;
    },
    held,
    credentials: () => credentialsOf(resolved, stores),
  };
}

/** Throws CONFIG with every value that is wrong, wherever it stands. */
export function refuseProblems({ problems }: Resolved): void {
  if (problems.length === 0) return;
  throw new PayctlError('CONFIG', problems.map(({ message }) => message).join('; '), {
    hint: problems.map(({ fix }) => fix).join('; '),
  });
}

async function readApiSecret(resolved: Resolved, stores: SecretStores): Promise<Secret> {
  const found = await stores.read(resolved, 'apiSecret');
  if (found !== undefined) return found.secret;
  const { profile } = resolved;
  throw new PayctlError('CONFIG', `there is no secret for ${described(profile)}`, {
    hint:
      profile === 'environment'
        ? 'set PAYCTL_API_SECRET or PAYCTL_SECRET_COMMAND, or name its file by PAYCTL_API_SECRET_FILE'
        : fixOf(resolved, 'apiSecret'),
  });
}

function missing(resolved: Resolved, name: SettingName): PayctlError {
  const { profile } = resolved;
  if (profile === 'environment') {
    return new PayctlError('CONFIG', `no profile is set up, and ${variableOf(name)} is not set`, {
      hint: 'payctl init sets one up; payctl --sandbox … needs none',
    });
  }
  return new PayctlError('CONFIG', `${described(profile)} has no ${name}`, {
    hint: fixOf(resolved, name),
  });
}

function described(profile: string): string {
  return profile === 'environment' ? 'the environment' : `the profile ${profile}`;
}

const MAX_FILE = 65_536;

/**
 * The bank's public key of direct debit, read when it is first asked for, and then once: an answer
 * is opened with the key that its request was sealed with. undefined where no setting names it;
 * throws CONFIG where the file is missing or holds no RSA key.
 */
export function directDebitKeyFrom(
  host: Pick<Host, 'files' | 'platform'>,
  resolved: Resolved,
): (() => DirectDebitKey) | undefined {
  const path = resolved.values.ddPublicKey;
  if (path === undefined) return undefined;
  let key: DirectDebitKey | undefined;
  return () => {
    key ??= read(host, resolved, path);
    return key;
  };
}

function read(
  host: Pick<Host, 'files' | 'platform'>,
  resolved: Resolved,
  path: string,
): DirectDebitKey {
  const bytes = readNamedFile(host, path, MAX_FILE);
  if (bytes === undefined) throw refused(resolved, path, 'does not exist');
  const key = directDebitKey(bytes);
  if (key === undefined) throw refused(resolved, path, 'holds no RSA public key in PEM');
  return key;
}

function refused(resolved: Resolved, path: string, why: string): PayctlError {
  return new PayctlError('CONFIG', `${path}, the bank's key of direct debit, ${why}`, {
    hint: fixOf(resolved, 'ddPublicKey'),
  });
}
