import { SaxesParser } from 'saxes';
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
  position: true;
}

/** Deeper than any statement, shallow enough for any stack. */
const DEEPEST = 64;
/** Characters from one tag to the end of the next. */
const LONGEST = 1024 * 1024;
const PIECE = 64 * 1024;

/**
 * Reads XML as it comes, with bounds for all that a hostile file could make large. A type of document
 * is refused: without it, no entity is declared and no other file is referred to.
 */
export class XmlReader {
  readonly #parser = new SaxesParser<Options>({ xmlns: false, position: true });
  readonly #file: string;
  readonly #sink: XmlSink;
  #depth = 0;
  /** Characters since the last tag: comments and CDATA cut no text short. */
  #since = 0;

  /** @param file its name, for messages */
  constructor(file: string, sink: XmlSink) {
    this.#file = file;
    this.#sink = sink;
    const parser = this.#parser;
    const text = (part: string) => sink.text(part);
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    parser.on('text', text);
    parser.on('cdata', text);
    parser.on('closetag', () => this.#close());
    parser.on('doctype', () => {
      throw this.#refused(words.documentType(file));
    });
    parser.on('error', ({ message }) => {
      throw this.#refused(words.badXml(file, excerpt(message, 200)));
    });
  }

  take(text: string): void {
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE);
      this.#since += piece.length;
      this.#parser.write(piece);
      if (this.#since > LONGEST) throw this.#refused(words.tooLongPart(this.#file));
    }
  }

  end(): void {
    this.#parser.close();
  }

  #refused(message: Message): PayctlError {
    return new PayctlError('BAD_DATA', message);
  }

  #open(name: string, attributes: Record<string, string>): void {
    this.#since = 0;
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw this.#refused(words.tooDeep(this.#file, DEEPEST));
    this.#sink.open(name.slice(name.indexOf(':') + 1), attributes);
  }

  #close(): void {
    this.#since = 0;
    this.#depth -= 1;
    this.#sink.close();
  }
}
