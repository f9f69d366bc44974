import { describe, expect, it } from 'vitest';
import {
  keepRecord,
  readRecord,
  recordFaults,
  type TransferRecord,
} from '../../src/journal/transfer-record.js';
import { bench } from './bench.js';

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
  it('is read as it was kept', () => {
    const { journal } = bench();
    expect(readRecord(journal, KEY)).toBeUndefined();
    expect(keepRecord(journal, KEY, FIRST)).toEqual(FIRST);
    expect(readRecord(journal, KEY)).toEqual(FIRST);
  });

  it('is written once: who comes second confirms what the first one initiated', () => {
    const { journal } = bench();
    keepRecord(journal, KEY, FIRST);
    expect(keepRecord(journal, KEY, { ...FIRST, tokenizerId: 'T2' })).toEqual(FIRST);
    expect(readRecord(journal, KEY)).toEqual(FIRST);
  });

  it('is sealed: no bit of it can be another', () => {
    const { journal, host } = bench();
    keepRecord(journal, KEY, FIRST);
    const text = host.files.text(FILE) ?? '';
    for (let at = 0; at < text.length; at++) {
      const bytes = Buffer.from(text);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      host.files.put(FILE, bytes);
      expect(() => readRecord(journal, KEY)).toThrow(DAMAGED);
      expect(recordFaults(journal, new Map())).toHaveLength(1);
    }
  });

  it("is not another claim's", () => {
    const { journal, host } = bench();
    keepRecord(journal, KEY, FIRST);
    const other = 'b'.repeat(32);
    host.files.put(`/state/transfers/${other}.json`, host.files.text(FILE) ?? '');
    expect(() => readRecord(journal, other)).toThrow(DAMAGED);
  });

  it('is read as older versions wrote it', () => {
    const { journal, host } = bench();
    host.files.put(FILE, `${JSON.stringify(FIRST)}\n`);
    expect(readRecord(journal, KEY)).toEqual(FIRST);
  });

  it.each(['', '{', '[]', '{"tokenizerId":"T1"}', '{"tokenizerId":"T1","at":"soon"}'])(
    'is not guessed where the file is damaged: %s',
    (text) => {
      const { journal, host } = bench();
      host.files.put(FILE, text);
      expect(() => readRecord(journal, KEY)).toThrow(DAMAGED);
    },
  );
});
