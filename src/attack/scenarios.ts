import { type Scenario, THIS_EVENING } from './scenario.js';
import {
  afterMidnight,
  all,
  alone,
  alter,
  beforeMidnight,
  confirm,
  confirmSecond,
  dies,
  diesAcknowledging,
  diesAnswered,
  diesAsking,
  down,
  eleven,
  ends,
  evening,
  fail,
  failByPage,
  failCreation,
  failHalfWay,
  failOthers,
  failTelling,
  failTokens,
  idle,
  late,
  noticed,
  overtaken,
  paidAgain,
  pay,
  payLess,
  refund,
  refundFirst,
  revoke,
  SLOWEST_ANSWER_MS,
  soon,
  starts,
  startsAgain,
  stops,
  stopsAgain,
  tomorrow,
} from './steps.js';

/**
 * Every scenario: what its orders go through, all at the same time. Nothing of it is decided anywhere else.
 * What is not paid is made first and last: an application that guesses by the amount credits one of them.
 */
export const SCENARIOS: readonly Scenario[] = [
  // First, because it is yesterday there, and the clock of an application should not go back.
  {
    name: 'midnight',
    from: '22:59:58',
    fates: {
      eleven: [pay, eleven, confirm, beforeMidnight, afterMidnight],
      'after-eleven': [eleven, pay, confirm, beforeMidnight, afterMidnight],
      'late-evening': [eleven, pay, beforeMidnight, confirm, afterMidnight],
      before: [eleven, beforeMidnight, pay, afterMidnight, confirm],
      'before-lost': [eleven, beforeMidnight, pay, afterMidnight],
      after: [eleven, beforeMidnight, afterMidnight, pay, confirm],
      'after-lost': [eleven, beforeMidnight, afterMidnight, pay],
      // No day has all of it.
      'both-days': [eleven, beforeMidnight, pay, confirm, afterMidnight, pay, confirmSecond],
      // Whoever leaves out the day that failed has an answer all the same.
      'both-days-down': [
        ...[eleven, beforeMidnight, pay, confirm, afterMidnight],
        ...[noticed, pay, failTelling(fail('maintenance', 1)), confirmSecond],
      ],
    },
  },
  {
    name: 'lost',
    once: ['unpaid-last'],
    fates: {
      unpaid: [],
      lost: [pay],
      'lost-late': [soon, pay],
      plain: [pay, confirm],
      'unpaid-last': [],
    },
  },
  // Early, while the first page of a search has all payments of the day: whoever looks there finds the borrowed one.
  {
    name: 'forged',
    once: ['biller', 'while-down', 'while-cut-off'],
    fates: {
      unpaid: [{ do: 'forge', as: 'unpaid' }],
      'unpaid-later-paid': [{ do: 'forge', as: 'unpaid' }, noticed, pay, confirm],
      // It was told too early, and of what is paid afterwards it is not told.
      'unpaid-later-lost': [{ do: 'forge', as: 'unpaid' }, noticed, soon, pay],
      'amount-first': [pay, { do: 'forge', as: 'amount' }, confirm],
      amount: [pay, confirm, { do: 'forge', as: 'amount' }],
      again: [pay, confirm, { do: 'forge', as: 'again' }],
      'again-later': [pay, confirm, noticed, { do: 'forge', as: 'again' }],
      biller: [{ do: 'forge', as: 'biller' }],
      stranger: [{ do: 'forge', as: 'stranger' }, pay, confirm],
      borrowed: [soon, { do: 'forge', as: 'borrowed' }],
      torn: [pay, { do: 'forge', as: 'torn' }, confirm],
      // Of what is paid first it may hear otherwise, although the forgeries have left it deaf.
      'paid-again': paidAgain(),
      'while-down': [fail('maintenance', 6), { do: 'forge', as: 'unpaid' }],
      'while-cut-off': [fail('before-commit', 6), { do: 'forge', as: 'unpaid' }],
    },
  },
  {
    name: 'confirmations',
    once: ['unpaid-last'],
    fates: {
      unpaid: [],
      plain: [pay, confirm],
      together: [pay, { do: 'confirm', times: 2 }],
      'thrice-together': [pay, { do: 'confirm', times: 3 }],
      twice: [pay, confirm, confirm],
      'twice-later': [pay, confirm, noticed, confirm],
      late: [pay, late, confirm],
      altered: [pay, confirm, alter],
      'altered-later': [pay, confirm, noticed, alter],
      'altered-first': [pay, alter, confirm],
      // Polling does not show the payment before it is confirmed.
      'altered-unseen': [fail('maintenance', 3), pay, alter, confirm],
      less: [payLess, confirm],
      'unpaid-last': [],
    },
  },
  {
    name: 'answers',
    once: [
      ...['lost', 'torn', 'reset', 'page', 'busy', 'timed-out', 'threat'],
      ...['again-lost', 'again-torn', 'again-reset', 'again-page', 'again-busy'],
      ...['again-timed-out', 'again-threat', 'again-down', 'again-untold', 'refund-untold'],
      ...['down-unpaid', 'torn-unpaid', 'page-unpaid', 'page-for-answer-unpaid'],
    ],
    fates: {
      'call-lost': [pay, fail('before-commit'), confirm],
      lost: [pay, fail('committed-but-reply-lost'), confirm],
      torn: [pay, fail('truncated'), confirm],
      reset: [pay, fail('reset', 1), confirm],
      page: [pay, fail('html-error'), confirm],
      'page-for-answer': [pay, failByPage, confirm],
      busy: [pay, fail('rate-limited'), confirm],
      down: [pay, fail('maintenance'), confirm],
      'timed-out': [pay, fail('gateway-timeout'), confirm],
      threat: [pay, fail('threat'), confirm],
      'half-way-down': [failHalfWay('maintenance'), pay, confirm],
      'half-way-lost': [failHalfWay('committed-but-reply-lost'), pay, confirm],
      'half-way-torn': [failHalfWay('truncated'), pay, confirm],
      'half-way-busy': [failHalfWay('rate-limited'), pay],
      'down-lost': [fail('overload', 2), pay],
      'long-down-lost': [fail('overload', 6), pay],
      // Of a second payment or a refund an application may hear only once, and gets no answer then.
      'again-lost': paidAgain(fail('committed-but-reply-lost')),
      'again-torn': paidAgain(fail('truncated')),
      'again-reset': paidAgain(fail('reset', 1)),
      'again-page': paidAgain(fail('html-error')),
      'again-busy': paidAgain(fail('rate-limited')),
      'again-timed-out': paidAgain(fail('gateway-timeout')),
      'again-threat': paidAgain(fail('threat')),
      'again-down': paidAgain(fail('overload', 6)),
      'again-untold': paidAgain(failTelling(failByPage)),
      'refund-untold': [
        ...[pay, confirm, noticed, soon],
        ...[refund, failTelling(fail('maintenance')), confirm],
      ],
      'down-unpaid': [fail('maintenance', 2)],
      'torn-unpaid': [fail('truncated', 2)],
      'page-unpaid': [fail('html-error', 2)],
      'page-for-answer-unpaid': [failByPage],
    },
  },
  // An application with a circuit breaker must notice that the bank is back, though it answers 429 at first.
  {
    name: 'outage',
    // Where questions are asked in batches, what fails for one must not be lost for the others.
    copies: { 'paid-again': 3 },
    fates: {
      unpaid: [down],
      paid: [down, pay, confirm],
      lost: [down, pay],
      meanwhile: [pay, down, confirm],
      'paid-again': [pay, confirm, noticed, down, pay, confirmSecond],
      refunded: [pay, confirm, noticed, down, refund, confirm],
    },
  },
  // What asks about an order before another answer came does so here: none of it is left to chance. What is
  // unpaid is asked about while the slowest answer is on its way, and takes it for its own if the two are mixed up.
  {
    name: 'slow',
    once: ['slow-twice', 'together', 'very-slow', 'again-slow', 'unpaid-last'],
    fates: {
      unpaid: [],
      slow: [pay, fail('slow', 1, 1_500), confirm],
      'slow-twice': [pay, fail('slow', 2, 1_500), confirm],
      together: [pay, fail('slow', 6, 400), { do: 'confirm', times: 2 }],
      'very-slow': [pay, fail('slow', 1, SLOWEST_ANSWER_MS), confirm],
      // Whoever asks for several days at once and takes what came in time has all but this.
      'again-slow': [
        pay,
        confirm,
        noticed,
        pay,
        failTelling(fail('slow', 1, 3_500)),
        confirmSecond,
      ],
      plain: [pay, soon, confirm],
      'unpaid-last': [],
    },
  },
  {
    name: 'tokens',
    once: ['hours-later', 'again-refused', 'again-unavailable'],
    fates: {
      ended: [pay, revoke, confirm],
      'ended-twice': [revoke, pay, confirm, soon, revoke],
      'ended-lost': [pay, revoke],
      // Tokens end by themselves, and so do codes: who pays them all the same is refused.
      'hours-later': [{ do: 'wait', ms: 300, minutes: 180 }, pay, confirm],
      refused: [pay, fail('token-revoked', 1), confirm],
      'again-refused': paidAgain(fail('token-revoked', 1)),
      // So often that no refused call is left on its way, which would have another token bought.
      unavailable: [pay, failTokens('maintenance', 12), revoke, confirm],
      'again-unavailable': paidAgain(failTokens('maintenance', 12), revoke),
      torn: [pay, failTokens('truncated'), revoke, confirm],
      busy: [pay, failTokens('rate-limited'), revoke, confirm],
    },
  },
  {
    name: 'refunds',
    fates: {
      before: [pay, refund, confirm],
      'before-late': [pay, refund, late, confirm],
      // Whoever looks for open orders has credited it by then, and hears of it for the first time.
      'before-told': [pay, noticed, refund, confirm],
      crossing: [pay, confirm, refund],
      after: [pay, confirm, noticed, refund, confirm],
      'paid-afterwards': [pay, confirm, noticed, refund, confirm, noticed, pay, confirmSecond],
      'one-of-two': [pay, refund, pay, confirmSecond, confirm],
      'last-of-two': [pay, pay, refund, confirm, confirmSecond],
      // An application that takes off what was to be paid takes off too much.
      'less-of-two': [payLess, pay, refundFirst, confirm, confirmSecond],
      both: [
        ...[pay, pay, confirm, confirmSecond, noticed],
        ...[refund, refundFirst, confirm, confirmSecond],
      ],
      plain: [pay, confirm],
    },
  },
  {
    name: 'paid-again',
    once: [
      ...['meanwhile', 'half-way', 'half-told', 'between', 'others-wait', 'last'],
      ...['crowd', 'crowd-down'],
    ],
    copies: { crowd: 12, 'crowd-down': 2 },
    fates: {
      twice: [pay, confirm, pay, confirmSecond],
      'twice-before': [pay, pay, confirm, confirmSecond],
      'out-of-order': [pay, soon, pay, confirmSecond, confirm],
      'after-a-while': [pay, confirm, noticed, pay, confirmSecond],
      // Confirmed at the same moment: what two threads or processes do to one another shows now and then.
      crowd: [pay, confirm, noticed, all, pay, confirmSecond],
      // Two get no answer at first: whoever asks in batches must not forget the others because of them.
      'crowd-down': [pay, confirm, noticed, all, pay, fail('maintenance', 3), confirmSecond],
      // Within the same second, which some applications take for the version of a row.
      overtaken: [failTelling(fail('slow', 1, 250)), pay, confirm, overtaken, pay, confirmSecond],
      // The answer on its way does not have the second payment, whose confirmation comes before it.
      meanwhile: [pay, fail('slow', 2, 800), confirm, soon, pay, confirmSecond],
      // The same for an application that asks day by day: it hears of the second payment once the next day's answer
      // is there, or is answered as slowly about all of them.
      'half-way': [failHalfWay('slow', 1_500), pay, confirm, noticed, pay, late, confirmSecond],
      // One day's answer is there, and it is told of the second payment while that of another day is on its way.
      // The first of them may be of a question that began before the first payment.
      'half-told': [failOthers(fail('slow', 3, 1_500)), pay, confirm, noticed, pay, confirmSecond],
      between: [pay, fail('slow', 8, 800), confirm, noticed, pay, confirmSecond],
      // Its first answer has both.
      'twice-lost': [fail('maintenance', 2), pay, pay],
      // While one answer takes long, the application is told of other orders.
      'others-wait': [pay, confirm, noticed, fail('slow', 1, 2_500), confirm],
      // It is at work when it is told of the second payment, and hears of nothing afterwards.
      last: [
        ...[alone, failHalfWay('slow', 1_500), pay, confirm],
        ...[noticed, confirm, soon, pay, confirmSecond],
      ],
    },
  },
  {
    name: 'creating',
    fates: {
      lost: [failCreation('committed-but-reply-lost'), pay, confirm],
      torn: [failCreation('truncated'), pay, confirm],
      'lost-unconfirmed': [failCreation('committed-but-reply-lost'), pay],
      down: [failCreation('maintenance'), pay, confirm],
      busy: [failCreation('rate-limited'), pay, confirm],
      page: [failCreation('html-error'), pay, confirm],
      'token-ended': [failCreation('token-revoked'), pay, confirm],
    },
  },
  // After all that is short: what is wrong without a kill is found without one.
  {
    name: 'killed',
    kills: true,
    once: ['again-acknowledged', 'again-asking', 'again-answered'],
    fates: {
      acknowledged: [pay, diesAcknowledging, confirm],
      receiving: [pay, dies, confirm, dies, confirm, dies, confirm],
      asking: [pay, diesAsking, confirm],
      answered: [pay, diesAnswered, confirm],
      between: [pay, confirm, noticed, idle, confirm],
      lost: [pay, idle],
      // What it read of an order when it started must do for what comes now: nothing starts it again.
      'again-afterwards': [pay, confirm, noticed, idle, pay, confirmSecond],
      'refunded-afterwards': [pay, confirm, noticed, idle, refund, confirm],
      created: [{ do: 'kill', at: 'created' }, pay, confirm],
      // Whoever looks for open orders finds a first payment all the same; of a second one it only hears,
      // unless the questions that the first one raised go on until then.
      'again-acknowledged': [pay, confirm, noticed, soon, pay, diesAcknowledging, confirmSecond],
      'again-asking': [pay, confirm, noticed, soon, pay, diesAsking, confirmSecond],
      'again-answered': [pay, confirm, noticed, soon, pay, diesAnswered, confirmSecond],
    },
  },
  // What is paid an hour later, by the clock of the application too: its order may have ended there. Whoever asks
  // ever less often asks after the second start.
  {
    name: 'stopped',
    kills: true,
    once: ['much-before', 'asking'],
    copies: { 'much-before': 12 },
    fates: {
      // So much that the application has written more than one file or batch before it is stopped.
      'much-before': [
        ...[pay, confirm, noticed, pay, confirmSecond, soon],
        ...[stops, starts, stopsAgain, startsAgain],
      ],
      unpaid: [stops, starts, stopsAgain, startsAgain],
      meanwhile: [stops, pay, starts, confirm, stopsAgain, startsAgain],
      later: [stops, starts, noticed, pay, confirm, all, stopsAgain, startsAgain],
      'paid-again': [
        ...[pay, confirm, noticed, stops, pay, starts, confirmSecond],
        ...[stopsAgain, startsAgain],
      ],
      refunded: [pay, confirm, noticed, stops, refund, starts, confirm, stopsAgain, startsAgain],
      // It has acknowledged, and has no answer yet.
      unanswered: [
        ...paidAgain(fail('maintenance', 6)),
        ...[stops, starts, stopsAgain, startsAgain],
      ],
      // The answer that tells of the second payment is on its way when it is stopped, at once then.
      asking: [
        ...[pay, confirm, noticed, stops, starts, all],
        ...[pay, failTelling(fail('slow', 1, 2_500)), confirmSecond, overtaken],
        ...[stopsAgain, startsAgain],
      ],
      'again-afterwards': [
        ...[pay, confirm, noticed, stops, starts, stopsAgain, startsAgain],
        ...[pay, confirmSecond],
      ],
      // Confirmed an hour late, which does not make it a replay.
      'confirmed-later': [
        ...[pay, confirm, noticed, pay, stops, starts, confirmSecond],
        ...[stopsAgain, startsAgain],
      ],
    },
  },
  // Last, because the clock goes back afterwards: whoever looks for what was paid since its last look would
  // miss what is dated before this.
  {
    name: 'evening',
    from: THIS_EVENING,
    once: ['started-tomorrow'],
    fates: {
      plain: [evening, pay, confirm, noticed, tomorrow],
      lost: [evening, pay, noticed, tomorrow],
      // Whoever keeps orders by days looks for those of yesterday, too, when it starts. What it had in memory
      // must have shown by then.
      'started-tomorrow': [evening, tomorrow, alone, late, ends, starts, pay, confirm],
      // By any clock it was paid after its order was made, and on a day that every application asks for.
      'asked-tomorrow': [evening, pay, confirm, noticed, tomorrow, confirm],
      // It has asked for this day since it was over, and the bank's answer changes all the same.
      'refunded-tomorrow': [
        ...[evening, pay, confirm, noticed, tomorrow, confirm],
        ...[noticed, refund, confirm],
      ],
    },
  },
];
