import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { wording } from '../../src/messages/wording.js';
import { type LockOptions, removeIdleLock, withLock } from '../../src/state/lock.js';
import { type FakeHost, fakeHost } from '../fixtures/fake-host.js';

const DIRECTORY = '/locks';

function machine(): FakeHost {
  const host = fakeHost();
  host.files.makeDirectory(DIRECTORY);
  return host;
}

/** A generation as another process leaves it. */
function plant(host: FakeHost, generation: number, mark: object, mode = 0o600): void {
  const claim = { ...host.process.self, pid: 7, start: '1', at: host.clock.now(), ...mark };
  host.files.put(`${DIRECTORY}/job.lock.${generation}`, JSON.stringify(claim), mode);
}

/** A living process holds the lock. */
function heldElsewhere(): FakeHost {
  const host = machine();
  host.process.alive.add(7);
  plant(host, 1, {});
  return host;
}

function take(host: FakeHost, options: Partial<LockOptions> = {}) {
  return withLock(host, DIRECTORY, 'job', { waitMs: 0, ...options }, () => 'done');
}

describe('lock', () => {
  it('keeps only the highest generation, and never deletes that', async () => {
    const host = machine();
    for (let i = 0; i < 5; i++) await take(host);
    expect(host.files.list(DIRECTORY)).toEqual(['job.lock.5']);
  });

  it('takes over from a released generation whose owner lives', async () => {
    const host = machine();
    host.process.alive.add(7);
    plant(host, 3, {}, 0o400);
    expect(await take(host)).toEqual({ held: true, value: 'done' });
  });

  it('forgets no generation that was made since it was found idle', async () => {
    const host = machine();
    plant(host, 1, {}, 0o400);
    let looks = 0;
    const files = {
      ...host.files,
      stat(path: string) {
        const found = host.files.stat(path);
        // Somebody takes it once the last look has found it idle.
        looks += 1;
        if (looks === 2) plant(host, 2, { pid: 8 });
        return found;
      },
    };
    host.process.alive.add(8);
    expect(removeIdleLock({ ...host, files }, DIRECTORY, 'job', host.clock.now() + 1)).toBe(true);
    expect(host.files.list(DIRECTORY)).toEqual(['job.lock.2']);
  });

  it('believes an owner on another host for a minute', async () => {
    const host = machine();
    plant(host, 1, { boot: 'elsewhere' });
    expect(await take(host)).toEqual({ held: false });
    host.clock.advance(60_000);
    expect(await take(host)).toEqual({ held: true, value: 'done' });
  });

  it('takes over what no owner can be read from', async () => {
    const host = machine();
    host.files.put(`${DIRECTORY}/job.lock.1`, '');
    expect(await take(host)).toEqual({ held: true, value: 'done' });
  });

  it('withdraws a number that was used and tidied away while it slept', async () => {
    const host = machine();
    host.process.alive.add(7);
    let raced = false;
    // Between looking and creating, others take generations 1 and 2, and the holder of 2 tidies.
    host.files.before = (step) => {
      if (step !== 'create' || raced) return;
      raced = true;
      plant(host, 2, {});
    };
    expect(await take(host)).toEqual({ held: false });
    expect(host.files.list(DIRECTORY)).toEqual(['job.lock.2']);
  });

  it('does not rest on the listing alone to notice that it is late', async () => {
    const host = machine();
    plant(host, 1, {});
    let raced = false;
    // The row goes on to 3, and 1 and 2 are tidied; the listing that follows misses the 3.
    host.files.before = (step) => {
      if (step !== 'create' || raced) return;
      raced = true;
      host.files.remove(`${DIRECTORY}/job.lock.1`);
    };
    expect(await take(host)).toEqual({ held: false });
    expect(host.files.list(DIRECTORY)).toEqual([]);
  });

  it('ends the wait when the lock is no longer needed', async () => {
    const host = heldElsewhere();
    const abandon = () => host.clock.naps.length >= 3;
    expect(await take(host, { waitMs: 60_000, abandon })).toEqual({ held: false });
    expect(host.clock.naps).toHaveLength(3);
  });

  it.each([-3_600_000, 3_600_000])(
    'waits no other time when the clock is set by %i ms',
    async (ms) => {
      const host = heldElsewhere();
      const abandon = () => {
        host.clock.set(ms);
        return false;
      };
      expect(await take(host, { waitMs: 10_000, abandon })).toEqual({ held: false });
      expect(Math.round(host.clock.naps.reduce((sum, nap) => sum + nap, 0))).toBe(10_000);
    },
  );

  it('ends the wait at a signal', async () => {
    const host = heldElsewhere();
    const signal = AbortSignal.abort();
    expect(await take(host, { waitMs: 60_000, signal })).toEqual({ held: false });
  });

  it('is free again after work that failed', async () => {
    const host = machine();
    const failing = withLock(host, DIRECTORY, 'job', { waitMs: 0 }, () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await take(host)).toEqual({ held: true, value: 'done' });
  });

  it('says so when the directory cannot be written', async () => {
    const host = machine();
    host.files.before = (step, path) => {
      if (step === 'create')
        throw new PayctlError('CONFIG', wording.quoted(`cannot create ${path}`));
    };
    await expect(take(host)).rejects.toMatchObject({ exitClass: 'CONFIG' });
  });
});
