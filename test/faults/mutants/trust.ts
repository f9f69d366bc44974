import type { Services } from '../../../src/runtime/services.js';
import { bug, type Mutant } from './mutant.js';

const HELD = { isHeld: () => true, release: () => undefined };

/** Of guards, secrets, files of others, and runs that meet. */
export const TRUST: readonly Mutant[] = [
  bug('a variable loosens a guard')
    .breaks('a variable loosens no guard')
    .in('config/settings', 'setting', (real) => (name) => {
      const { guard: _, ...rest } = real(name);
      return rest;
    }),
  bug('a variable reaches a connection that the command line names')
    .breaks('a variable does not reach a connection that was named')
    .in('config/settings', 'setting', (real) => (name) => {
      const { connection: _, ...rest } = real(name);
      return rest;
    }),
  bug('a secret goes to the address of whoever names one')
    .breaks('a secret goes to no other address')
    .in('config/secret-sources', 'refuseForeign', () => () => undefined),
  bug('a secret is kept for every address')
    .breaks('a secret without an address is not kept')
    .in('config/secret-sources', 'toOrigin', (real) => (...setting) => {
      return real(...setting) ?? 'null';
    }),
  bug('a file that others can write is trusted')
    .breaks('a file that others can write is not trusted')
    .in('host/trust', 'findFlaw', (real) => (stat) => {
      const flaw = real(stat);
      return flaw === 'writable' ? undefined : flaw;
    }),
  bug('a file of another user is trusted')
    .breaks('a file of another user is not trusted')
    .in('host/trust', 'findFlaw', (real) => (stat) => {
      const flaw = real(stat);
      return flaw === 'owner' ? undefined : flaw;
    }),
  bug('the directory of a file is not looked at')
    .breaks('a directory that others can write is not trusted')
    .in('state/own-files', 'ownFiles', () => (files) => files),
  bug('only the last directory is looked at')
    .breaks('a directory that others can write is not trusted')
    .in('state/own-files', 'ownFiles', (real) => (files, roots) => {
      return real(
        files,
        roots.map((root) => `${root}/journal`),
      );
    }),
  bug('a link to the own directory is followed, whoever made it')
    .breaks('a link to the own directory is not followed')
    .in('state/own-files', 'ownFiles', (real) => (files, roots) => {
      return real({ ...files, stat: files.statForeign }, roots);
    }),
  bug('a named file that everyone can write is read')
    .breaks('a named file that everyone can write is refused')
    .in('state/own-files', 'readNamedFile', (real) => ({ files }, ...file) => {
      return real({ files, platform: 'win32' }, ...file);
    }),
  bug('our variables are handed on to what we start')
    .breaks('what we start sees none of our variables')
    .in('host/command', 'childEnvironment', () => () => ({ ...process.env })),
  bug('the token of another secret is used')
    .breaks('a token of another secret is not used')
    .in('state/token-cache', 'openTokenCache', (real) => (place) => {
      return real({ ...place, secret: { ...place.secret, fingerprint: () => undefined } });
    }),
  bug('the failure of another secret is held against this one')
    .breaks('a failure of another secret is not held against this one')
    .in('state/token-cache', 'openTokenCache', (real) => (place) => {
      return real({ ...place, secret: { ...place.secret, attemptFingerprint: () => 'any' } });
    }),
  bug('the results of a batch are not locked')
    .breaks('one run at a time writes the results of a batch')
    .in('state/file-lock', 'lockFile', () => async () => HELD),
  bug('the checkpoint of a batch is not locked')
    .breaks('one run at a time has the checkpoint of a batch')
    .in('state/file-lock', 'lockByFile', () => async () => HELD),
  bug('results are written after the lock is lost')
    .breaks('nothing is written after the lock is lost')
    .in('host/bulk', 'openOutput', (real) => (path) => real(path)),
  bug('a failure of the output hides the charge before it')
    .breaks('a failure of the output hides no charge')
    .in('runtime/carry-out', 'carryOut', (real) => (command, given, services, door) => {
      const without: Services = Object.create(services, {
        charged: { value: () => undefined },
      });
      return real(command, given, without, door);
    }),
  bug('what waits to be forwarded is not written down')
    .breaks('what waits to be forwarded is not forgotten')
    .in('state/files/segments', 'SegmentWriter', (real) => {
      return class extends real {
        override append(line: Record<string, unknown>): Promise<void> {
          return super.append({ ...line, forward: false });
        }
      };
    }),
  bug('messages with one id and other contents are one message when they are read')
    .breaks('other contents of a confirmation are kept')
    .in('state/inbox', 'messageKey', () => ({ id }) => {
      return id;
    }),
];
