import { fromPlain, isLosslessNumber, type Json } from './json.js';

export type Language = 'en' | 'th';

/** Who reads it: a terminal speaks of flags and commands, a page of what is on it. */
export type Reader = 'terminal' | 'page';

/** Words of somebody else, or a sentence of ours. */
export type Text = string | Message;

/** Words a text for one reader, in one language. */
export type Say = (text: Text) => string;

/** A sentence, or how one is made of its values; `page` says it without flags, commands and paths. */
type Wording<F> = F | { terminal: F; page: F };
type Sentence = string | ((...values: never[]) => string);
type Sentences = Readonly<Record<string, Wording<Sentence>>>;

/** Where a sentence takes text, it also takes a message: both are worded in one language. */
type Given<T> = string extends T
  ? T | Message
  : T extends string | number | boolean | undefined
    ? T
    : { [K in keyof T]: Given<T[K]> };

type FunctionIn<W> = W extends { terminal: infer F } ? F : W;

/** The messages of one area: each is a constant, or a function of its values. */
export type Area<S> = {
  readonly [Id in keyof S]: FunctionIn<S[Id]> extends (...values: infer V) => string
    ? (...values: { [K in keyof V]: Given<V[K]> }) => Message
    : Message;
};

/** The same sentences in another language; one that is missing does not compile. */
export type Translation<S> = {
  readonly [Id in keyof S]: Wording<
    FunctionIn<S[Id]> extends (...values: infer V) => string ? (...values: V) => string : string
  >;
};

/** All sentences of a language, by area and id. */
export type Catalogue = Readonly<Record<string, Sentences>>;

/** A sentence for people before it is worded: which one, and its values. Whoever shows it words it. */
export class Message {
  readonly area: string;
  readonly id: string;
  readonly values: readonly unknown[];
  readonly #english: Wording<Sentence>;

  constructor(
    area: string,
    id: string,
    english: Wording<Sentence>,
    values: readonly unknown[] = [],
  ) {
    this.area = area;
    this.id = id;
    this.values = values;
    this.#english = english;
  }

  /** @param catalogue of another language than English */
  wordedBy(say: Say, reader: Reader, catalogue?: Catalogue): string {
    const wording = catalogue?.[this.area]?.[this.id] ?? this.#english;
    const sentence = typeof wording === 'object' ? wording[reader] : wording;
    if (typeof sentence === 'string') return sentence;
    return isSentence(sentence) ? sentence(...this.values.map((one) => worded(one, say))) : '';
  }

  /** In English, for a terminal: for logs, and for what is kept. */
  toString(): string {
    return sayEnglish(this);
  }

  toJSON(): string {
    return String(this);
  }

  /** The same sentence with each text among its values changed. */
  changed(change: (text: string) => string): Message {
    const values = this.values.map((value) => changedIn(value, change));
    return new Message(this.area, this.id, this.#english, values);
  }
}

function changedIn(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (value instanceof Message) return value.changed(change);
  if (Array.isArray(value)) return value.map((item) => changedIn(item, change));
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, changedIn(item, change)]),
  );
}

/** @param name of the area, by which translations find it */
export function area<const S extends Sentences>(name: string, english: S): Area<S> {
  const made = Object.fromEntries(
    Object.entries(english).map(([id, wording]) => [id, messageOf(name, id, wording)]),
  );
  if (!isArea(made, english)) throw new TypeError(name);
  return made;
}

function messageOf(name: string, id: string, wording: Wording<Sentence>) {
  const sentence = typeof wording === 'object' ? wording.terminal : wording;
  return typeof sentence === 'string'
    ? new Message(name, id, wording)
    : (...values: readonly unknown[]) => new Message(name, id, wording, values);
}

function isArea<S extends Sentences>(made: object, english: S): made is Area<S> {
  return Object.keys(made).length === Object.keys(english).length;
}

/** Its values were checked when the message was made. */
function isSentence(sentence: unknown): sentence is (...values: unknown[]) => string {
  return typeof sentence === 'function';
}

/** @param catalogue of another language than English */
export function speaker(reader: Reader, catalogue?: Catalogue): Say {
  const say: Say = (text) =>
    typeof text === 'string' ? text : text.wordedBy(say, reader, catalogue);
  return say;
}

export const sayEnglish: Say = /* @__PURE__ */ speaker('terminal');

function worded(value: unknown, say: Say): unknown {
  if (value instanceof Message) return say(value);
  if (Array.isArray(value)) return value.map((item) => worded(item, say));
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, worded(item, say)]));
}

/** Several texts as one. */
export function joined(texts: readonly Text[], separator = '; '): Message {
  return new Message('', '', (...parts: string[]) => parts.join(separator), texts);
}

/** JSON in which sentences are not worded yet. */
export type Data = Json | Message | readonly Data[] | { readonly [key: string]: Data };

/** Plain values as data; numbers must be safe integers or already exact. */
export function dataFrom(value: unknown): Data {
  if (value instanceof Message) return value;
  if (Array.isArray(value)) return value.map(dataFrom);
  if (typeof value !== 'object' || value === null || isLosslessNumber(value))
    return fromPlain(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, dataFrom(item)]));
}

/** Whether something in it has yet to be worded. */
export function holdsMessage(data: Data): boolean {
  if (data instanceof Message) return true;
  if (isList(data)) return data.some(holdsMessage);
  if (typeof data !== 'object' || data === null || isLosslessNumber(data)) return false;
  return Object.values(data).some(holdsMessage);
}

/** The data as this reader gets it. */
export function wordedData(data: Data, say: Say): Json {
  if (data instanceof Message) return say(data);
  if (isList(data)) return data.map((item) => wordedData(item, say));
  if (typeof data !== 'object' || data === null || isLosslessNumber(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, item]) => [key, wordedData(item, say)]),
  );
}

function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}
