import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckpointOptions } from '../../../src/commands/batch/keep.js';
import { Tally } from '../../../src/commands/batch/tell.js';
import { qr30 } from '../../callbacks/messages.js';
import { fakeHost } from '../../fake-host.js';
import type { Parts } from '../parts.js';

export async function keepsOnce(parts: Parts): Promise<boolean> {
  return (await received(parts, qr30(), qr30())) === 'new, duplicate: 1';
}

export async function keepsContradictions(parts: Parts): Promise<boolean> {
  const others = ['1.00', '2.00'].map((amount) => qr30({ amount }));
  return (await received(parts, qr30(), ...others)) === 'new, contradiction, contradiction: 3';
}

export async function keepsForwarding(parts: Parts): Promise<boolean> {
  const host = fakeHost();
  await parts.receive(new parts.FileInbox(host, '/state/callbacks'), qr30(), 'http://127.0.0.1/');
  const {
    stored: [stored],
  } = await parts.readInbox(new parts.FileInbox(host, '/state/callbacks'));
  return stored?.forwarding === 'waiting';
}

/** What the inbox says of each message, and how many it has then. */
async function received(parts: Parts, ...bodies: string[]): Promise<string> {
  const inbox = new parts.FileInbox(fakeHost(), '/state/callbacks');
  const said: string[] = [];
  for (const body of bodies) said.push((await parts.receive(inbox, body)).as);
  return `${said.join(', ')}: ${(await parts.readInbox(inbox)).stored.length}`;
}

export async function goesOn(parts: Parts): Promise<boolean> {
  return (await resumed(parts, {})) === 4;
}

export async function countsResults(parts: Parts): Promise<boolean> {
  return (await resumed(parts, { most: 15 })) === 2;
}

export async function refusesOtherBatches(parts: Parts): Promise<boolean> {
  return (await resumed(parts, { identity: 'another' })) === 'refused';
}

/** How many rows a batch of four finds done, of which two were written before byte 10. */
async function resumed(parts: Parts, given: Partial<CheckpointOptions>): Promise<number | string> {
  const directory = mkdtempSync(join(tmpdir(), 'payctl-checkpoint-'));
  const usual = {
    files: parts.diskFiles(() => 'x'),
    path: join(directory, 'batch'),
    identity: 'it',
  };
  const tally = new Tally().save();
  try {
    const first = new parts.Checkpoint({ ...usual, resume: false, most: 0 });
    first.record({ rows: '1-2', tally, bytes: 10 });
    first.record({ rows: '1-4', tally, bytes: 20 });
    first.close();
    const second = new parts.Checkpoint({ ...usual, resume: true, most: 20, ...given });
    second.close();
    return second.before?.rows.size ?? 0;
  } catch (error) {
    if (error instanceof parts.PayctlError) return 'refused';
    throw error;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
