import { type BookDecision, DECISIONS } from '../../books/state.js';
import type { Message } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { bookCommands as words } from '../../messages/books.js';

export { DECISIONS };

/** What a person may say of an item; the other one follows `matched-with` after a colon. */
export type BookVerdict = Pick<BookDecision, 'as' | 'with'>;

/** As messages list them. */
export const VERDICTS = DECISIONS.map((one) => (one === 'matched-with' ? `${one}:ID` : one)).join(
  ', ',
);

export function notDecision(text: string): Message {
  return words.notDecision(visible(JSON.stringify(text)), VERDICTS);
}

/** undefined for what is none. */
export function parseVerdict(text: string): BookVerdict | undefined {
  const [name = '', ...rest] = text.split(':');
  const as = DECISIONS.find((one) => one === name.trim().toLowerCase());
  const other = rest.join(':').trim();
  if (as === undefined || (other !== '') !== rest.length > 0) return undefined;
  if (as !== 'matched-with') return rest.length === 0 ? { as } : undefined;
  return other === '' ? { as } : { as, with: other };
}
