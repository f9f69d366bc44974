import { PayctlError } from '../errors.js';
import { errorCode } from './disk-error.js';

/** Why nobody can listen there, as a person should read it; the system's error is the cause. */
export function listenError(host: string, port: number, error: unknown): PayctlError {
  const place = `port ${port} of ${host}`;
  const code = errorCode(error) ?? '';
  if (code === 'EADDRINUSE') {
    return new PayctlError('CONFIG', `${place} is taken by another program`, {
      hint: 'give another port, or 0 for any that is free',
      cause: error,
    });
  }
  if (/^ERR_(OSSL|SSL|TLS)/.test(code)) {
    const what = `the certificate and key for TLS are not a pair in PEM (${code})`;
    return new PayctlError('TLS', what, {
      hint: 'give the certificate and the key that were made together',
      cause: error,
    });
  }
  const why = code === 'EACCES' ? 'this user may not use it' : code || 'an unexpected failure';
  return new PayctlError('CONFIG', `cannot listen on ${place}: ${why}`, {
    hint: 'give a port above 1023, and an address of this machine',
    cause: error,
  });
}
