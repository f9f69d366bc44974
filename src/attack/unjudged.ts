import type { Message } from '../core/message.js';
import { attack as words } from '../messages/attack.js';
import type { AttackResult } from './attack.js';
import { SLOWEST_ANSWER_MS } from './steps.js';

/** How many orders were played, and how many of them could be judged. */
export function countOrders({ scenarios, unclear }: AttackResult): { all: number; judged: number } {
  const all = scenarios.reduce((sum, { orders }) => sum + orders, 0);
  return { all, judged: all - unclear.day - unclear.busy - unclear.reference };
}

/** Why some orders were not judged, and what the run could not see. */
export function unclearWarnings(result: AttackResult): Message[] {
  const { scenarios, unclear, longestWaitMs, refusal } = result;
  const { day, busy, reference } = unclear;
  const isSlow = scenarios.some(({ histories }) => histories < (scenarios[0]?.histories ?? 0));
  return [
    ...(refusal ? [words.nothingPaid(refusal)] : []),
    ...(isSlow ? [words.slowApplication] : []),
    ...(day > 0 ? [words.dayUnclear(day)] : []),
    ...(busy > 0 ? [words.stillBusy(busy)] : []),
    ...(reference > 0 ? [words.numberedAgain(reference)] : []),
    ...(longestWaitMs >= SLOWEST_ANSWER_MS
      ? [words.waitedToTheEnd(SLOWEST_ANSWER_MS / 1_000)]
      : []),
  ];
}
