import { PayctlError } from '../../core/errors.js';
import { statementWords as words } from '../../messages/statements.js';
import type { XmlSink } from './xml.js';

/** An element with what is in it. */
export interface Element {
  name: string;
  text: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
}

const MOST_CHILDREN = 10_000;

/** Makes elements of a document. */
export class ElementReader implements XmlSink {
  readonly #file: string;
  readonly #take: (element: Element, depth: number) => boolean;
  readonly #path: Element[] = [];

  /**
   * @param file its name, for messages
   * @param take returns whether an element was dealt with at its end: then it is forgotten, so that a
   *   file may be of any size; `depth` is how many elements are around it
   */
  constructor(file: string, take: (element: Element, depth: number) => boolean) {
    this.#file = file;
    this.#take = take;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push({ name, text: '', attributes, children: [] });
  }

  text(text: string): void {
    const element = this.#path.at(-1);
    if (element !== undefined) element.text += text;
  }

  close(): void {
    const element = this.#path.pop();
    if (element === undefined || this.#take(element, this.#path.length)) return;
    const parent = this.#path.at(-1);
    if (parent === undefined) return;
    if (parent.children.length >= MOST_CHILDREN) {
      throw new PayctlError('BAD_DATA', words.tooManyParts(this.#file, MOST_CHILDREN));
    }
    parent.children.push(element);
  }
}

/** The first child of a name. */
export function childOf(element: Element, name: string): Element | undefined {
  return element.children.find((child) => child.name === name);
}

/** All children of a name. */
export function childrenOf(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
