import { fromPlain, isLosslessNumber, type Json } from './json.js';
import { lazyMap } from './lazy-map.js';
import { once } from './once.js';

export type Language = 'en' | 'th';

/**
 * Where a message is read: in a terminal, where it names flags and commands; on a page, which has none; or
 * by who writes a program.
 */
export type Medium = 'terminal' | 'page' | 'code';

/** Words from outside as they came, or a message of ours. */
export type Text = string | Message;

/** Words a text for one reader, in one language. */
export type Say = (text: Text) => string;

/**
 * One wording for all readers, or one for each: a page has no flags, commands and paths, and a program has no
 * flags. A program reads what a page says, and a page what a terminal says, unless it has its own.
 */
type Wording<F> = F | { terminal: F; page?: F; code?: F };
/** A constant sentence, or a function of its values. One that names a command is a `phrase`. */
type Sentence = Text | ((...values: never[]) => Text);
type Sentences = Readonly<Record<string, Wording<Sentence>>>;

/** Where a sentence takes text, its message also takes a message, which is worded in the same language. */
type Accepted<T> = string extends T
  ? T | Message
  : T extends string | number | boolean | undefined
    ? T
    : { [K in keyof T]: Accepted<T[K]> };

type FunctionIn<W> = W extends { terminal: infer F } ? F : W;

/** The messages of one area, as constants and functions of the values of their sentences. */
type Area<S> = {
  readonly [Id in keyof S]: FunctionIn<S[Id]> extends (...values: infer V) => Text
    ? (...values: { [K in keyof V]: Accepted<V[K]> }) => Message
    : Message;
};

/** What a sentence gets where its message took a message: text. */
type Worded<T> = T extends Message
  ? never
  : T extends object
    ? { [K in keyof T]: Worded<T[K]> }
    : T;

/** The sentences of an area in another language; a missing one does not compile. */
export type Translation<A> = {
  readonly [Id in keyof A]: Wording<
    A[Id] extends (...values: infer V) => Message
      ? (...values: { [K in keyof V]: Worded<V[K]> }) => Text
      : Text
  >;
};

/** All sentences of a language, by area and id. */
export type Catalogue = Readonly<Record<string, Sentences>>;

/** The bank that a command goes to, as a command line names it. */
export interface NamedBank {
  readonly sandbox?: boolean;
  readonly profile?: string | undefined;
}

/** How a door speaks. */
export interface Voice {
  readonly reader: Medium;
  /** The translations; absent for English. */
  readonly catalogue?: Catalogue | undefined;
  /** That of the run: commands for people to run name it. */
  readonly connection?: NamedBank | undefined;
  /** Changes a command as it is shown, so that it stays in one line. */
  readonly showCommand?: ((line: string) => string) | undefined;
}

/** A sentence for people that is not worded yet: its area, id and values. A door words it when it is shown. */
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

  /** @param say words the messages among its values */
  wordedBy(say: Say, { reader, catalogue }: Voice): string {
    const wording = catalogue?.[this.area]?.[this.id] ?? this.#english;
    const sentence = isForEach(wording)
      ? (wording[reader] ?? wording.page ?? wording.terminal)
      : wording;
    if (typeof sentence !== 'function') return say(sentence);
    return isFunction(sentence)
      ? say(sentence(...this.values.map((value) => worded(value, say))))
      : '';
  }

  /** In English, for a terminal: what logs and files keep. */
  toString(): string {
    return sayEnglish(this);
  }

  toJSON(): string {
    return String(this);
  }

  /** The same sentence with each text and message among its values changed. */
  map(change: (text: Text) => Text): Message {
    return new Message(this.area, this.id, this.#english, this.changedValues(change));
  }

  protected changedValues(change: (text: Text) => Text): unknown[] {
    const changed = (leaf: unknown): unknown =>
      typeof leaf === 'string' || leaf instanceof Message ? change(leaf) : leaf;
    return this.values.map((value) => mapLeaves(value, changed));
  }

  /** The same sentence with each text among its values changed. */
  mapTexts(change: (text: string) => string): Message {
    return this.map((text) => (text instanceof Message ? text.mapTexts(change) : change(text)));
  }
}

/** A copy in which each message, text, number, … is replaced, however deep in lists and objects. */
function mapLeaves(value: unknown, leaf: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, leaf));
  const isNested = typeof value === 'object' && value !== null && !isLosslessNumber(value);
  if (!isNested || value instanceof Message) return leaf(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapLeaves(item, leaf)]),
  );
}

/**
 * The messages of an area. The sentences are made when the first is asked for, and each message when
 * it is: most runs say nothing of most areas. It can be listed like any object.
 * @param name by which catalogues find its translation
 */
export function area<const S extends Sentences>(name: string, english: () => S): Area<S> {
  const sentences = once<[], Sentences>(english);
  const made: Record<string, ReturnType<typeof createMessage>> = {};
  const messages: object = new Proxy(made, {
    get(_, id) {
      if (typeof id !== 'string' || !Object.hasOwn(sentences(), id)) return undefined;
      made[id] ??= createMessage(name, id, sentences()[id] ?? '');
      return made[id];
    },
    ownKeys: () => Reflect.ownKeys(sentences()),
    getOwnPropertyDescriptor: (_, id) =>
      Object.hasOwn(sentences(), id) ? { configurable: true, enumerable: true } : undefined,
  });
  if (!isArea<S>(messages)) throw new TypeError(name);
  return messages;
}

function createMessage(name: string, id: string, wording: Wording<Sentence>) {
  const sentence = isForEach(wording) ? wording.terminal : wording;
  return typeof sentence === 'function'
    ? (...values: readonly unknown[]) => new Message(name, id, wording, values)
    : new Message(name, id, wording);
}

/** The compiler does not see that the proxy makes a message of each sentence. */
function isArea<S extends Sentences>(messages: object): messages is Area<S> {
  return typeof messages === 'object';
}

/** Whether each reader has a wording of its own. */
function isForEach(wording: Wording<Sentence>): wording is Exclude<Wording<Sentence>, Sentence> {
  return typeof wording === 'object' && !(wording instanceof Message);
}

/** The values were checked by the compiler where the message was made. */
function isFunction(sentence: unknown): sentence is (...values: unknown[]) => Text {
  return typeof sentence === 'function';
}

/** Words texts as a door speaks. */
export function speaker(voice: Voice): Say {
  const say: Say = (text) => (typeof text === 'string' ? text : text.wordedBy(say, voice));
  return say;
}

/** Words texts in English, for a terminal. */
export const sayEnglish: Say = /* @__PURE__ */ speaker({ reader: 'terminal' });

/** Words texts in English, for who writes a program. */
export const sayInCode: Say = /* @__PURE__ */ speaker({ reader: 'code' });

function worded(value: unknown, say: Say): unknown {
  return mapLeaves(value, (leaf) => (leaf instanceof Message ? say(leaf) : leaf));
}

export function joinTexts(texts: readonly Text[], separator = '; '): Message {
  return new Message('', '', (...parts: string[]) => parts.join(separator), texts);
}

/** JSON with messages that are not worded yet. */
export type Data = Json | Message | readonly Data[] | { readonly [key: string]: Data };

/** Plain values as data, without undefined fields; numbers must be safe integers or already exact. */
export function toData(value: unknown): Data {
  if (value instanceof Message) return value;
  if (Array.isArray(value)) return value.map(toData);
  if (typeof value !== 'object' || value === null || isLosslessNumber(value))
    return fromPlain(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, toData(item)]));
}

export function containsMessage(data: Data): boolean {
  if (data instanceof Message) return true;
  if (isList(data)) return data.some(containsMessage);
  if (typeof data !== 'object' || data === null || isLosslessNumber(data)) return false;
  return Object.values(data).some(containsMessage);
}

export function wordedData(data: Data, say: Say): Json {
  if (data instanceof Message) return say(data);
  if (isList(data)) return lazyMap(data, (item) => wordedData(item, say));
  if (typeof data !== 'object' || data === null || isLosslessNumber(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, item]) => [key, wordedData(item, say)]),
  );
}

/** Whether there is nothing to word in it. */
export function isJson(data: Data): data is Json {
  if (typeof data !== 'object' || data === null || isLosslessNumber(data)) return true;
  return !(data instanceof Message) && Object.values(data).every(isJson);
}

export function isList(data: Data | undefined): data is readonly Data[] {
  return Array.isArray(data);
}
