import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { PayctlError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { excerpt } from '../../core/text.js';
import { statementWords as words } from '../../messages/statements.js';

/** Gets the parts of a document as they come. Names are without their prefix. */
export interface XmlSink {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(): void;
}

interface Options {
  xmlns: false;
  position: false;
}

interface StartTag {
  name: string;
  attributes: Readonly<Record<string, string>>;
  isSelfClosing: boolean;
  /** The end tag that belongs to it, as it is nearly always written. */
  end: string;
}

/** Deeper than any statement, shallow enough for any stack. */
const DEEPEST = 64;
/** Characters from one tag to the end of the next. */
const LONGEST = 1024 * 1024;
/** Start tags that are remembered, and their characters: a statement has a few dozen short ones. */
const MOST_TAGS = 256;
const LONGEST_TAG = 256;

const SLASH = 0x2f;
/** The first `>` may stand in an attribute. */
const START_TAG = /<(?:[^>"']|"[^"]*"|'[^']*')*>/y;
/** How other markup begins and ends. */
const OTHER_MARKUP = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;
/** What is no plain text: `&`, `]`, and characters that XML changes or forbids. */
const SPECIAL = /[^\t\n\x20-\x25\x27-\x5c\x5e-\x7e\xa0-\u2027\u2029-\ud7ff\ue000-\ufffd]/;

/**
 * Reads XML as it comes, with bounds for all that a hostile file could make large. A type of document
 * is refused: without it, no entity is declared and no other file is referred to.
 *
 * A statement repeats a few tags a million times. saxes parses each of them once, and all that is more
 * than plain text; the rest is only found and nested here, which takes half the time.
 */
export class XmlReader {
  /** Knows of no element within the root: each tag is ended as soon as it is parsed. */
  readonly #saxes = new SaxesParser<Options>({ xmlns: false, position: false });
  readonly #file: string;
  readonly #sink: XmlSink;
  /** By all that is between `<` and `>`, and these. */
  readonly #tags = new Map<string, StartTag>();
  #parsed: SaxesTagPlain | undefined;
  readonly #open: StartTag[] = [];
  /** The end tag of the innermost element. */
  #end = '';
  #text = '';
  /** Where the next part begins in the text, and where the text begins in the document. */
  #at = 0;
  #before = 0;
  /** Characters since the last tag: comments and CDATA cut no text short. */
  #since = 0;

  /** @param file its name, for messages */
  constructor(file: string, sink: XmlSink) {
    this.#file = file;
    this.#sink = sink;
    const saxes = this.#saxes;
    const text = (part: string) => sink.text(part);
    saxes.on('opentag', (tag) => {
      this.#parsed = tag;
    });
    saxes.on('text', text);
    saxes.on('cdata', text);
    saxes.on('error', ({ message }) => {
      const position = this.#before + this.#at + 1;
      throw this.#refused(words.badXml(file, position, excerpt(message, 200)));
    });
  }

  take(piece: string): void {
    // Unlike a sum of texts, what is joined is flat: looking for a character takes half the time.
    const text = [this.#text.slice(this.#at), piece].join('');
    this.#before += this.#at;
    this.#text = text;
    this.#at = 0;
    for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', this.#at)) {
      if (start > this.#at) this.#takeText(text.slice(this.#at, start));
      this.#at = start;
      const end = this.#takeMarkup(text, start);
      if (end === undefined) break;
      this.#at = end;
    }
    if (this.#since + text.length - this.#at > LONGEST) {
      throw this.#refused(words.tooLongPart(this.#file));
    }
  }

  end(): void {
    this.#saxes.write(this.#text.slice(this.#at));
    this.#saxes.close();
  }

  #refused(message: Message): PayctlError {
    return new PayctlError('BAD_DATA', message);
  }

  #takeText(text: string): void {
    this.#since += text.length;
    if (this.#open.length === 0) this.#saxes.write(text);
    else if (!SPECIAL.test(text)) this.#sink.text(text);
    // saxes passes a text on as soon as something else begins.
    else this.#saxes.write(`${text}<!---->`);
  }

  /** Returns where it ends; undefined where that is not in the text yet. */
  #takeMarkup(text: string, start: number): number | undefined {
    if (text.charCodeAt(start + 1) === SLASH) return this.#takeEndTag(text, start);
    const end = text.indexOf('>', start) + 1;
    if (end === 0) return undefined;
    const tag = this.#tags.get(text.slice(start, end));
    if (tag === undefined) return this.#takeNew(text, start);
    this.#beginElement(tag);
    return end;
  }

  #takeEndTag(text: string, start: number): number | undefined {
    const usual = this.#end;
    if (usual !== '' && text.startsWith(usual, start)) {
      this.#endElement(usual);
      return start + usual.length;
    }
    const end = text.indexOf('>', start) + 1;
    if (end === 0) return undefined;
    const tag = text.slice(start, end);
    if (this.#open.length > 1) this.#saxes.write(usual.replace('/', '') + tag);
    this.#endElement(tag);
    return end;
  }

  /** A start tag that was not seen before, or what is no tag at all. */
  #takeNew(text: string, start: number): number | undefined {
    if (text.startsWith('<!DOCTYPE', start)) throw this.#refused(words.documentType(this.#file));
    const [begin, terminator] = OTHER_MARKUP.find(([one]) => text.startsWith(one, start)) ?? [];
    if (begin === undefined) {
      START_TAG.lastIndex = start;
      const [tag] = START_TAG.exec(text) ?? [];
      if (tag === undefined) return undefined;
      this.#beginElement(this.#parseTag(tag));
      return start + tag.length;
    }
    const last = text.indexOf(terminator, start + begin.length);
    if (last < 0) return undefined;
    const end = last + terminator.length;
    this.#saxes.write(text.slice(start, end));
    this.#since += end - start;
    return end;
  }

  #parseTag(text: string): StartTag {
    const isRemembered = text.length <= LONGEST_TAG && this.#tags.size < MOST_TAGS;
    // A slice keeps all of the text that it was cut from, and attributes are slices: this is a copy.
    const tagText = isRemembered ? text.split('').join('') : text;
    this.#parsed = undefined;
    this.#saxes.write(tagText);
    const { name = '', attributes = {}, isSelfClosing = false } = this.#parsed ?? {};
    const end = `</${name}>`;
    if (this.#open.length > 0 && !isSelfClosing) this.#saxes.write(end);
    const tag = { name: name.slice(name.indexOf(':') + 1), attributes, isSelfClosing, end };
    if (isRemembered) this.#tags.set(tagText, tag);
    return tag;
  }

  #beginElement(tag: StartTag): void {
    this.#since = 0;
    this.#end = tag.end;
    if (this.#open.push(tag) > DEEPEST) throw this.#refused(words.tooDeep(this.#file, DEEPEST));
    this.#sink.open(tag.name, tag.attributes);
    if (tag.isSelfClosing) this.#endElement('');
  }

  #endElement(tag: string): void {
    this.#since = 0;
    this.#open.pop();
    this.#end = this.#open.at(-1)?.end ?? '';
    if (this.#open.length === 0) {
      this.#saxes.write(tag);
      // What follows the root is for saxes to judge, whatever it looks like.
      this.#tags.clear();
    }
    this.#sink.close();
  }
}
