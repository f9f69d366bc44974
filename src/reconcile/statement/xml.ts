import { SaxesParser } from 'saxes';
import { PayctlError } from '../../core/errors.js';
import { statementWords as words } from '../../messages/statements.js';

/** An element with what is in it. */
export interface Element {
  /** Without its prefix. */
  name: string;
  text: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
}

/** Deeper than any statement, shallow enough for any stack. */
const DEEPEST = 64;
const MOST_CHILDREN = 10_000;
/** Characters between two tags, or in one. */
const LONGEST = 1024 * 1024;
const PIECE = 64 * 1024;

interface Options {
  xmlns: false;
  position: true;
}

export interface ElementSink {
  /** At the start tag: the children are not there yet. */
  open?(element: Element, path: readonly Element[]): void;
  /** Returns whether it was dealt with: then it is forgotten, so that a file may be of any size. */
  close(element: Element, path: readonly Element[]): boolean;
}

/**
 * Reads XML as it comes, with bounds for all that a hostile file could make large. A type of document
 * is refused: with it, no entity is declared and no other file is referred to.
 */
export class XmlReader {
  readonly #parser = new SaxesParser<Options>({ xmlns: false, position: true });
  readonly #file: string;
  readonly #sink: ElementSink;
  readonly #path: Element[] = [];
  readonly #names = new Map<string, string>();
  /** Characters since the last tag or text. */
  #since = 0;

  /** @param file its name, for messages */
  constructor(file: string, sink: ElementSink) {
    this.#file = file;
    this.#sink = sink;
    const parser = this.#parser;
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('closetag', () => this.#close());
    parser.on('comment', () => {
      this.#since = 0;
    });
    parser.on('doctype', () => {
      throw this.#refused(words.documentType(file));
    });
    parser.on('error', ({ message }) => {
      throw this.#refused(words.badXml(file, message));
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

  #refused(message: ReturnType<typeof words.documentType>): PayctlError {
    return new PayctlError('BAD_DATA', message);
  }

  #open(name: string, attributes: Record<string, string>): void {
    this.#since = 0;
    if (this.#path.length >= DEEPEST) throw this.#refused(words.tooDeep(this.#file, DEEPEST));
    const element = { name: this.#localName(name), text: '', attributes, children: [] };
    this.#path.push(element);
    this.#sink.open?.(element, this.#path);
  }

  #text(text: string): void {
    this.#since = 0;
    const element = this.#path.at(-1);
    if (element !== undefined && element.children.length === 0) element.text += text;
  }

  #close(): void {
    this.#since = 0;
    const element = this.#path.pop();
    if (element === undefined || this.#sink.close(element, this.#path)) return;
    const parent = this.#path.at(-1);
    if (parent === undefined) return;
    if (parent.children.length >= MOST_CHILDREN) {
      throw this.#refused(words.tooManyParts(this.#file, MOST_CHILDREN));
    }
    parent.children.push(element);
  }

  #localName(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const local = name.slice(name.indexOf(':') + 1);
    if (this.#names.size < MOST_CHILDREN) this.#names.set(name, local);
    return local;
  }
}

/** The first element under a path of names. */
export function elementAt(element: Element, ...path: readonly string[]): Element | undefined {
  let at: Element | undefined = element;
  for (const name of path) {
    at = at?.children.find((child) => child.name === name);
  }
  return at;
}

/** The text of the first element under a path of names; empty where there is none. */
export function textAt(element: Element, ...path: readonly string[]): string {
  return elementAt(element, ...path)?.text.trim() ?? '';
}

export function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter((child) => child.name === name);
}
