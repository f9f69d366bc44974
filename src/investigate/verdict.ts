import { EXIT, type ExitClass } from '../errors.js';
import { visible } from '../text.js';
import { contradictionsIn } from './contradictions.js';
import { decide } from './decision.js';
import type { Evidence } from './evidence.js';
import { type Facts, factsOf, nothing } from './facts.js';
import type { Contradiction } from './rule.js';
import { told } from './sources.js';

export interface Verdict {
  class: ExitClass;
  exit: number;
  sentence: string;
}

/** Facts of the payment that the verdict is about, and all contradictions. */
export interface Judgement {
  facts: Facts;
  contradictions: Contradiction[];
  verdict: Verdict;
}

export function judge(evidence: Evidence): Judgement {
  const all = factsOf(evidence);
  const [facts = nothing(evidence), ...others] = all;
  const contradictions = unique([facts, ...others].flatMap(contradictionsIn));
  const { class: ended, sentence } = decide(facts);
  const also = others
    .flatMap(({ bank }) => bank ?? [])
    .map((bank) => ` ${visible(bank.reference)} is also known to ${bank.source}: ${told(bank)}.`);
  return {
    facts,
    contradictions,
    verdict: { class: ended, exit: EXIT[ended], sentence: [sentence, ...new Set(also)].join('') },
  };
}

function unique(found: readonly Contradiction[]): Contradiction[] {
  return [...new Map(found.map((one) => [`${one.rule} ${one.message}`, one])).values()];
}
