import { writeFileSync } from 'node:fs';
import type { Grant, Token } from '../../../src/client/connection.js';
import type { CheckpointOptions } from '../../../src/commands/batch/keep.js';
import { fault } from '../modules.js';
import { changed, checked, type Mutant } from './mutant.js';

/** Of files, locks, settings, tokens, confirmations and batches. */
export const KEPT: readonly Mutant[] = [
  {
    bug: 'a file is created without flushing it',
    fault: fault('host/disk', 'writeTemporary', () => (path, suffix, bytes) => {
      const temporary = `${path}.${suffix}.tmp`;
      writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
      return temporary;
    }),
    caughtBy: checked('a new file and its directory are flushed'),
  },
  {
    bug: 'the name of a new file is not flushed',
    fault: fault('host/disk', 'syncDirectory', () => () => undefined),
    caughtBy: checked('a new file and its directory are flushed'),
  },
  {
    bug: 'a lock is taken from its living holder',
    fault: fault('state/lock', 'withLock', (real) => (host, ...rest) => {
      return real({ ...host, process: { ...host.process, state: () => 'dead' } }, ...rest);
    }),
    caughtBy: checked('a lock has one holder'),
  },
  {
    bug: 'a lock is kept for its dead holder',
    fault: fault('state/lock', 'withLock', (real) => (host, ...rest) => {
      return real({ ...host, process: { ...host.process, state: () => 'alive' } }, ...rest);
    }),
    caughtBy: checked('a lock is free when its holder is dead'),
  },
  {
    bug: 'settings are changed without the lock',
    fault: fault(
      'state/lock',
      'withLock',
      () => async (_host, _directory, _name, _options, work) => {
        return { held: true, value: await work() };
      },
    ),
    caughtBy: checked('settings are changed under the lock'),
  },
  {
    bug: 'a token is renewed without the lock',
    fault: fault(
      'state/lock',
      'withLock',
      () => async (_host, _directory, _name, _options, work) => {
        return { held: true, value: await work() };
      },
    ),
    caughtBy: checked('one token call for all who find it expired'),
  },
  {
    bug: 'the token is not read again under the lock',
    fault: fault('state/token-cache', 'openTokenCache', (real) => (place) => {
      const cache = real(place);
      const known = new Map<Grant, Token>();
      const read = async (grant: Grant): Promise<Token | undefined> => {
        const token = known.get(grant) ?? (await cache.read(grant));
        if (token) known.set(grant, token);
        return token;
      };
      return changed(cache, { read });
    }),
    caughtBy: checked('one token call for all who find it expired'),
  },
  {
    bug: 'a refused refresh deletes the token, though another process has a newer one',
    fault: fault('state/token-cache', 'openTokenCache', (real) => (place) => {
      const cache = real(place);
      const remember = async (grant: Grant, failure: unknown): Promise<void> => {
        await cache.clear(grant);
        await cache.remember(grant, failure);
      };
      return changed(cache, { remember });
    }),
    caughtBy: checked('a failed refresh leaves a newer token alone'),
  },
  {
    bug: 'an older token takes the place of a newer one',
    fault: fault('state/token-cache', 'openTokenCache', (real) => (place) => {
      const cache = real(place);
      const keep = async (grant: Grant, token: Token): Promise<void> => {
        await cache.clear(grant);
        await cache.keep(grant, token);
      };
      return changed(cache, { keep });
    }),
    caughtBy: checked('an older token never replaces a newer one'),
  },
  {
    bug: 'a confirmation that comes again is another one',
    fault: fault('callbacks/confirmation', 'readConfirmation', (real) => {
      let count = 0;
      return (text) => ({ ...real(text), id: `message-${++count}` });
    }),
    caughtBy: checked('a confirmation that comes twice is kept once'),
  },
  {
    bug: 'a confirmation with other contents passes for one that is known',
    fault: fault('callbacks/confirmation', 'readConfirmation', (real) => (text) => {
      return { ...real(text), fingerprint: 'f'.repeat(64) };
    }),
    caughtBy: checked('other contents of a confirmation are kept'),
  },
  {
    bug: 'a batch that is to go on begins anew',
    fault: fault('commands/batch/keep', 'Checkpoint', (real) => {
      return class extends real {
        constructor(options: CheckpointOptions) {
          super({ ...options, resume: false });
        }
      };
    }),
    caughtBy: checked('a batch goes on where it was'),
  },
  {
    bug: 'a checkpoint counts rows whose results were lost',
    fault: fault('commands/batch/keep', 'Checkpoint', (real) => {
      return class extends real {
        constructor(options: CheckpointOptions) {
          super({ ...options, most: Number.POSITIVE_INFINITY });
        }
      };
    }),
    caughtBy: checked('a checkpoint counts what is in the results alone'),
  },
  {
    bug: 'the checkpoint of another batch is taken for this one',
    fault: fault('commands/batch/keep', 'Checkpoint', (real) => {
      return class extends real {
        constructor(options: CheckpointOptions) {
          super({ ...options, identity: 'any' });
        }
      };
    }),
    caughtBy: checked('the checkpoint of another batch is refused'),
  },
];
