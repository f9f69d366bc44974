import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/core/errors.js';
import { joinTexts, speaker } from '../../src/core/message.js';
import type { Evidence, Payload } from '../../src/investigate/evidence.js';
import { judge } from '../../src/investigate/judge.js';
import { stepsAfter } from '../../src/investigate/next-steps.js';
import { table } from '../fixtures/table.js';
import {
  confirmed,
  evidence,
  facts,
  REFERENCES,
  reading,
  source,
  statement,
  transfer,
} from './evidence.js';

const initiated = transfer({ standing: 'initiated', word: 'INITIATE_COMPLETED' });

/** What is known | the verdict. */
const VERDICTS = table(`
  paid, and confirmed | statement; confirmed | SUCCESS: Paid: 100.00 by wallet B.
  paid by a code that the merchant read, which is never confirmed | statement; sent | SUCCESS: Paid: 100.00 by wallet B.
  a bill, with its moment | bill | SUCCESS: Paid: 100.00 at 2026-03-02 09:30:00; no confirmation of it was received on this machine.
  a registration | statement family=registration source=dd.registration word=0 reference=REG1 amount=none wallet=none | SUCCESS: Registered: REG1.
  refunded, as the record says | bill standing=reversed word=R | REJECTED: Refunded: 100.00 at 2026-03-02 09:30:00 was paid, and then reversed.
  a slip that does not know that its payment was refunded | bill source=slip.verify transactionId=none; bill standing=reversed word=R | REJECTED: Refunded: 100.00 at 2026-03-02 09:30:00 was paid, and then reversed.
  refunded on request, though it was asked for twice | statement standing=refused word=CANCELED; refund; refund state=rejected | REJECTED: Refunded once, by ewallet refund of 100.00, sent 2026-03-02 09:55:00; the bank says CANCELED 100.00; asked for 2 times.
  closed before anyone paid | statement standing=refused word=CANCELED; close | REJECTED: Closed unpaid, by ewallet close, sent 2026-03-02 09:55:00; the bank says CANCELED 100.00.
  taken back by another machine | statement standing=refused word=CANCELED; confirmed | REJECTED: Refunded: it was paid, and the bank now says CANCELED 100.00: taken back, but not by this machine.
  refused by the hub | transfer standing=refused word=CONFIRM_FAILED code=114 reason=Deposit not allowed | REJECTED: Not paid: the bank says CONFIRM_FAILED 100.00 THB (code 114): Deposit not allowed.
  a part of a debit | transfer standing=partial amount=40.00 wanted=100.00 | PARTIAL: Paid in part: 40.00 of 100.00 THB.
  initiated | transfer standing=initiated word=INITIATE_COMPLETED | PENDING: Initiated only: 100.00 THB; nothing moves before the transfer is confirmed.
  initiated, and a confirmation is on its way | transfer standing=initiated word=INITIATE_COMPLETED; confirm state=unknown | OUTCOME_UNKNOWN: Unknown: no outcome is known of transfer debit confirm, sent 2026-03-02 09:50:00; the bank says INITIATE_COMPLETED 100.00 THB.
  confirmed here, and not there | transfer standing=initiated word=INITIATE_COMPLETED; confirm state=succeeded | BAD_DATA: Contradiction: our journal says that transfer debit confirm succeeded, the bank says that it is not confirmed.
  still paying | statement standing=pending word=USERPAYING; sent state=pending | PENDING: Not final: the bank says USERPAYING 100.00, 10 minutes after it was sent.
  a refund whose outcome is open | statement; refund state=unknown | OUTCOME_UNKNOWN: Unknown: no outcome is known of ewallet refund of 100.00, sent 2026-03-02 09:55:00; the bank says SUCCESS 100.00.
  lost on the way | source; sent state=unknown | OUTCOME_UNKNOWN: Unknown: no outcome is known of ewallet pay of 100.00, sent 2026-03-02 09:50:00, and no inquiry knows it.
  refused when it was sent | source; rejected code=1102 | REJECTED: Known from the journal alone: ewallet pay of 100.00, sent 2026-03-02 09:50:00: rejected (code 1102); the bank does not know it.
  refunded, as only the journal knows | source result=not-asked; sent; refund | REJECTED: Known from the journal alone: refunded, by ewallet refund of 100.00, sent 2026-03-02 09:55:00; the bank could not be asked.
  the word of the journal while the bank is away | source result=no-answer class=UNAVAILABLE; sent | SUCCESS: Known from the journal alone: ewallet pay of 100.00, sent 2026-03-02 09:50:00: succeeded; the bank could not be asked.
  no bank, no journal | source result=no-answer class=AUTH says=the key is wrong | AUTH: No verdict: ewallet inquire could not answer: the key is wrong.
  no rights for a product that the reference hardly names | reading as=outTradeNo value=SBX1; reading as=regRef value=SBX1 fit=possible; source; source family=registration source=dd.registration result=no-answer class=AUTH httpStatus=403 | NOT_FOUND: Not found: neither the bank nor this machine knows it.
  an inquiry that could know it and fails, beside one that does not know it | reading as=outTradeNo value=SBX1; reading as=regRef value=SBX1 fit=possible; source; source family=registration source=dd.registration result=no-answer class=UNAVAILABLE httpStatus=503 says=busy | UNAVAILABLE: No verdict: dd registration could not answer: busy.
  one day of several on which the inquiry failed | reading as=outTradeNo value=SBX1; source; source result=no-answer class=BAD_DATA says=it is a page | BAD_DATA: No verdict: ewallet inquire could not answer: it is a page.
  nothing to ask | source result=not-asked says=companyId is missing | NOT_FOUND: Not found: no inquiry accepts it, and this machine does not know it.
  a code that nobody has paid | reading as=reference1 value=ORDER1 fit=certain; payload; source family=bill source=bill.inquire | PENDING: Not paid yet: the bank has no payment for this code.
  one reference of two payments | statement; statement family=dd source=dd.payment word=1000 wallet=none; sent | SUCCESS: Paid: 100.00 by wallet B. SBX1 is also known to dd payment: 1000 100.00.
`);

describe('verdict', () => {
  it.each(VERDICTS)('%s', (_, known = '', expected) => {
    const { class: ended, exit, sentence } = judge(facts(known)).verdict;
    expect(`${ended}: ${sentence}`).toBe(expected);
    expect(exit).toBe(EXIT[ended]);
  });
});

describe('next', () => {
  const onShop = speaker({ reader: 'terminal', connection: { profile: 'shop' } });
  const steps = (more: Partial<Evidence>) => {
    const all = evidence(more);
    return stepsAfter(all, judge(all), REFERENCES).map(({ command }) => onShop(command));
  };

  it('proposes the inquiry with --wait for a payment that is not final', () => {
    expect(steps({ statements: [statement({ standing: 'pending' })] })).toEqual([
      'payctl -p shop ewallet inquire --tran-type W --out-trade-no SBX1 --wait 60s',
    ]);
    expect(steps({ statements: [initiated] })).toEqual([
      'payctl -p shop transfer inquire --tokenizer-id SBX1 --date-from YYYY-MM-DD --wait 60s',
    ]);
  });

  it('keeps an id that begins with a dash from becoming an option', () => {
    const days = { from: '2026-03-01', to: '2026-03-03' };
    expect(steps({ id: '--help', sources: [source({ result: 'not-found', days })] })).toEqual([
      'payctl -p shop investigate --since 2026-01-30 -- --help',
      'payctl -p shop investigate --date YYYY-MM-DD -- --help',
    ]);
  });

  it('asks about the day that a tokenizerId names', () => {
    const known = { date: '2026-03-01' };
    const readings = [reading('tokenizerId', 'SBX1', { known })];
    expect(steps({ readings, statements: [initiated] })).toEqual([
      'payctl -p shop transfer inquire --tokenizer-id SBX1 --date-from 2026-03-01 --wait 60s',
    ]);
  });

  it('waits for a code that nobody has paid', () => {
    const decoded: Payload[] = [{ kind: 'bill-payment', static: false, faults: [] }];
    const sources = [source({ family: 'bill', source: 'bill.inquire' })];
    const order = (billerId: string) =>
      reading('reference1', 'ORDER1', { fit: 'certain', known: { billerId } });
    const billerId = '010000000000101';
    expect(steps({ decoded, sources, billerId, readings: [order(billerId)] })).toEqual([
      'payctl -p shop bill inquire --reference1 ORDER1 --wait 60s',
    ]);
    expect(steps({ decoded, sources, billerId: '2', readings: [order(billerId)] })).toEqual([
      `payctl -p shop bill inquire --reference1 ORDER1 --biller-id ${billerId} --wait 60s`,
    ]);
  });

  it('asks the bank for the confirmation that did not come', () => {
    expect(steps({ statements: [statement()], confirmed: [] })).toEqual([
      'payctl -p shop investigate SBX1 --bundle case.zip',
    ]);
  });

  it('proposes no inquiry where none takes the reference', () => {
    const sources = [source({ family: 'other', result: 'not-found', source: 'journal' })];
    expect(steps({ sources })).toEqual(['payctl -p shop investigate REFERENCE']);
  });

  it('explains a partial debit by its debitStatus', () => {
    const part = statement({ family: 'transfer', standing: 'partial', word: 'CONFIRM_COMPLETED' });
    expect(steps({ statements: [part] })).toEqual(['payctl -p shop explain Partial']);
  });

  it('proposes listen replay for an undelivered confirmation', () => {
    expect(
      steps({ statements: [statement()], confirmed: [confirmed({ forwarding: 'dead' })] }),
    ).toEqual(['payctl -p shop listen replay T1 --forward-to URL']);
  });

  it('does not repeat a payload that names a person', () => {
    const id = '0002010102112937…0066812345678';
    const broken: Payload[] = [
      { kind: 'credit-transfer', static: true, faults: [joinTexts(['the checksum is wrong'])] },
    ];
    const decoded = { id, payloads: [id], decoded: broken, readings: [] };
    expect(steps({ ...decoded, personal: ['0066812345678'] })).toEqual([
      'payctl -p shop investigate PAYLOAD --bundle case.zip',
    ]);
  });

  it('proposes nothing for a paid and confirmed payment', () => {
    expect(steps({ statements: [statement()], confirmed: [confirmed()] })).toEqual([]);
  });
});
