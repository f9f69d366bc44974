import type { Message } from '../core/message.js';
import type { Facts } from './facts.js';

/**
 * conflict: two statements that cannot both be true; no verdict stands on them.
 * gap: one side knows less than the other, or a person should look; the verdict stands.
 */
export interface Contradiction {
  rule: string;
  severity: 'conflict' | 'gap';
  message: Message;
}

export interface ContradictionRule extends Pick<Contradiction, 'rule' | 'severity'> {
  /** A message for each place where the facts contradict each other. */
  find(facts: Facts): Message[];
}
