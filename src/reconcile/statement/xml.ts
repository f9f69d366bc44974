import { PayctlError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { excerpt } from '../../core/text.js';
import { statementWords as words } from '../../messages/statements.js';
import { plainText, readTag, type Tag, tagEnd } from './xml-syntax.js';

/** Gets the parts of a document as they come. Names are without their prefix. */
export interface XmlSink {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(): void;
}

/** Deeper than any statement, shallow enough for any stack. */
const DEEPEST = 64;
/** Characters from one tag to the end of the next. */
const LONGEST = 1024 * 1024;
const PIECE = 64 * 1024;
const MOST_TAGS = 1000;
const USUAL_TAG = 100;

/** What no document may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/**
 * Reads XML as it comes, with bounds for all that a hostile file could make large. A type of document
 * is refused: without it, no entity is declared and no other file is referred to. It jumps from one
 * bracket to the next: a parser that looks at each character takes twice the time for a large statement.
 */
export class XmlReader {
  readonly #file: string;
  readonly #sink: XmlSink;
  /** Names of the elements that are open, the innermost last. */
  readonly #open: string[] = [];
  /** What was read between brackets: a document has few tags, and to read each time takes longer. */
  readonly #tags = new Map<string, Tag>();
  #hasRoot = false;
  /** The beginning of what is not whole yet. */
  #rest = '';
  /** Characters since the last tag: comments and CDATA cut no text short. */
  #since = 0;

  /** @param file its name, for messages */
  constructor(file: string, sink: XmlSink) {
    this.#file = file;
    this.#sink = sink;
  }

  take(text: string): void {
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE);
      const [forbidden] = FORBIDDEN.exec(piece) ?? [];
      if (forbidden !== undefined) throw this.#malformed(forbidden);
      this.#read(this.#rest + piece);
      if (this.#since + this.#rest.length > LONGEST) {
        throw this.#refused(words.tooLongPart(this.#file));
      }
    }
  }

  end(): void {
    const open = this.#open.at(-1);
    if (open !== undefined) throw this.#refused(words.endsWithin(this.#file, excerpt(open, 60)));
    if (!this.#hasRoot || this.#rest.trim() !== '') throw this.#malformed(this.#rest);
  }

  #read(text: string): void {
    let at = 0;
    for (;;) {
      const from = text.indexOf('<', at);
      if (from > at) this.#text(text.slice(at, from));
      const end = from < 0 ? -1 : this.#markup(text, from);
      if (end < 0) {
        this.#rest = text.slice(from < 0 ? at : from);
        return;
      }
      at = end;
    }
  }

  /** Takes what begins at a bracket, and tells where it ends; -1 where its end is still to come. */
  #markup(text: string, from: number): number {
    const next = text.charCodeAt(from + 1);
    if (next === BANG || next === QUESTION) return this.#mark(text, from);
    const bracket = text.indexOf('>', from);
    if (bracket < 0) return -1;
    if (next === SLASH) {
      this.#close(text.slice(from + 2, bracket));
      return bracket + 1;
    }
    const known = this.#tags.get(text.slice(from + 1, bracket));
    const end = known === undefined ? tagEnd(text, from) : bracket + 1;
    if (end >= 0) this.#element(known ?? this.#tag(text.slice(from + 1, end - 1)));
    return end;
  }

  /** A comment, a section of text, or an instruction. */
  #mark(text: string, from: number): number {
    const [begin, end] = MARKS.find(([one]) => text.startsWith(one, from)) ?? [];
    if (begin === undefined) return this.#noMark(text.slice(from, from + CDATA.length));
    const at = text.indexOf(end, from + begin.length);
    if (at < 0) return -1;
    this.#since += at - from;
    if (begin === CDATA) {
      if (this.#open.length === 0) throw this.#malformed(CDATA);
      this.#sink.text(text.slice(from + CDATA.length, at));
    }
    return at + end.length;
  }

  #noMark(begun: string): number {
    if (MARKS.some(([begin]) => begin.startsWith(begun))) return -1;
    if (DOCTYPE.startsWith(begun)) throw this.#refused(words.documentType(this.#file));
    throw this.#malformed(begun);
  }

  /** What people wrote is not shown: it may be anybody's name. */
  #text(text: string): void {
    this.#since += text.length;
    const open = this.#open.at(-1);
    if (open === undefined) {
      if (text.trim() !== '') throw this.#malformed(text.trim());
      return;
    }
    const plain = text.includes(']]>') ? undefined : plainText(text);
    if (plain === undefined) throw this.#malformed(`<${open}>`);
    this.#sink.text(plain);
  }

  #element({ name, local, attributes, isEmpty }: Tag): void {
    if (this.#hasRoot && this.#open.length === 0) throw this.#malformed(`<${name}`);
    this.#since = 0;
    this.#hasRoot = true;
    if (this.#open.push(name) > DEEPEST) {
      throw this.#refused(words.tooDeep(this.#file, DEEPEST));
    }
    this.#sink.open(local, attributes);
    if (isEmpty) this.#close(name);
  }

  #tag(inside: string): Tag {
    const tag = readTag(inside);
    if (tag === undefined) throw this.#malformed(`<${inside}`);
    if (this.#tags.size < MOST_TAGS && inside.length <= USUAL_TAG) this.#tags.set(inside, tag);
    return tag;
  }

  #close(name: string): void {
    this.#since = 0;
    const open = this.#open.pop();
    if (open === undefined || (open !== name && open !== name.trimEnd())) {
      throw this.#malformed(`</${name}`);
    }
    this.#sink.close();
  }

  #malformed(at: string): PayctlError {
    return this.#refused(words.badXml(this.#file, excerpt(at, 60)));
  }

  #refused(message: Message): PayctlError {
    return new PayctlError('BAD_DATA', message);
  }
}

const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const CDATA = '<![CDATA[';
const DOCTYPE = '<!DOCTYPE';

/** How what is no tag begins, and how it ends. */
const MARKS = [
  ['<!--', '-->'],
  [CDATA, ']]>'],
  ['<?', '?>'],
] as const;
