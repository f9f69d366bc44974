import { Secret } from '../client/connection.js';

/** A secret as it lies in its file or in the keyring. */
export interface StoredSecret {
  secret: Secret;
  /** Scheme, host and port that it may be sent to; older versions wrote none. */
  origin?: string;
}

/** A secret is one line, so that a second one cannot be part of it. */
export function encodeSecret({ secret, origin }: StoredSecret): string {
  return `${secret.reveal()}\n${origin === undefined ? '' : `${origin}\n`}`;
}

export function decodeSecret(text: string): StoredSecret | undefined {
  const [secret = '', origin = ''] = text.split(/\r?\n/);
  if (secret === '') return undefined;
  return { secret: new Secret(secret), ...(origin !== '' && { origin }) };
}
