import { Message, type Say, sayEnglish, type Text } from '../core/message.js';
import { visibleLines } from '../core/text.js';

/** What a template takes. Messages are worded when the page is written. */
export type Value = Html | Text | number | undefined | readonly Value[];

/** HTML. Only `html` makes it, so that nothing from outside is taken for HTML. */
export class Html {
  readonly #strings: TemplateStringsArray;
  readonly #values: readonly Value[];

  constructor(strings: TemplateStringsArray, values: readonly Value[]) {
    this.#strings = strings;
    this.#values = values;
  }

  worded(say: Say): string {
    return this.#strings.map((part, index) => part + shown(this.#values[index], say)).join('');
  }

  toString(): string {
    return this.worded(sayEnglish);
  }
}

/** A template whose values are escaped, hidden characters included; only HTML is inserted as it is. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings, values);
}

function shown(value: Value, say: Say): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.worded(say);
  if (value instanceof Message) return escaped(say(value));
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return value.map((one) => shown(one, say)).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return visibleLines(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
