import { describe, expect, it } from 'vitest';
import { forgetCharges } from '../../src/journal/forget.js';
import { list } from '../../src/journal/list.js';
import { verify } from '../../src/journal/verify.js';
import { testJournal } from '../fixtures/journal.js';

describe('forgetting the charges of a bank that began anew', () => {
  it('leaves what is in flight', async () => {
    const made = testJournal();
    let answer = (): void => undefined;
    made.answers['ewallet.pay'] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ class: 'SUCCESS' });
      });
    const under = made.pay();
    await expect.poll(() => made.calls.length).toBe(1);
    expect(await forgetCharges(made.journal, () => true)).toBe(0);
    answer();
    expect((await under).class).toBe('SUCCESS');
    expect(await verify(made.journal)).toMatchObject({ claims: 1, faults: [] });
  });

  it('leaves a row without a gap wherever it is killed', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'UNAVAILABLE', executed: 'no' });
    for (const _ of [1, 2, 3]) await made.pay();
    // A file and its backup link are two steps.
    let left = 2;
    made.host.files.before = (step) => {
      if (step === 'remove' && left-- === 0) throw new Error('killed');
    };
    await expect(forgetCharges(made.journal, () => true)).rejects.toThrow('killed');
    made.host.files.before = () => undefined;
    made.restart();
    expect((await verify(made.journal)).faults).toEqual([]);
    expect(await list(made.journal)).toMatchObject([{ state: 'not-executed', attempts: 2 }]);
  });
});
