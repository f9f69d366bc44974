import type { Scenario, Step } from './scenario.js';

const pay: Step = { do: 'pay' };
const confirm: Step = { do: 'confirm' };
const refund: Step = { do: 'refund' };
const alter: Step = { do: 'alter' };
const revoke: Step = { do: 'revoke' };
const soon: Step = { do: 'wait', ms: 600 };
/** A minute of the bank. */
const late: Step = { do: 'wait', ms: 1_500, bank: '+1m' };
const idle: Step = { do: 'kill', at: 'idle' };

const fail = (by: Extract<Step, { do: 'fail' }>['by'], times = 2, ms?: number): Step => ({
  ...{ do: 'fail', by, times },
  ...(ms !== undefined && { ms }),
});

/** Every scenario: what its orders go through. Nothing of it is decided anywhere else. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'confirmations',
    fates: [
      { name: 'plain', ways: [[pay, confirm]] },
      { name: 'unpaid', ways: [[]] },
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
      { name: 'lost', ways: [[pay]] },
      { name: 'lost-late', ways: [[soon, pay]] },
      { name: 'plain', ways: [[pay, confirm]] },
      { name: 'unpaid', ways: [[]] },
    ],
  },
  {
    name: 'forged',
    fates: [
      { name: 'unpaid', ways: [[{ do: 'forge', as: 'unpaid' }]] },
      { name: 'unpaid-later-paid', ways: [[{ do: 'forge', as: 'unpaid' }, soon, pay, confirm]] },
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
      { name: 'refused', ways: [[pay, fail('token-revoked', 1), confirm]] },
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
      { name: 'one-of-two', ways: [[pay, refund, pay, { do: 'confirm', of: 1 }, confirm]] },
      { name: 'plain', ways: [[pay, confirm]] },
    ],
  },
  {
    name: 'paid-again',
    fates: [
      {
        name: 'twice',
        ways: [
          [pay, confirm, pay, { do: 'confirm', of: 1 }],
          [pay, pay, { do: 'confirm', of: 1 }, confirm],
        ],
      },
      { name: 'after-a-while', ways: [[pay, confirm, soon, pay, { do: 'confirm', of: 1 }]] },
      { name: 'ended', ways: [[{ do: 'wait', ms: 300, bank: '+3h' }, pay, confirm]] },
    ],
  },
  {
    name: 'midnight',
    from: '22:59:58',
    fates: [
      {
        name: 'eleven',
        ways: [
          [
            pay,
            { do: 'clock', at: '23:00:01' },
            confirm,
            { do: 'clock', at: '23:59:58' },
            { do: 'clock', at: '00:00:01' },
          ],
        ],
      },
      {
        name: 'before',
        ways: [
          [
            { do: 'clock', at: '23:00:01' },
            { do: 'clock', at: '23:59:58' },
            pay,
            { do: 'clock', at: '00:00:01' },
            confirm,
          ],
        ],
      },
      {
        name: 'after',
        ways: [
          [
            { do: 'clock', at: '23:00:01' },
            { do: 'clock', at: '23:59:58' },
            { do: 'clock', at: '00:00:01' },
            pay,
            confirm,
          ],
        ],
      },
    ],
  },
];
