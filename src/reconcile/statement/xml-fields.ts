import type { XmlSink } from './xml.js';

/**
 * The texts of an element by their paths below it, for example `BookgDt/Dt`; `Amt@Ccy` is an attribute.
 * Of several elements of one path the first counts; where the path ends in `+`, all, with blanks between.
 */
export class XmlFields {
  /** Numbers the paths of its kind: faster than a Map of each element. */
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #texts: (string | undefined)[];

  constructor(numbers: ReadonlyMap<string, number> = new Map()) {
    this.#numbers = numbers;
    this.#texts = new Array<string | undefined>(numbers.size);
  }

  get(path: string): string | undefined {
    const number = this.#numbers.get(path);
    return number === undefined ? undefined : this.#texts[number];
  }

  put({ number, isRepeated }: Field, text: string): void {
    if (text === '') return;
    const before = this.#texts[number];
    if (before === undefined) this.#texts[number] = text;
    else if (isRepeated && before.length < LONGEST) this.#texts[number] = `${before} ${text}`;
  }
}

interface Field {
  number: number;
  isRepeated: boolean;
}

export interface FieldSink {
  /** @param around what the elements around it have said so far, the innermost last */
  close(kind: string, fields: XmlFields, around: readonly XmlFields[]): void;
}

/** A place in a document that is looked at. */
export class XmlPlace {
  readonly children = new Map<string, XmlPlace>();
  /** What its text is; undefined where it is no field. */
  field: Field | undefined;
  currency: Field | undefined;
  kind: { name: string; numbers: ReadonlyMap<string, number> } | undefined;
}

/** Collects the fields of elements, and makes nothing of all others. Around the document there may be envelopes. */
export class FieldReader implements XmlSink {
  readonly #root: XmlPlace;
  readonly #sink: FieldSink;
  readonly #path: XmlPlace[] = [];
  /** The fields of the elements that are open, the innermost last. */
  readonly #open: XmlFields[] = [];
  #place: XmlPlace;
  /** How many elements are open that nobody looks at. */
  #skipped = 0;
  #text = '';

  constructor(root: XmlPlace, sink: FieldSink) {
    this.#root = root;
    this.#sink = sink;
    this.#place = root;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const isAround = this.#place === this.#root;
    const place =
      this.#skipped > 0
        ? undefined
        : (this.#place.children.get(name) ?? (isAround ? this.#root : undefined));
    if (place === undefined) {
      this.#skipped += 1;
      return;
    }
    this.#path.push(this.#place);
    this.#place = place;
    this.#text = '';
    if (place.kind !== undefined) this.#open.push(new XmlFields(place.kind.numbers));
    const { currency } = place;
    if (currency !== undefined) this.#open.at(-1)?.put(currency, attributes.Ccy ?? '');
  }

  text(text: string): void {
    const isWanted = this.#place.field !== undefined && this.#skipped === 0;
    if (isWanted && this.#text.length < LONGEST) this.#text += text;
  }

  close(): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    const { field, kind } = this.#place;
    if (field !== undefined) this.#open.at(-1)?.put(field, this.#text.trim());
    if (kind !== undefined) {
      const fields = this.#open.pop() ?? new XmlFields();
      this.#sink.close(kind.name, fields, this.#open);
    }
    this.#text = '';
    this.#place = this.#path.pop() ?? this.#root;
  }
}

/** Of a text that is joined of several parts. */
const LONGEST = 64 * 1024;

/**
 * The places of a document that are looked at.
 *
 * @param kinds where each kind of elements lies, and the paths of its fields
 */
export function buildPlaces(
  kinds: readonly { kind: string; at: readonly string[]; fields: readonly string[] }[],
): XmlPlace {
  const root = new XmlPlace();
  for (const { kind, at, fields } of kinds) {
    const numbers = new Map(fields.map((field, number) => [field, number]));
    for (const path of at) {
      const element = placeAt(root, path);
      element.kind = { name: kind, numbers };
      for (const [field, number] of numbers) addField(element, field, number);
    }
  }
  return root;
}

function addField(element: XmlPlace, field: string, number: number): void {
  const [, path = '', currency, repeated] = /^(.*?)(@Ccy)?(\+)?$/.exec(field) ?? [];
  const place = placeAt(element, path);
  place[currency === undefined ? 'field' : 'currency'] = {
    number,
    isRepeated: repeated !== undefined,
  };
}

function placeAt(root: XmlPlace, path: string): XmlPlace {
  let place = root;
  for (const name of path.split('/')) {
    const child = place.children.get(name) ?? new XmlPlace();
    place.children.set(name, child);
    place = child;
  }
  return place;
}
