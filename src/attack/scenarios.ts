import type { FaultName } from '../sandbox/faults.js';
import type { ClockMoment, Scenario, Step } from './scenario.js';

const pay: Step = { do: 'pay' };
const confirm: Step = { do: 'confirm' };
const confirmSecond: Step = { do: 'confirm', of: 1 };
const refund: Step = { do: 'refund' };
const alter: Step = { do: 'alter' };
const revoke: Step = { do: 'revoke' };
const soon: Step = { do: 'wait', ms: 600 };
/** An application that asks in turn comes to an order in this time. */
const polled: Step = { do: 'wait', ms: 3_000, until: 'asked' };
/** A minute of the bank. */
const late: Step = { do: 'wait', ms: 1_500, bank: '+1m' };
const idle: Step = { do: 'kill', at: 'idle' };
const clock = (at: ClockMoment): Step => ({ do: 'clock', at });
const eleven = clock('23:00:01');
const beforeMidnight = clock('23:59:58');
const afterMidnight = clock('00:00:01');

const fail = (by: FaultName, times = 2, ms?: number): Step => ({
  ...{ do: 'fail', by, times },
  ...(ms !== undefined && { ms }),
});
const failCreation = (by: FaultName): Step => ({ do: 'fail', by, times: 1, calls: 'creation' });
const failTokens = (by: FaultName): Step => ({ do: 'fail', by, times: 2, calls: 'token' });

/** Every scenario: what its orders go through. Nothing of it is decided anywhere else. */
export const SCENARIOS: readonly Scenario[] = [
  // What is not paid comes first: an application that guesses by the amount credits the oldest.
  {
    name: 'confirmations',
    fates: [
      { name: 'unpaid', ways: [[]] },
      { name: 'plain', ways: [[pay, confirm]] },
      {
        name: 'together',
        ways: [
          [pay, { do: 'confirm', times: 2 }],
          [pay, { do: 'confirm', times: 3 }],
        ],
      },
      {
        name: 'twice',
        ways: [
          [pay, confirm, confirm],
          [pay, confirm, soon, confirm],
        ],
      },
      { name: 'late', ways: [[pay, late, confirm]] },
      {
        name: 'altered',
        ways: [
          [pay, confirm, alter],
          [pay, confirm, soon, alter],
        ],
      },
      { name: 'altered-first', ways: [[pay, alter, confirm]] },
    ],
  },
  {
    name: 'lost',
    fates: [
      { name: 'unpaid', ways: [[]] },
      { name: 'lost', ways: [[pay]] },
      { name: 'lost-late', ways: [[soon, pay]] },
      { name: 'plain', ways: [[pay, confirm]] },
    ],
  },
  {
    name: 'forged',
    fates: [
      { name: 'unpaid', ways: [[{ do: 'forge', as: 'unpaid' }]] },
      { name: 'unpaid-later-paid', ways: [[{ do: 'forge', as: 'unpaid' }, polled, pay, confirm]] },
      {
        name: 'amount',
        ways: [
          [pay, { do: 'forge', as: 'amount' }, confirm],
          [pay, confirm, { do: 'forge', as: 'amount' }],
        ],
      },
      {
        name: 'again',
        ways: [
          [pay, confirm, { do: 'forge', as: 'again' }],
          [pay, confirm, soon, { do: 'forge', as: 'again' }],
        ],
      },
      { name: 'biller', ways: [[{ do: 'forge', as: 'biller' }]] },
      { name: 'stranger', ways: [[{ do: 'forge', as: 'stranger' }, pay, confirm]] },
      { name: 'borrowed', ways: [[soon, { do: 'forge', as: 'borrowed' }]] },
      {
        name: 'while-down',
        ways: [
          [fail('maintenance', 6), { do: 'forge', as: 'unpaid' }],
          [fail('before-commit', 6), { do: 'forge', as: 'unpaid' }],
        ],
      },
    ],
  },
  {
    name: 'answers',
    fates: [
      {
        name: 'lost',
        ways: [
          [pay, fail('before-commit'), confirm],
          [pay, fail('committed-but-reply-lost'), confirm],
        ],
      },
      {
        name: 'torn',
        ways: [
          [pay, fail('truncated'), confirm],
          [pay, fail('reset', 1), confirm],
        ],
      },
      { name: 'page', ways: [[pay, fail('html-error'), confirm]] },
      { name: 'busy', ways: [[pay, fail('rate-limited'), confirm]] },
      {
        name: 'down',
        ways: [
          [pay, fail('maintenance'), confirm],
          [pay, fail('gateway-timeout'), confirm],
          [pay, fail('threat'), confirm],
        ],
      },
      { name: 'down-lost', ways: [[fail('overload', 2), pay]] },
      {
        name: 'down-unpaid',
        ways: [[fail('maintenance', 2)], [fail('truncated', 2)], [fail('html-error', 2)]],
      },
    ],
  },
  {
    name: 'slow',
    fates: [
      {
        name: 'slow',
        ways: [
          [pay, fail('slow', 1, 2_000), confirm],
          [pay, fail('slow', 2, 1_500), confirm],
        ],
      },
      { name: 'very-slow', ways: [[pay, fail('slow', 1, 12_000), confirm]] },
      { name: 'plain', ways: [[pay, soon, confirm]] },
    ],
  },
  {
    name: 'tokens',
    fates: [
      { name: 'ended', ways: [[pay, revoke, confirm]] },
      { name: 'ended-twice', ways: [[revoke, pay, confirm, soon, revoke]] },
      { name: 'ended-lost', ways: [[pay, revoke]] },
      // Tokens end by themselves, and so do codes: who pays them all the same is refused.
      { name: 'hours-later', ways: [[{ do: 'wait', ms: 300, bank: '+3h' }, pay, confirm]] },
      { name: 'refused', ways: [[pay, fail('token-revoked', 1), confirm]] },
      {
        name: 'unavailable',
        ways: [
          [pay, failTokens('maintenance'), revoke, confirm],
          [pay, failTokens('truncated'), revoke, confirm],
          [pay, failTokens('rate-limited'), revoke, confirm],
        ],
      },
    ],
  },
  {
    name: 'killed',
    kills: true,
    fates: [
      { name: 'acknowledged', ways: [[pay, { do: 'kill', at: 'acknowledged' }, confirm]] },
      { name: 'asking', ways: [[pay, { do: 'kill', at: 'asking' }, confirm]] },
      { name: 'answered', ways: [[pay, { do: 'kill', at: 'answered' }, confirm]] },
      { name: 'between', ways: [[pay, confirm, soon, idle, confirm]] },
      { name: 'lost', ways: [[pay, idle]] },
    ],
  },
  {
    name: 'refunds',
    fates: [
      {
        name: 'before',
        ways: [
          [pay, refund, confirm],
          [pay, refund, late, confirm],
        ],
      },
      { name: 'crossing', ways: [[pay, confirm, refund]] },
      { name: 'after', ways: [[pay, confirm, soon, refund, confirm]] },
      { name: 'one-of-two', ways: [[pay, refund, pay, confirmSecond, confirm]] },
      { name: 'plain', ways: [[pay, confirm]] },
    ],
  },
  {
    name: 'paid-again',
    fates: [
      {
        name: 'twice',
        ways: [
          [pay, confirm, pay, confirmSecond],
          [pay, pay, confirm, confirmSecond],
        ],
      },
      { name: 'out-of-order', ways: [[pay, soon, pay, confirmSecond, confirm]] },
      { name: 'after-a-while', ways: [[pay, confirm, soon, pay, confirmSecond]] },
    ],
  },
  {
    name: 'creating',
    fates: [
      {
        name: 'lost',
        ways: [
          [failCreation('committed-but-reply-lost'), pay, confirm],
          [failCreation('truncated'), pay, confirm],
        ],
      },
      {
        name: 'lost-unconfirmed',
        ways: [[failCreation('committed-but-reply-lost'), pay]],
      },
      {
        name: 'refused',
        ways: [
          [failCreation('maintenance'), pay, confirm],
          [failCreation('rate-limited'), pay, confirm],
          [failCreation('html-error'), pay, confirm],
        ],
      },
      { name: 'token-ended', ways: [[failCreation('token-revoked'), pay, confirm]] },
    ],
  },
  {
    name: 'midnight',
    from: '22:59:58',
    fates: [
      { name: 'eleven', ways: [[pay, eleven, confirm, beforeMidnight, afterMidnight]] },
      { name: 'after-eleven', ways: [[eleven, pay, confirm, beforeMidnight, afterMidnight]] },
      { name: 'late-evening', ways: [[eleven, pay, beforeMidnight, confirm, afterMidnight]] },
      { name: 'before', ways: [[eleven, beforeMidnight, pay, afterMidnight, confirm]] },
      { name: 'after', ways: [[eleven, beforeMidnight, afterMidnight, pay, confirm]] },
      { name: 'after-lost', ways: [[eleven, beforeMidnight, afterMidnight, pay]] },
    ],
  },
];
