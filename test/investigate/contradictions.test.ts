import { describe, expect, it } from 'vitest';
import { judge } from '../../src/investigate/judge.js';
import { speaking } from '../../src/messages/speaking.js';
import { table } from '../fixtures/table.js';
import { confirmed, evidence, facts, statement } from './evidence.js';

/** Each rule: facts that break it | what it says | the nearest facts that do not. */
const RULES = table(`
  payload-broken | payload faults=the checksum is wrong | the bill-payment is broken or was altered: the checksum is wrong | payload
  payload-biller | bill billerId=099999999999999 | it pays biller 099999999999999, but the profile has biller 010000000000101 | bill billerId=010000000000101
  payload-amount | payload amount=100.00; bill amount=90.00 | the bill-payment asks for 100.00, the bank says 90.00 | payload amount=100; bill
  expected-amount | expectedAmount=5000.00; statement | the amount given is 5000.00, the bank says 100.00 | expectedAmount=100; statement
  sent-amount | sent amount=10.00; statement | our ewallet pay says 10.00, the bank says 100.00 | sent amount=10.00 state=not-executed
  confirmation-amount | confirmed; statement amount=10.00 | the confirmation says 100.00, the inquiry says 10.00 | confirmed amount=100; statement
  confirmation-transaction | confirmed id=T9 transactionId=T9; statement | the confirmation T9 names a transaction that the bank does not have | confirmed family=bill transactionId=T9 paidAt=-9; bill
  confirmation-unpaid | confirmed; source | a confirmation of 100.00 arrived, but the bank has no such payment | confirmed; source result=no-answer
  confirmation-unpaid | confirmed; statement standing=pending word=USERPAYING | a confirmation of 100.00 arrived, but the bank says that it is not paid: USERPAYING 100.00 | confirmed; statement
  confirmations-differ | confirmed differs=amount; statement | confirmation T1 arrived with different contents (amount): one may be forged | confirmed; statement
  reversal-not-shown | refund; statement | we sent ewallet refund, but the bank shows none: it says SUCCESS 100.00 | refund state=rejected; statement
  reversed-twice | refund; refund command=ewallet cancel requestUId=uid-cancel | ewallet refund and ewallet cancel both succeeded: it was refunded twice | refund; refund state=rejected
  reversed-twice | refund; refund command=ewallet cancel requestUId=uid-cancel | ewallet refund and ewallet cancel both succeeded: it was refunded twice | refund; close
  paid-twice | bill; bill transactionId=T2 paidAt=0 amount=90.00 | paid 2 times under one reference: 100.00 at 2026-03-02 09:30:00 and 90.00 at 2026-03-02 10:00:00 | payload static=true; bill; bill transactionId=T2 paidAt=0 amount=90.00
  paid-twice | statement; statement wallet=A transactionId=T2 | paid 2 times under one reference: 100.00 and 100.00 | bill; bill source=bill.search transactionId=H1
  inquiries-differ | bill source=slip.verify transactionId=none amount=500.00; bill | the slip says 500.00, bill inquire says 100.00 | bill source=slip.verify transactionId=none amount=100.00; bill
  inquiries-differ | bill; bill source=bill.search standing=refused word=RJCT | bill inquire says paid 100.00, bill search says RJCT 100.00 | bill; bill source=bill.search word=ACCC
  journal-against | sent state=rejected; statement | our journal says that ewallet pay was rejected, the bank says SUCCESS 100.00 | sent state=rejected wallet=A; statement
  journal-against | sent state=rejected; statement | our journal says that ewallet pay was rejected, the bank says SUCCESS 100.00 | created; sent state=rejected; statement
  journal-against | sent; source | our journal says that ewallet pay succeeded, the bank does not know it | sent; source; source result=no-answer
  journal-behind | sent state=unknown; statement | our journal says unknown, the bank says SUCCESS 100.00 | sent state=pending; statement standing=pending
  reversed-elsewhere | sent; statement standing=refused word=CANCELED | it was paid, and the bank now says CANCELED 100.00: taken back, but not by this machine | sent; refund; statement standing=refused
  wrong-wallet | sent wallet=A state=rejected; statement | we sent ewallet pay to wallet A, the bank has it in wallet B | sent; statement
  not-delivered | confirmed forwarding=dead; statement | confirmation T1 was received, but your application never accepted it | confirmed forwarding=delivered; statement
`);

describe('contradictions', () => {
  it.each(RULES)('%s', async (rule, broken = '', message, fine = '') => {
    const { contradictions, verdict } = judge(facts(broken));
    const found = contradictions.filter((one) => one.rule === rule).map((one) => one.message);
    expect(found.map(String)).toEqual([message]);
    const thai = await speaking('th', { reader: 'terminal' });
    expect(found.map(thai)).toEqual([expect.stringMatching(/[ก-๙]{4}/)]);
    expect(thai(verdict.sentence)).toMatch(/^[ก-๙]{4}/);
    const none = judge(facts(fine)).contradictions;
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
