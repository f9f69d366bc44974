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

/** Of elements that are held at one time, by the memory that they take. */
const MOST_BYTES = 128 * 1024 * 1024;
/** Of one without its text. */
const ELEMENT_BYTES = 256;

/** Makes elements of a document. */
export class ElementReader implements XmlSink {
  readonly #file: string;
  readonly #take: (element: Element, depth: number) => boolean;
  readonly #path: { element: Element; heldBefore: number }[] = [];
  /** Bytes of the elements that are not forgotten. */
  #held = 0;

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
    const element = { name, text: '', attributes, children: [] };
    this.#path.push({ element, heldBefore: this.#held });
    this.#hold(ELEMENT_BYTES);
    for (const value of Object.values(attributes)) this.#hold(ELEMENT_BYTES + value.length);
  }

  text(text: string): void {
    const open = this.#path.at(-1);
    if (open === undefined) return;
    open.element.text += text;
    this.#hold(text.length);
  }

  close(): void {
    const closed = this.#path.pop();
    if (closed === undefined) return;
    const { element, heldBefore } = closed;
    if (this.#take(element, this.#path.length)) this.#held = heldBefore;
    else this.#path.at(-1)?.element.children.push(element);
  }

  #hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held > MOST_BYTES)
      throw new PayctlError('BAD_DATA', words.tooLargeElement(this.#file));
  }
}

/** The first child of a name. */
export function findChild(element: Element, name: string): Element | undefined {
  return element.children.find((child) => child.name === name);
}

/** All children of a name. */
export function findChildren(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
