import { concealed } from '../client/conceal/conceal.js';
import { sha256 } from '../core/hash.js';
import { parseAmount } from '../core/money.js';
import { visible } from '../core/text.js';
import { cleaner } from './bundle.js';
import type { Evidence } from './evidence.js';
import { inThai } from './sayings.js';

const LEFT_OUT = '[…]';
/** A shorter text would tear words apart. */
const SHORTEST = 3;

/** What is no sentence: an id, which has a digit. */
const ID = /^(?=.*[0-9])[A-Za-z0-9_.-]{1,64}$/;
/** A word of the bank for a state, as its tables have them. */
const WORD = /^(?:[A-Z]+(?:_[A-Z]+)*|Partial|Full)$/;

/** An id that another side has given, where it is one. */
export function idOf(text: string | undefined): string | undefined {
  return text !== undefined && ID.test(text) ? text : undefined;
}

export function amountIn(text: string | undefined): string | undefined {
  return text !== undefined && parseAmount(text) !== undefined ? text : undefined;
}

/** Whether the id is a reference that was typed, not a payload or the name of a file. */
export function isGiven({ id, payloads, decoded }: Evidence): boolean {
  return decoded.length === 0 && payloads.includes(id);
}

/**
 * Takes out of our own sentences what must not be given away: personal data, secrets, payloads, and
 * words of the other side that are neither ids nor amounts nor states.
 */
export function discreetly(
  evidence: Evidence,
  secrets: readonly string[],
): (text: string) => string {
  const masked = cleaner(evidence.personal);
  const foreign = [...new Set(wordsOf(evidence).flatMap((text) => [text, visible(text)]))]
    .filter((text) => text.length >= SHORTEST)
    .sort((a, b) => b.length - a.length);
  const payloads = isGiven(evidence) ? [] : [evidence.id, ...evidence.payloads];
  return (text) => {
    let rest = text;
    for (const payload of payloads) {
      for (const one of [payload, visible(payload)]) {
        if (one) rest = rest.replaceAll(one, `SHA-256:${sha256(payload).slice(0, 16)}`);
      }
    }
    for (const word of foreign) rest = rest.replaceAll(word, LEFT_OUT);
    return masked(concealed(rest, secrets));
  };
}

function wordsOf({ statements, sources, confirmed }: Evidence): string[] {
  const isForeign = (text: string) => {
    return idOf(text) === undefined && amountIn(text) === undefined && !WORD.test(text);
  };
  const said = statements.flatMap((one) => [
    ...[one.reason, one.payer].flatMap((text) => text ?? []),
    ...[one.word, one.code, one.amount, one.wanted, one.currency, one.transactionId]
      .flatMap((text) => text ?? [])
      .filter(isForeign),
  ]);
  const silent = sources.flatMap(({ result, says }) =>
    result === 'no-answer' ? [says, inThai(says)] : [],
  );
  const told = confirmed.flatMap(({ id, reference, amount, transactionId, differs }) =>
    [id, reference, amount, transactionId, ...differs]
      .flatMap((text) => text ?? [])
      .filter(isForeign),
  );
  return [...said, ...silent, ...told];
}
