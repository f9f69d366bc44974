import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/core/errors.js';
import { joined } from '../../src/core/message.js';
import { judge } from '../../src/investigate/decision.js';
import type { Evidence, Payload } from '../../src/investigate/evidence.js';
import { stepsAfter } from '../../src/investigate/next.js';
import {
  bill,
  confirmed,
  evidence,
  NOW,
  REFERENCES,
  reading,
  refund,
  sent,
  source,
  statement,
} from './evidence.js';

function verdictOf(more: Partial<Evidence>): string {
  const { class: ended, exit, sentence } = judge(evidence(more)).verdict;
  expect(exit).toBe(EXIT[ended]);
  return `${ended}: ${sentence}`;
}

const transfer = (more: Parameters<typeof statement>[0]) =>
  statement({
    ...{ family: 'transfer', source: 'transfer.inquire', currency: 'THB', wallet: undefined },
    ...{ transactionId: undefined, ...more },
  });
const confirm = (state: 'unknown' | 'succeeded') =>
  sent({
    ...{ family: 'transfer', operation: 'transfer.debitConfirm', wallet: undefined, state },
    ...{ command: 'transfer debit confirm', amount: undefined },
  });
const initiated = transfer({ standing: 'initiated', word: 'INITIATE_COMPLETED' });

describe('verdict', () => {
  it.each<readonly [string, Partial<Evidence>, string]>([
    [
      'paid, and confirmed',
      { statements: [statement()], confirmed: [confirmed()] },
      'SUCCESS: Paid: 100.00 by wallet B.',
    ],
    [
      'paid by a code that the merchant read, which is never confirmed',
      { statements: [statement()], sent: [sent()] },
      'SUCCESS: Paid: 100.00 by wallet B.',
    ],
    [
      'a bill, with its moment',
      { statements: [bill()] },
      'SUCCESS: Paid: 100.00 at 2026-03-02 09:30:00; no confirmation of it was received on this machine.',
    ],
    [
      'a registration',
      {
        statements: [
          statement({
            ...{ family: 'registration', source: 'dd.registration', word: '0' },
            ...{ amount: undefined, wallet: undefined, reference: 'REG1' },
          }),
        ],
      },
      'SUCCESS: Registered: REG1.',
    ],
    [
      'given back, as the record says',
      { statements: [bill({ standing: 'reversed', word: 'R' })] },
      'REJECTED: Given back: 100.00 at 2026-03-02 09:30:00 was paid, and then reversed.',
    ],
    [
      'a slip that does not know that its payment was given back',
      {
        statements: [
          bill({ source: 'slip.verify', transactionId: undefined }),
          bill({ standing: 'reversed', word: 'R' }),
        ],
      },
      'REJECTED: Given back: 100.00 at 2026-03-02 09:30:00 was paid, and then reversed.',
    ],
    [
      'given back on request, though it was asked for twice',
      {
        statements: [statement({ standing: 'refused', word: 'CANCELED' })],
        sent: [refund(), refund({ state: 'rejected' })],
      },
      'REJECTED: Given back once, by ewallet refund of 100.00, sent 2026-03-02 09:55:00; the bank says CANCELED 100.00; asked for 2 times.',
    ],
    [
      'closed before anyone paid',
      {
        statements: [statement({ standing: 'refused', word: 'CANCELED' })],
        sent: [refund({ operation: 'ewallet.close', command: 'ewallet close', amount: undefined })],
      },
      'REJECTED: Closed unpaid, by ewallet close, sent 2026-03-02 09:55:00; the bank says CANCELED 100.00.',
    ],
    [
      'taken back by another machine',
      {
        statements: [statement({ standing: 'refused', word: 'CANCELED' })],
        confirmed: [confirmed()],
      },
      'REJECTED: Given back: it was paid, and the bank now says CANCELED 100.00: taken back, but not by this machine.',
    ],
    [
      'refused by the hub',
      {
        statements: [
          transfer({
            ...{ standing: 'refused', word: 'CONFIRM_FAILED', code: '114' },
            reason: 'Deposit not allowed',
          }),
        ],
      },
      'REJECTED: Not paid: the bank says CONFIRM_FAILED 100.00 THB (code 114): Deposit not allowed.',
    ],
    [
      'a part of a debit',
      { statements: [transfer({ standing: 'partial', amount: '40.00', wanted: '100.00' })] },
      'PARTIAL: Paid in part: 40.00 of 100.00 THB.',
    ],
    [
      'initiated',
      { statements: [initiated] },
      'PENDING: Initiated only: 100.00 THB; nothing moves before the transfer is confirmed.',
    ],
    [
      'initiated, and a confirmation is on its way',
      { statements: [initiated], sent: [confirm('unknown')] },
      'OUTCOME_UNKNOWN: Unknown: transfer debit confirm, sent 2026-03-02 09:50:00 has no known outcome; the bank says INITIATE_COMPLETED 100.00 THB.',
    ],
    [
      'confirmed here, and not there',
      { statements: [initiated], sent: [confirm('succeeded')] },
      'BAD_DATA: Contradiction: our journal says that transfer debit confirm succeeded, the bank says that it is not confirmed.',
    ],
    [
      'still paying',
      {
        statements: [statement({ standing: 'pending', word: 'USERPAYING' })],
        sent: [sent({ state: 'pending' })],
      },
      'PENDING: Not final: the bank says USERPAYING 100.00, 10 minutes after it was sent.',
    ],
    [
      'a refund whose outcome is open',
      { statements: [statement()], sent: [refund({ state: 'unknown' })] },
      'OUTCOME_UNKNOWN: Unknown: ewallet refund of 100.00, sent 2026-03-02 09:55:00 has no known outcome; the bank says SUCCESS 100.00.',
    ],
    [
      'lost on the way',
      { sources: [source()], sent: [sent({ state: 'unknown' })] },
      'OUTCOME_UNKNOWN: Unknown: ewallet pay of 100.00, sent 2026-03-02 09:50:00 has no known outcome, and no inquiry knows it.',
    ],
    [
      'refused when it was sent',
      {
        sources: [source()],
        sent: [sent({ state: 'rejected', answer: { at: NOW, class: 'REJECTED', code: '1102' } })],
      },
      'REJECTED: By the journal alone: ewallet pay of 100.00, sent 2026-03-02 09:50:00: rejected (code 1102); the bank does not know it.',
    ],
    [
      'given back, as only the journal knows',
      { sources: [source({ result: 'not-asked' })], sent: [sent(), refund()] },
      'REJECTED: By the journal alone: given back, by ewallet refund of 100.00, sent 2026-03-02 09:55:00; the bank could not be asked.',
    ],
    [
      'the word of the journal while the bank is away',
      { sources: [source({ result: 'no-answer', class: 'UNAVAILABLE' })], sent: [sent()] },
      'SUCCESS: By the journal alone: ewallet pay of 100.00, sent 2026-03-02 09:50:00: succeeded; the bank could not be asked.',
    ],
    [
      'no bank, no journal',
      { sources: [source({ result: 'no-answer', class: 'AUTH', says: 'the key is wrong' })] },
      'AUTH: No verdict: ewallet inquire could not answer: the key is wrong.',
    ],
    [
      'no rights for a product that the reference hardly names',
      {
        readings: [reading('outTradeNo', 'SBX1'), reading('regRef', 'SBX1', { fit: 'possible' })],
        sources: [
          source(),
          source({
            ...{ family: 'registration', source: 'dd.registration', result: 'no-answer' },
            ...{ class: 'AUTH', httpStatus: 403 },
          }),
        ],
      },
      'NOT_FOUND: Not found: neither the bank nor this machine knows it.',
    ],
    [
      'an inquiry that could know it and fails, beside one that does not know it',
      {
        readings: [reading('outTradeNo', 'SBX1'), reading('regRef', 'SBX1', { fit: 'possible' })],
        sources: [
          source(),
          source({
            ...{ family: 'registration', source: 'dd.registration', result: 'no-answer' },
            ...{ class: 'UNAVAILABLE', httpStatus: 503, says: 'busy' },
          }),
        ],
      },
      'UNAVAILABLE: No verdict: dd registration could not answer: busy.',
    ],
    [
      'one day of several on which the inquiry failed',
      {
        readings: [reading('outTradeNo', 'SBX1')],
        sources: [
          source(),
          source({ result: 'no-answer', class: 'BAD_DATA', says: 'it is a page' }),
        ],
      },
      'BAD_DATA: No verdict: ewallet inquire could not answer: it is a page.',
    ],
    [
      'nothing to ask',
      { sources: [source({ result: 'not-asked', says: 'companyId is missing' })] },
      'NOT_FOUND: Not found: no inquiry accepts it, and this machine does not know it.',
    ],
    [
      'a code that nobody has paid',
      {
        readings: [reading('reference1', 'ORDER1', { fit: 'certain' })],
        decoded: [{ kind: 'bill-payment', static: false, faults: [] }],
        sources: [source({ family: 'bill', source: 'bill.inquire' })],
      },
      'PENDING: Not paid yet: the bank has no payment for this code.',
    ],
    [
      'one reference of two payments',
      {
        statements: [
          statement(),
          statement({ ...{ family: 'dd', source: 'dd.payment', word: '1000', wallet: undefined } }),
        ],
        sent: [sent()],
      },
      'SUCCESS: Paid: 100.00 by wallet B. SBX1 is also known to dd payment: 1000 100.00.',
    ],
  ])('%s', (_, more, expected) => {
    expect(verdictOf(more)).toBe(expected);
  });
});

describe('next', () => {
  const steps = (more: Partial<Evidence>) => {
    const all = evidence(more);
    return stepsAfter(all, judge(all), ['payctl', '-p', 'shop'], REFERENCES).map(
      ({ command }) => command,
    );
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
    expect(steps({ id: '--help', sources: [source({ result: 'not-found' })] })).toEqual([
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
      { kind: 'credit-transfer', static: true, faults: [joined(['the checksum is wrong'])] },
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
