import type { XmlSink } from './xml.js';

/**
 * The texts of an element by their paths below it, for example `BookgDt/Dt`; `Amt@Ccy` is an attribute.
 * Of several elements of one path the first counts; where the path ends in `+`, all, with blanks between.
 */
export type Fields = ReadonlyMap<string, string>;

export interface FieldSink {
  /** @param around what the elements around it have said so far, the innermost last */
  close(kind: string, fields: Fields, around: readonly Fields[]): void;
}

/** A place in a document that is looked at. */
export class Place {
  readonly children = new Map<string, Place>();
  /** The path by which its text is a field; undefined where it is none. */
  field: string | undefined;
  isRepeated = false;
  currencyField: string | undefined;
  kind: string | undefined;
}

/** Collects the fields of elements, and makes nothing of all others. Around the document there may be envelopes. */
export class FieldReader implements XmlSink {
  readonly #root: Place;
  readonly #sink: FieldSink;
  readonly #path: Place[] = [];
  /** The fields of the elements that are open, the innermost last. */
  readonly #open: Map<string, string>[] = [];
  #place: Place;
  /** How many elements are open that nobody looks at. */
  #skipped = 0;
  #text = '';

  constructor(root: Place, sink: FieldSink) {
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
    if (place.kind !== undefined) this.#open.push(new Map());
    if (place.currencyField !== undefined && attributes.Ccy !== undefined) {
      this.#put(place.currencyField, attributes.Ccy, false);
    }
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
    const { field, isRepeated, kind } = this.#place;
    if (field !== undefined) this.#put(field, this.#text.trim(), isRepeated);
    if (kind !== undefined) {
      const fields = this.#open.pop() ?? new Map<string, string>();
      this.#sink.close(kind, fields, this.#open);
    }
    this.#text = '';
    this.#place = this.#path.pop() ?? this.#root;
  }

  #put(field: string, text: string, isRepeated: boolean): void {
    const fields = this.#open.at(-1);
    const before = fields?.get(field);
    if (fields === undefined || text === '') return;
    if (before === undefined) fields.set(field, text);
    else if (isRepeated && before.length < LONGEST) fields.set(field, `${before} ${text}`);
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
): Place {
  const root = new Place();
  for (const { kind, at, fields } of kinds) {
    for (const path of at) {
      const element = placeAt(root, path);
      element.kind = kind;
      for (const field of fields) addField(element, field);
    }
  }
  return root;
}

function addField(element: Place, field: string): void {
  const [, path = '', currency, repeated] = /^(.*?)(@Ccy)?(\+)?$/.exec(field) ?? [];
  const place = placeAt(element, path);
  if (currency === undefined) [place.field, place.isRepeated] = [field, repeated !== undefined];
  else place.currencyField = field;
}

function placeAt(root: Place, path: string): Place {
  let place = root;
  for (const name of path.split('/')) {
    const child = place.children.get(name) ?? new Place();
    place.children.set(name, child);
    place = child;
  }
  return place;
}
