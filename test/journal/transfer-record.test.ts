import { describe, expect, it } from 'vitest';
import { recordFaults } from '../../src/journal/transfer-record.js';
import type { TransferRecord } from '../../src/state/store.js';
import { bench } from '../fixtures/journal.js';

const KEY = 'a'.repeat(32);
const FILE = `/state/transfers/${KEY}.json`;
const FIRST: TransferRecord = {
  reference: 'PAY1',
  contents: 'c1',
  tokenizerId: 'T1',
  at: '2026-01-31T00:00:00.000Z',
};
const DAMAGED = expect.objectContaining({ exitClass: 'CONFIG' });

describe('the record of an initiated transfer', () => {
  it('is sealed: no bit of it can be another', async () => {
    const { journal, host } = bench();
    await journal.store.transfers.keep(KEY, FIRST);
    const text = host.files.text(FILE) ?? '';
    for (let at = 0; at < text.length; at++) {
      const bytes = Buffer.from(text);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      host.files.put(FILE, bytes);
      await expect(journal.store.transfers.read(KEY)).rejects.toThrow(DAMAGED);
      expect(await recordFaults(journal, new Map())).toHaveLength(1);
    }
  });

  it.each(['', '{', '[]', '{"tokenizerId":"T1"}', '{"tokenizerId":"T1","at":"soon"}'])(
    'is not guessed where the file is damaged: %s',
    async (text) => {
      const { journal, host } = bench();
      host.files.put(FILE, text);
      await expect(journal.store.transfers.read(KEY)).rejects.toThrow(DAMAGED);
    },
  );
});
