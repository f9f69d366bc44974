import { bankRules } from './bank-rules.js';
import { confirmationRules } from './confirmation-rules.js';
import type { Facts } from './facts.js';
import { journalRules } from './journal-rules.js';
import { paperRules } from './paper-rules.js';
import type { Contradiction } from './rule.js';

const RULES = [...paperRules, ...confirmationRules, ...journalRules, ...bankRules];

/** Every contradiction in the facts, conflicts first. */
export function contradictionsIn(facts: Facts): Contradiction[] {
  const found = RULES.flatMap(({ rule, severity, find }) =>
    find(facts).map((message) => ({ rule, severity, message })),
  );
  const isGap = ({ severity }: Contradiction) => Number(severity === 'gap');
  return found.sort((a, b) => isGap(a) - isGap(b));
}
