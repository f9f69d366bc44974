import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { list } from '../../src/journal/list.js';
import { wording } from '../../src/messages/wording.js';
import { PAY } from '../fixtures/client.js';
import { diskFull } from '../fixtures/fake-files.js';
import { shows, type TestJournal, testJournal } from '../fixtures/journal.js';

const stateOf = async ({ journal }: TestJournal) => (await list(journal)).map(({ state }) => state);

describe('charge', () => {
  it.each(['SUCCESS', 'REJECTED', 'NOT_FOUND', 'PARTIAL'] as const)(
    'replays %s without a request, in another process too',
    async (kind) => {
      const made = testJournal();
      made.answers['ewallet.pay'] = () => ({
        class: kind,
        code: '1',
        data: { transactionId: 'T1' },
      });
      const first = await made.pay();
      // The call itself has told how it ended, no inquiry.
      expect(first).not.toHaveProperty('recovered');
      made.restart();
      expect(await made.pay()).toEqual({ ...first, replayed: true });
      expect(made.calls).toEqual(['ewallet.pay']);
    },
  );

  it.each(['AUTH', 'RATE_LIMITED', 'UNAVAILABLE', 'TLS'] as const)(
    'sends again after %s, with other contents if need be',
    async (kind) => {
      const made = testJournal();
      made.answers['ewallet.pay'] = () => ({ class: kind });
      expect((await made.pay()).class).toBe(kind);
      expect(await stateOf(made)).toEqual(['not-executed']);
      made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
      const code = '280000000000000002';
      expect((await made.pay({ ...PAY, buyerIdentityCode: code })).class).toBe('SUCCESS');
      expect(await list(made.journal)).toMatchObject([{ state: 'succeeded', attempts: 2 }]);
    },
  );

  it('does not believe a class while the bank may have executed the call', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'UNAVAILABLE', executed: 'unknown' });
    made.answers['ewallet.inquire'] = () => ({ class: 'UNAVAILABLE' });
    expect((await made.pay(PAY, { waitMs: 0 })).class).toBe('OUTCOME_UNKNOWN');
    expect(await stateOf(made)).toEqual(['unknown']);
  });

  it('refuses other contents, and sends nothing', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    await made.pay();
    const refused = await made.pay({ ...PAY, totalFee: '10.00' });
    expect(refused).toMatchObject({ class: 'CONFLICT', executed: 'no' });
    expect(`${refused.message}\n${refused.hint}`).toMatchInlineSnapshot(`
      "ewallet pay ABC0001 was used before with other contents (2026-03-02 10:00:00, of 100.00): totalFee was 100.00 and is 10.00; nothing was sent
      payctl journal show ABC0001"
    `);
    expect(made.calls).toEqual(['ewallet.pay']);
  });

  it.each([
    [{ buyerIdentityCode: '280000000000000009' }, 'buyerIdentityCode was ***'],
    [{ totalFee: '100.0', terminalId: '012345678' }, 'terminalId was 12345678 and is 012345678;'],
    [{ note: 'x' }, 'note was absent and is x;'],
    [{ note: { a: ['x'], b: '1' }, totalFee: '7' }, 'note.a was absent and is ["x"], note.b'],
  ])('says what differs: %o', async (changes, told) => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    await made.pay();
    const refused = await made.pay({ ...PAY, ...changes });
    expect(String(refused.message)).toContain(told);
    expect(String(refused.message)).not.toContain('100.0 ');
  });

  it('asks with the token of the user what was sent with it, and takes no absence for proof', async () => {
    const made = testJournal();
    const grants: unknown[] = [];
    const { caller } = made;
    made.access.caller = {
      ...caller,
      call: (operation, input, options) => {
        grants.push([operation.id, options?.grant]);
        return caller.call(operation, input, options);
      },
    };
    made.answers['ewallet.pay'] = () => ({ class: 'UNAVAILABLE', executed: 'unknown' });
    made.answers['ewallet.inquire'] = () => ({ class: 'NOT_FOUND' });
    const lost = await made.pay(PAY, { grant: 'user', waitMs: 400_000 });
    expect(lost).toMatchObject({ class: 'OUTCOME_UNKNOWN', executed: 'unknown' });
    expect(new Set(grants.map((grant) => String(grant)))).toEqual(
      new Set(['ewallet.pay,user', 'ewallet.inquire,user']),
    );
  });

  it('says so where what differs is masked', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    await made.pay({ ...PAY, buyerIdentityCode: '1234' });
    const { message } = await made.pay({ ...PAY, buyerIdentityCode: '5678' });
    expect(String(message)).toContain('of 100.00): a field that the journal keeps masked; nothing');
  });

  it('returns an outcome that it cannot write, says so, and leaves it unknown', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => {
      made.host.files.before = diskFull;
      return { class: 'SUCCESS' };
    };
    expect((await made.pay()).class).toBe('SUCCESS');
    expect(made.warnings).toHaveLength(1);
    expect(made.warnings[0]).toMatch(/could not be written .* the disk is full/);
    made.restart();
    expect(await stateOf(made)).toEqual(['unknown']);
  });

  it('counts a fault of this machine as not sent', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => {
      throw new PayctlError('CONFIG', wording.quoted('the secret cannot be read'));
    };
    await expect(made.pay()).rejects.toThrow('the secret cannot be read');
    expect(await stateOf(made)).toEqual(['not-executed']);
  });

  it('does not trust a call that ended in a bug', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => {
      throw new TypeError('Bearer abc is not a function');
    };
    made.answers['ewallet.inquire'] = () => shows('SUCCESS');
    expect((await made.pay()).class).toBe('SUCCESS');
    expect(made.warnings.join()).toContain('TypeError');
    expect(made.warnings.join() + made.text()).not.toContain('Bearer');
  });
});

describe('a call that fails on this machine before it is handed to the network', () => {
  it.each([
    [Object.assign(new Error('open /chunk.js'), { code: 'EMFILE' }), 'CONFIG', 'ulimit'],
    [new RangeError('Maximum call stack size exceeded'), 'CONFIG', 'stack'],
    [new TypeError('Bearer abc is not a function'), 'INTERNAL', undefined],
  ])('is not unknown: %s', async (error, exitClass, hint) => {
    const made = testJournal();
    const { call } = made.caller;
    made.caller.call = async () => {
      throw error;
    };
    await expect(made.pay()).rejects.toMatchObject({ exitClass });
    if (hint) {
      const refused = await made.pay().catch((thrown: unknown) => thrown);
      expect(refused instanceof PayctlError && String(refused.facts.hint)).toContain(hint);
    }
    expect(made.text()).not.toContain('Bearer abc');
    // It was proven not executed, so the reference may be used again.
    made.caller.call = call;
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    expect((await made.pay()).class).toBe('SUCCESS');
  });
});
