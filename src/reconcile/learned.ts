import { baht } from './amounts.js';
import { type Answer, isPaid, type Payment } from './answers.js';

/** What the bank said of a record, or why it said nothing. */
export type Learned =
  | { amount: string | null; paid: boolean; requestUId: string }
  | { why: string };

/** Where some of the payments are those of the record, only they count. */
export function learnedFrom(answer: Answer, isAbout: (payment: Payment) => boolean): Learned {
  if ('why' in answer) return answer;
  const { payments, requestUId } = answer;
  const own = payments.filter(isAbout);
  const some = own.length > 0 ? own : payments;
  const moved = some.filter(isPaid);
  const told = (moved.length > 0 ? moved : some).flatMap(({ amount }) => amount ?? []);
  const amount = told.length === 0 ? null : baht(told.reduce((sum, one) => sum + one, 0));
  return { amount, paid: moved.length > 0, requestUId };
}
