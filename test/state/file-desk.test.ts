import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/host/sqlite.js';
import { FileDesk } from '../../src/state/files/desk-store.js';
import { directoryOfFile } from '../fixtures/leftovers.js';
import { host } from '../postgres/subjects.js';
import { keepsDeskContract } from './desk-contract.js';

describe('the desk in files', () => {
  const directory = directoryOfFile();
  const path = join(directory, 'state/desk.db');
  const open = () => new FileDesk(host, join(directory, 'state'));

  it('makes no file to read', async () => {
    expect(await open().read({ kind: 'note', subject: 'A1' })).toEqual({
      events: [],
      isWhole: true,
    });
    expect(await open().list({ kind: 'proposal', limit: 1 })).toEqual([]);
    expect(await open().erase(0, 0)).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  keepsDeskContract(
    open,
    () => new FileDesk(host, join(directory, 'other')),
    async (sql) => {
      const database = await openDatabase(path);
      database.exec(sql.replaceAll('desk_', ''));
      database.close();
    },
  );

  it('is readable by its owner alone', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is waited for while another process holds it, half a minute at most', async () => {
    const other = await openDatabase(path);
    other.exec('BEGIN EXCLUSIVE');
    let slept = 0;
    const sleep = async (ms: number) => {
      slept += ms;
      if (slept === 50_000) other.close();
    };
    const desk = new FileDesk({ ...host, clock: { ...host.clock, sleep } }, join(path, '..'));
    const read = () => desk.read({ kind: 'note', subject: 'A1' });
    await expect(read()).rejects.toMatchObject({ exitClass: 'CONFLICT' });
    expect(slept).toBe(30_000);
    expect(await read()).toMatchObject({ isWhole: true });
    expect(slept).toBe(50_000);
  });
});
