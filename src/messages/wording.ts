import { area } from '../core/message.js';
import { joinWithOr, pluralize } from '../core/text.js';

/** Of what a program can do nothing about. */
export const ASK_OPERATOR = 'whoever operates the store brings it in order: docs/shared-store.md';

/** `this is the newest charge`, `these are the newest 5 charges`. */
export function theseAre(count: number, which: string, noun: string): string {
  return count === 1
    ? `this is the ${which} ${noun}`
    : `these are the ${which} ${pluralize(count, noun)}`;
}

/** What several areas say. */
export const wording = area('wording', () => ({
  /** A command that is a page of the menu: nobody needs to be told on a page. */
  pageOfMenu: {
    terminal: (command: string) => command,
    page: (_command: string) => '',
    code: (command: string) => command,
  },
  /** `one` is about a part of it: a file, a field, a row. */
  about: (what: string, one: string) => `${what}: ${one}`,
  /** Words of somebody else, as they came. */
  quoted: (words: string) => words,
  /** `named`: an option and the file that it is to write. */
  noDirectory: (named: string) => `the directory of ${named} does not exist`,
  otherEnding: (named: string, endings: readonly string[]) =>
    `${named} has another ending; give a name that ends in ${joinWithOr(endings)}`,
  leaveOut: (option: string) => `leave out ${option}`,
  leaveOutOne: 'leave out one of them',
  giveOne: 'give one of them',
  /** A hint after a word that is not known. */
  didYouMean: {
    terminal: (guess: string) => `did you mean ${guess}?`,
    page: (guess: string) => `Did you mean ${guess}?`,
    code: (guess: string) => `did you mean ${guess}?`,
  },
}));
