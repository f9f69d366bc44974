import { writeFileSync } from 'node:fs';
import type { Grant, Token } from '../../../src/client/connection.js';
import type { CheckpointOptions } from '../../../src/commands/batch/checkpoint.js';
import { joinChunks } from '../../../src/host/memory-files.js';
import { bug, changed, type Mutant } from './mutant.js';

/** Of files, locks, settings, tokens, confirmations and batches. */
export const KEPT: readonly Mutant[] = [
  bug('a file is created without flushing it')
    .breaks('a new file and its directory are flushed')
    .in('host/disk', 'writeTemporary', () => (path, suffix, bytes) => {
      const temporary = `${path}.${suffix}.tmp`;
      writeFileSync(temporary, joinChunks(bytes), { flag: 'wx', mode: 0o600 });
      return temporary;
    }),
  bug('the name of a new file is not flushed')
    .breaks('a new file and its directory are flushed')
    .in('host/disk', 'syncDirectory', () => () => undefined),
  bug('a lock is taken from its living holder')
    .breaks('a lock has one holder')
    .in('state/lock', 'withLock', (real) => (host, ...rest) => {
      return real({ ...host, process: { ...host.process, state: () => 'dead' } }, ...rest);
    }),
  bug('a lock is kept for its dead holder')
    .breaks('a lock is free when its holder is dead')
    .in('state/lock', 'withLock', (real) => (host, ...rest) => {
      return real({ ...host, process: { ...host.process, state: () => 'alive' } }, ...rest);
    }),
  bug('settings are changed without the lock')
    .breaks('settings are changed under the lock')
    .in('state/lock', 'withLock', () => async (_host, _directory, _name, _options, work) => {
      return { held: true, value: await work() };
    }),
  bug('a token is renewed without the lock')
    .breaks('one token call for all who find it expired')
    .in('state/lock', 'withLock', () => async (_host, _directory, _name, _options, work) => {
      return { held: true, value: await work() };
    }),
  bug('the token is not read again under the lock')
    .breaks('one token call for all who find it expired')
    .in('state/token-cache', 'openTokenCache', (real) => (place) => {
      const cache = real(place);
      const known = new Map<Grant, Token>();
      const read = async (grant: Grant): Promise<Token | undefined> => {
        const token = known.get(grant) ?? (await cache.read(grant));
        if (token) known.set(grant, token);
        return token;
      };
      return changed(cache, { read });
    }),
  bug('a refused refresh deletes the token, though another process has a newer one')
    .breaks('a failed refresh leaves a newer token alone')
    .in('state/token-cache', 'openTokenCache', (real) => (place) => {
      const cache = real(place);
      const remember = async (grant: Grant, failure: unknown): Promise<void> => {
        await cache.clear(grant);
        await cache.remember(grant, failure);
      };
      return changed(cache, { remember });
    }),
  bug('an older token takes the place of a newer one')
    .breaks('an older token never replaces a newer one')
    .in('state/token-cache', 'openTokenCache', (real) => (place) => {
      const cache = real(place);
      const keep = async (grant: Grant, token: Token): Promise<void> => {
        await cache.clear(grant);
        await cache.keep(grant, token);
      };
      return changed(cache, { keep });
    }),
  bug('a confirmation that comes again is another one')
    .breaks('a confirmation that comes twice is kept once')
    .in('callbacks/confirmation', 'readConfirmation', (real) => {
      let count = 0;
      return (text) => ({ ...real(text), id: `message-${++count}` });
    }),
  bug('a confirmation of an earlier run is not known')
    .breaks('a confirmation that comes twice is kept once')
    .in('state/files/segments', 'readSegments', () => function* none() {}),
  bug('a confirmation with other contents passes for one that is known')
    .breaks('other contents of a confirmation are kept')
    .in('callbacks/confirmation', 'readConfirmation', (real) => (text) => ({
      ...real(text),
      fingerprint: 'f'.repeat(64),
    })),
  bug('a batch that is to go on begins anew')
    .breaks('a batch goes on where it was')
    .in('commands/batch/checkpoint', 'BatchCheckpoint', (real) => {
      return class extends real {
        constructor(options: CheckpointOptions) {
          super({ ...options, resume: false });
        }
      };
    }),
  bug('a checkpoint counts rows whose results were lost')
    .breaks('a checkpoint counts what is in the results alone')
    .in('commands/batch/checkpoint', 'BatchCheckpoint', (real) => {
      return class extends real {
        constructor(options: CheckpointOptions) {
          super({ ...options, most: Number.POSITIVE_INFINITY });
        }
      };
    }),
  bug('the checkpoint of another batch is taken for this one')
    .breaks('the checkpoint of another batch is refused')
    .in('commands/batch/checkpoint', 'BatchCheckpoint', (real) => {
      return class extends real {
        constructor(options: CheckpointOptions) {
          super({ ...options, identity: 'any' });
        }
      };
    }),
];
