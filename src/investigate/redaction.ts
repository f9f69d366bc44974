import { conceal } from '../client/conceal/conceal.js';
import { sha256 } from '../core/hash.js';
import type { Say } from '../core/message.js';
import { parseAmount } from '../core/money.js';
import { visible } from '../core/text.js';
import { amountText } from '../web/data.js';
import type { Evidence } from './evidence.js';

const MASKED = '[masked]';
const LEFT_OUT = '[…]';

/** Shorter texts are parts of other words, too. */
const SHORTEST = 3;

export function createMasker(personal: readonly string[]): (text: string) => string {
  return replacer(personal, MASKED);
}

/** Puts `mark` in place of each of these texts, of the longest first: a shorter one may be part of it. */
function replacer(texts: readonly string[], mark: string): (text: string) => string {
  const words = [...new Set(texts)]
    .filter(({ length }) => length >= SHORTEST)
    .sort((a, b) => b.length - a.length);
  return (text) => words.reduce((rest, word) => rest.replaceAll(word, mark), text);
}

/** An id: it has a digit, and nothing that a sentence has. */
const ID = /^(?=.*[0-9])[A-Za-z0-9_.-]{1,64}$/;

/** A word of the bank for a state, as its tables have them. */
const WORD = /^(?:[A-Z]+(?:_[A-Z]+)*|Partial|Full)$/;

/** The text if it is an id; texts of the other side may be anything. */
export function plainId(text: string | undefined): string | undefined {
  return text !== undefined && ID.test(text) ? text : undefined;
}

export function plainAmount(text: string | undefined): string | undefined {
  return text !== undefined && parseAmount(text) !== undefined ? amountText(text) : undefined;
}

/** Whether the id is a reference that was typed, not a payload or the name of a file. */
export function isTypedReference({ id, payloads, decoded }: Evidence): boolean {
  return decoded.length === 0 && payloads.includes(id);
}

/**
 * Takes out of our own sentences what must not be given away: personal data, secrets, payloads, and
 * words of the other side that are neither ids nor amounts nor states.
 */
export function redactingSay(evidence: Evidence, secrets: readonly string[], say: Say): Say {
  const masked = createMasker(evidence.personal);
  const foreign = foreignWords(evidence, say).flatMap((text) => [text, visible(text)]);
  const withoutForeign = replacer(foreign, LEFT_OUT);
  const payloads = isTypedReference(evidence) ? [] : [evidence.id, ...evidence.payloads];
  return (text) => {
    let rest = say(text);
    for (const payload of payloads) {
      for (const spelling of [payload, visible(payload)]) {
        if (spelling) rest = rest.replaceAll(spelling, `SHA-256:${sha256(payload).slice(0, 16)}`);
      }
    }
    return masked(conceal(withoutForeign(rest), secrets));
  };
}

function foreignWords({ statements, sources, confirmed }: Evidence, say: Say): string[] {
  const isForeign = (text: string) => {
    return plainId(text) === undefined && plainAmount(text) === undefined && !WORD.test(text);
  };
  const stated = statements.flatMap((one) => [
    ...[one.reason, one.payer].flatMap((text) => text ?? []),
    ...[one.word, one.code, one.amount, one.wanted, one.currency, one.transactionId]
      .flatMap((text) => text ?? [])
      .filter(isForeign),
  ]);
  // A doubt is told in words of ours.
  const silent = sources.flatMap(({ result, doubt, says }) =>
    result === 'no-answer' && doubt === undefined ? [say(says)] : [],
  );
  const confirming = confirmed.flatMap(({ id, reference, amount, transactionId, differs }) =>
    [id, reference, amount, transactionId, ...differs]
      .flatMap((text) => text ?? [])
      .filter(isForeign),
  );
  return [...stated, ...silent, ...confirming];
}
