import type { Services } from '../../../src/cli/services.js';
import { fault } from '../modules.js';
import { checked, type Mutant } from './mutant.js';

const HELD = { isHeld: () => true, release: () => undefined };

/** Of guards, secrets, files of others, and runs that meet. */
export const TRUST: readonly Mutant[] = [
  {
    bug: 'a variable loosens a guard',
    fault: fault('config/settings', 'setting', (real) => (name) => {
      const { guard: _, ...rest } = real(name);
      return rest;
    }),
    caughtBy: checked('a variable loosens no guard'),
  },
  {
    bug: 'a variable reaches a connection that the command line names',
    fault: fault('config/settings', 'setting', (real) => (name) => {
      const { connection: _, ...rest } = real(name);
      return rest;
    }),
    caughtBy: checked('a variable does not reach a connection that was named'),
  },
  {
    bug: 'a secret goes to the address of whoever names one',
    fault: fault('config/secret-sources', 'refuseForeign', () => () => undefined),
    caughtBy: checked('a secret goes to no other address'),
  },
  {
    bug: 'a secret is kept for every address',
    fault: fault(
      'config/secret-sources',
      'originOf',
      (real) => (address) => real(address) ?? 'null',
    ),
    caughtBy: checked('a secret without an address is not kept'),
  },
  {
    bug: 'a file that others can write is trusted',
    fault: fault('host/trust', 'flawOf', (real) => (stat) => {
      const flaw = real(stat);
      return flaw === 'writable' ? undefined : flaw;
    }),
    caughtBy: checked('a file that others can write is not trusted'),
  },
  {
    bug: 'a file of another user is trusted',
    fault: fault('host/trust', 'flawOf', (real) => (stat) => {
      const flaw = real(stat);
      return flaw === 'owner' ? undefined : flaw;
    }),
    caughtBy: checked('a file of another user is not trusted'),
  },
  {
    bug: 'the directory of a file is not looked at',
    fault: fault('state/own-files', 'ownFiles', () => (files) => files),
    caughtBy: checked('a directory that others can write is not trusted'),
  },
  {
    bug: 'only the last directory is looked at',
    fault: fault('state/own-files', 'ownFiles', (real) => (files, roots) => {
      return real(
        files,
        roots.map((root) => `${root}/journal`),
      );
    }),
    caughtBy: checked('a directory that others can write is not trusted'),
  },
  {
    bug: 'a named file that everyone can write is read',
    fault: fault('state/private-file', 'readNamedFile', (real) => ({ files }, ...file) => {
      return real({ files, platform: 'win32' }, ...file);
    }),
    caughtBy: checked('a named file that everyone can write is refused'),
  },
  {
    bug: 'our variables are handed on to what we start',
    fault: fault('host/command', 'childEnvironment', () => () => ({ ...process.env })),
    caughtBy: checked('what we start sees none of our variables'),
  },
  {
    bug: 'the token of another secret is used',
    fault: fault('state/token-cache', 'openTokenCache', (real) => (place) => {
      return real({ ...place, bond: { ...place.bond, secret: () => undefined } });
    }),
    caughtBy: checked('a token of another secret is not used'),
  },
  {
    bug: 'the failure of another secret is held against this one',
    fault: fault('state/token-cache', 'openTokenCache', (real) => (place) => {
      return real({ ...place, bond: { ...place.bond, attempt: () => 'any' } });
    }),
    caughtBy: checked('a failure of another secret is not held against this one'),
  },
  {
    bug: 'the results of a batch are not locked',
    fault: fault('state/file-lock', 'lockFile', () => async () => HELD),
    caughtBy: checked('one run at a time writes the results of a batch'),
  },
  {
    bug: 'the checkpoint of a batch is not locked',
    fault: fault('state/file-lock', 'lockByFile', () => async () => HELD),
    caughtBy: checked('one run at a time has the checkpoint of a batch'),
  },
  {
    bug: 'results are written after the lock is lost',
    fault: fault('host/bulk', 'openOutput', (real) => (path) => real(path)),
    caughtBy: checked('nothing is written after the lock is lost'),
  },
  {
    bug: 'a failure of the output hides the charge before it',
    fault: fault('cli/report', 'carriedOut', (real) => (command, given, context) => {
      const services: Services = Object.create(context.services, {
        charged: { value: () => undefined },
      });
      return real(command, given, { ...context, services });
    }),
    caughtBy: checked('a failure of the output hides no charge'),
  },
  {
    bug: 'what waits to be forwarded is not written down',
    fault: fault('callbacks/stored', 'encodeEntry', (real) => (entry) => {
      return { ...real(entry), forward: false };
    }),
    caughtBy: checked('what waits to be forwarded is not forgotten'),
  },
  {
    bug: 'messages with one id and other contents are one message when they are read',
    fault: fault(
      'callbacks/stored',
      'keyOf',
      () =>
        ({ id }) =>
          id,
    ),
    caughtBy: checked('other contents of a confirmation are kept'),
  },
];
