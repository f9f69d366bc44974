import { describe, expect, it } from 'vitest';
import { joined } from '../../src/core/message.js';
import type { Evidence, Payload } from '../../src/investigate/evidence.js';
import { judge } from '../../src/investigate/judge.js';
import { speaking } from '../../src/messages/speaking.js';
import { bill, confirmed, evidence, NOW, refund, sent, source, statement } from './evidence.js';

const payload = (more: Partial<Payload> = {}): Payload => ({
  kind: 'bill-payment',
  static: false,
  faults: [],
  ...more,
});
const twice = [bill(), bill({ transactionId: 'T2', paidAt: NOW, amount: '90.00' })];
const slip = (amount: string) => bill({ source: 'slip.verify', transactionId: undefined, amount });

/** Each rule: facts that break it, what it says, and the nearest facts that do not. */
const RULES: readonly (readonly [
  rule: string,
  broken: Partial<Evidence>,
  message: string,
  fine: Partial<Evidence>,
])[] = [
  [
    'payload-broken',
    { decoded: [payload({ faults: [joined(['the checksum is wrong'])] })] },
    'the bill-payment is broken or was altered: the checksum is wrong',
    { decoded: [payload()] },
  ],
  [
    'payload-biller',
    { statements: [bill({ billerId: '099999999999999' })] },
    'it pays biller 099999999999999, but the profile has biller 010000000000101',
    { statements: [bill({ billerId: '010000000000101' })] },
  ],
  [
    'payload-amount',
    { decoded: [payload({ amount: '100.00' })], statements: [bill({ amount: '90.00' })] },
    'the bill-payment asks for 100.00, the bank says 90.00',
    { decoded: [payload({ amount: '100' })], statements: [bill()] },
  ],
  [
    'expected-amount',
    { expectedAmount: '5000.00', statements: [statement()] },
    'the amount given is 5000.00, the bank says 100.00',
    { expectedAmount: '100', statements: [statement()] },
  ],
  [
    'sent-amount',
    { sent: [sent({ amount: '10.00' })], statements: [statement()] },
    'our ewallet pay says 10.00, the bank says 100.00',
    { sent: [sent({ amount: '10.00', state: 'not-executed' })] },
  ],
  [
    'confirmation-amount',
    { confirmed: [confirmed()], statements: [statement({ amount: '10.00' })] },
    'the confirmation says 100.00, the inquiry says 10.00',
    { confirmed: [confirmed({ amount: '100' })], statements: [statement()] },
  ],
  [
    'confirmation-transaction',
    { confirmed: [confirmed({ id: 'T9', transactionId: 'T9' })], statements: [statement()] },
    'the confirmation T9 names a transaction that the bank does not have',
    {
      confirmed: [confirmed({ family: 'bill', transactionId: 'T9', paidAt: NOW - 9 * 86_400_000 })],
      statements: [bill()],
    },
  ],
  [
    'confirmation-unpaid',
    { confirmed: [confirmed()], sources: [source()] },
    'a confirmation of 100.00 arrived, but the bank has no such payment',
    { confirmed: [confirmed()], sources: [source({ result: 'no-answer' })] },
  ],
  [
    'confirmation-unpaid',
    {
      confirmed: [confirmed()],
      statements: [statement({ standing: 'pending', word: 'USERPAYING' })],
    },
    'a confirmation of 100.00 arrived, but the bank says that it is not paid: USERPAYING 100.00',
    { confirmed: [confirmed()], statements: [statement()] },
  ],
  [
    'confirmations-differ',
    { confirmed: [confirmed({ differs: ['amount'] })], statements: [statement()] },
    'confirmation T1 arrived with different contents (amount): one may be forged',
    { confirmed: [confirmed()], statements: [statement()] },
  ],
  [
    'reversal-not-shown',
    { sent: [refund()], statements: [statement()] },
    'we sent ewallet refund, but the bank shows none: it says SUCCESS 100.00',
    { sent: [refund({ state: 'rejected' })], statements: [statement()] },
  ],
  [
    'reversed-twice',
    { sent: [refund(), refund({ command: 'ewallet cancel', requestUId: 'uid-cancel' })] },
    'ewallet refund and ewallet cancel both succeeded: it was given back twice',
    { sent: [refund(), refund({ state: 'rejected' })] },
  ],
  [
    'paid-twice',
    { statements: twice },
    'paid 2 times under one reference: 100.00 and 90.00',
    { decoded: [payload({ static: true })], statements: twice },
  ],
  [
    'paid-twice',
    { statements: [statement(), statement({ wallet: 'A', transactionId: 'T2' })] },
    'paid 2 times under one reference: 100.00 and 100.00',
    { statements: [bill(), bill({ source: 'bill.search', transactionId: 'H1' })] },
  ],
  [
    'inquiries-differ',
    { statements: [slip('500.00'), bill()] },
    'the slip says 500.00, bill inquire says 100.00',
    { statements: [slip('100.00'), bill()] },
  ],
  [
    'inquiries-differ',
    { statements: [bill(), bill({ source: 'bill.search', standing: 'refused', word: 'RJCT' })] },
    'bill inquire says paid 100.00, bill search says RJCT 100.00',
    { statements: [bill(), bill({ source: 'bill.search', word: 'ACCC' })] },
  ],
  [
    'journal-against',
    { sent: [sent({ state: 'rejected' })], statements: [statement()] },
    'our journal says that ewallet pay was rejected, the bank says SUCCESS 100.00',
    { sent: [sent({ state: 'rejected', wallet: 'A' })], statements: [statement()] },
  ],
  [
    'journal-against',
    { sent: [sent()], sources: [source()] },
    'our journal says that ewallet pay succeeded, the bank does not know it',
    { sent: [sent()], sources: [source(), source({ result: 'no-answer' })] },
  ],
  [
    'journal-behind',
    { sent: [sent({ state: 'unknown' })], statements: [statement()] },
    'our journal says unknown, the bank says SUCCESS 100.00',
    { sent: [sent({ state: 'pending' })], statements: [statement({ standing: 'pending' })] },
  ],
  [
    'reversed-elsewhere',
    { sent: [sent()], statements: [statement({ standing: 'refused', word: 'CANCELED' })] },
    'it was paid, and the bank now says CANCELED 100.00: taken back, but not by this machine',
    { sent: [sent(), refund()], statements: [statement({ standing: 'refused' })] },
  ],
  [
    'wrong-wallet',
    { sent: [sent({ wallet: 'A', state: 'rejected' })], statements: [statement()] },
    'we sent ewallet pay to wallet A, the bank has it in wallet B',
    { sent: [sent()], statements: [statement()] },
  ],
  [
    'not-delivered',
    { confirmed: [confirmed({ forwarding: 'dead' })], statements: [statement()] },
    'confirmation T1 was received, but your application never accepted it',
    { confirmed: [confirmed({ forwarding: 'delivered' })], statements: [statement()] },
  ],
];

describe('contradictions', () => {
  it.each(RULES)('%s', async (rule, broken, message, fine) => {
    const { contradictions, verdict } = judge(evidence(broken));
    const found = contradictions.filter((one) => one.rule === rule).map((one) => one.message);
    expect(found.map(String)).toEqual([message]);
    const thai = await speaking('th', 'terminal');
    expect(found.map(thai)).toEqual([expect.stringMatching(/[ก-๙]{4}/)]);
    expect(thai(verdict.sentence)).toMatch(/^[ก-๙]{4}/);
    const none = judge(evidence(fine)).contradictions;
    expect(none.filter((one) => one.rule === rule)).toEqual([]);
  });

  it('never compares payments of different kinds', () => {
    const charge = { family: 'dd', source: 'dd.payment', wallet: undefined } as const;
    const { contradictions, verdict } = judge(
      evidence({
        confirmed: [confirmed({ amount: '7.00', transactionId: 'T7' })],
        statements: [statement(charge)],
      }),
    );
    expect(contradictions).toEqual([]);
    expect(String(verdict.sentence)).toBe('Paid: 100.00.');
  });
});
