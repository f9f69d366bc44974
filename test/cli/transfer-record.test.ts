import { describe, expect, it } from 'vitest';
import { transferRecords } from '../../src/cli/verbs/transfer-record.js';
import type { Claim } from '../../src/journal/claim.js';
import { fakeHost } from '../fake-host.js';

const CLAIM: Claim = { key: 'a'.repeat(32), reference: 'PAY1', contents: 'c1' };
const FIRST = { tokenizerId: 'T1', at: Date.UTC(2026, 0, 31) };

function bench() {
  const { files } = fakeHost();
  return { files, records: transferRecords(files, '/state') };
}

describe('the record of an initiated transfer', () => {
  it('is read as it was kept', () => {
    const { records } = bench();
    expect(records.read(CLAIM)).toBeUndefined();
    expect(records.keep(CLAIM, FIRST)).toEqual(FIRST);
    expect(records.read(CLAIM)).toEqual(FIRST);
  });

  it('is written once: who comes second confirms what the first one initiated', () => {
    const { records } = bench();
    records.keep(CLAIM, FIRST);
    expect(records.keep(CLAIM, { tokenizerId: 'T2', at: FIRST.at + 1 })).toEqual(FIRST);
    expect(records.read(CLAIM)).toEqual(FIRST);
  });

  it('refuses other contents under the same reference', () => {
    const { records } = bench();
    records.keep(CLAIM, FIRST);
    const other = { ...CLAIM, contents: 'c2' };
    const expected = expect.objectContaining({ exitClass: 'CONFLICT' });
    expect(() => records.read(other)).toThrow(expected);
    expect(() => records.keep(other, { ...FIRST, tokenizerId: 'T2' })).toThrow(expected);
  });

  it.each(['', '{', '[]', '{"tokenizerId":"T1"}', '{"tokenizerId":"T1","at":"soon"}'])(
    'is not guessed where the file is damaged: %s',
    (text) => {
      const { files, records } = bench();
      files.makeDirectory('/state/transfers');
      files.create(`/state/transfers/${CLAIM.key}.json`, Buffer.from(text));
      expect(() => records.read(CLAIM)).toThrow(expect.objectContaining({ exitClass: 'CONFIG' }));
    },
  );
});
