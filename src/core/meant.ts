import { wording } from '../messages/wording.js';
import type { Message } from './message.js';
import { nearest } from './text.js';

/** The hint for a word that is none of the choices: the one that is most like it, or else `otherwise`. */
export function meant(
  word: string,
  choices: readonly string[],
  otherwise?: Message,
): Message | undefined {
  const guess = nearest(word, choices);
  return guess === undefined ? otherwise : wording.didYouMean(guess);
}
