import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckpointOptions } from '../../../src/commands/batch/checkpoint.js';
import { OutcomeTally } from '../../../src/commands/batch/progress.js';
import { qr30 } from '../../fixtures/confirmations.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import type { Checks, Parts } from '../parts.js';

/** What the inbox of each run says of its message, and how many it has then. */
async function received(parts: Parts, ...bodies: string[]): Promise<string> {
  const host = fakeHost();
  const inbox = () => new parts.FileInbox(host, '/state/callbacks');
  const said: string[] = [];
  for (const body of bodies) said.push((await parts.receive(inbox(), body)).as);
  return `${said.join(', ')}: ${(await parts.readInbox(inbox())).stored.length}`;
}

/** How many rows a batch of four finds done, of which two were written before byte 10. */
async function resumed(parts: Parts, given: Partial<CheckpointOptions>): Promise<number | string> {
  const directory = mkdtempSync(join(tmpdir(), 'payctl-checkpoint-'));
  const usual = {
    files: parts.diskFiles(() => 'x'),
    path: join(directory, 'batch'),
    identity: 'it',
    name: 'run',
  };
  const tally = new OutcomeTally().save();
  try {
    const first = new parts.BatchCheckpoint({ ...usual, resume: false, most: 0 });
    first.record({ rows: '1-2', tally, bytes: 10 });
    first.record({ rows: '1-4', tally, bytes: 20 });
    first.close();
    const second = new parts.BatchCheckpoint({ ...usual, resume: true, most: 20, ...given });
    second.close();
    return second.before?.rows.size ?? 0;
  } catch (error) {
    if (error instanceof parts.PayctlError) return 'refused';
    throw error;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export const KEPT = {
  'a confirmation that comes twice is kept once': async (parts) =>
    (await received(parts, qr30(), qr30())) === 'new, duplicate: 1',

  async 'other contents of a confirmation are kept'(parts) {
    const others = ['1.00', '2.00'].map((amount) => qr30({ amount }));
    return (await received(parts, qr30(), ...others)) === 'new, contradiction, contradiction: 3';
  },

  async 'what waits to be forwarded is not forgotten'(parts) {
    const host = fakeHost();
    const inbox = () => new parts.FileInbox(host, '/state/callbacks');
    await parts.receive(inbox(), qr30(), 'http://127.0.0.1/');
    const [stored] = (await parts.readInbox(inbox())).stored;
    return stored?.forwarding === 'waiting';
  },

  'a batch goes on where it was': async (parts) => (await resumed(parts, {})) === 4,
  'a checkpoint counts what is in the results alone': async (parts) =>
    (await resumed(parts, { most: 15 })) === 2,
  'the checkpoint of another batch is refused': async (parts) =>
    (await resumed(parts, { identity: 'another' })) === 'refused',
} satisfies Checks;
