import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';
import * as z from 'zod/mini';
import { yaml } from '../messages/syntax.js';
import { fromPlain, type Json } from './json.js';
import type { Message, Text } from './message.js';
import { visible } from './text.js';

/** A place in a file, counted from 1. */
interface Place {
  line: number;
  column: number;
}

/** A mistake in a file. */
export interface Mistake extends Place {
  file: string;
  message: Text;
}

/** The mistake with its place: `FILE:LINE:COLUMN: …`. */
export function mistakeText({ file, line, column, message }: Mistake): Message {
  const shown = typeof message === 'string' ? visible(message) : message;
  return yaml.at(visible(`${file}:${line}:${column}`), shown);
}

/** Keys and positions from the root down. */
export type Path = readonly (string | number)[];

/** A YAML file, with the places of its values. */
export class YamlSource {
  readonly file: string;
  readonly #text: string;
  readonly #document: Document.Parsed;
  readonly #lines = new LineCounter();

  constructor(file: string, text: string) {
    this.file = file;
    this.#text = text;
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      logLevel: 'silent',
    });
  }

  /** Where the text is not YAML. */
  syntaxMistakes(): Mistake[] {
    return this.#document.errors.map(({ message, pos, code }) => {
      const isTwice = code === 'DUPLICATE_KEY';
      const what = isTwice ? yaml.twice(visible(this.#wordAt(pos[0]))) : message;
      return this.#mistake(pos[0], what);
    });
  }

  /** Whether the values can be read all the same: the only mistakes are keys that are there twice. */
  isReadable(): boolean {
    return this.#document.errors.every(({ code }) => code === 'DUPLICATE_KEY');
  }

  /** The whole document as plain values. Throws for more than so many aliases. */
  value(maxAliasCount = 100): unknown {
    return this.#document.toJS({ maxAliasCount });
  }

  /** A mistake at the key or value of a path, or at the text `within` it. */
  mistake(path: Path, message: Text, part: 'key' | 'value' = 'value', within?: string): Mistake {
    const node = part === 'key' ? this.#keyAt(path) : this.#nodeAt(path);
    const [from = 0, to = from] = node?.range ?? [];
    const at = within === undefined ? -1 : this.#text.slice(from, to).indexOf(within);
    return this.#mistake(from + Math.max(at, 0), message);
  }

  /** The place of the value at a path, or of the nearest above it. */
  findPlace(path: Path): Place {
    const { line, col } = this.#lines.linePos(this.#nodeAt(path)?.range?.[0] ?? 0);
    return { line, column: col };
  }

  /** That the aliases of the document multiply its values without measure. */
  aliasMistakes(): Mistake[] {
    try {
      this.value();
      return [];
    } catch (error) {
      return [this.mistake([], error instanceof Error ? error.message : String(error))];
    }
  }

  /** Whether there is a value at a path. */
  has(path: Path): boolean {
    const { node, isWhole } = this.#follow(path.slice(0, -1));
    return isWhole && isCollection(node) && node.has(path.at(-1));
  }

  /** The value at a path, with numbers as the text that was written: 10.00 stays 10.00. */
  asWritten(path: Path): Json {
    return this.#toJson(this.#nodeAt(path));
  }

  #mistake(offset: number, message: Text): Mistake {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.file, line: Math.max(line, 1), column: Math.max(col, 1), message };
  }

  #wordAt(offset: number): string {
    return /^[^\s:]*/.exec(this.#text.slice(offset, offset + 80))?.[0] ?? '';
  }

  /** The node at a path, or the nearest above it. */
  #nodeAt(path: Path): Node | undefined {
    return this.#follow(path).node;
  }

  /** Down a path, through aliases, as far as it leads. */
  #follow(path: Path): { node: Node | undefined; isWhole: boolean } {
    let node = this.#target(this.#document.contents);
    for (const step of path) {
      const below = isCollection(node) ? this.#target(node.get(step, true)) : undefined;
      if (below === undefined) return { node, isWhole: false };
      node = below;
    }
    return { node, isWhole: node !== undefined };
  }

  /** What an alias stands for; any other node as it is. */
  #target(node: unknown): Node | undefined {
    if (isAlias(node)) return node.resolve(this.#document);
    return isNode(node) ? node : undefined;
  }

  /** @param outer the nodes around this one, of which an alias may name one */
  #toJson(written: unknown, outer: readonly Node[] = []): Json {
    const node = this.#target(written);
    if (node === undefined || outer.includes(node)) return null;
    if (isScalar(node)) {
      const { value, source } = node;
      if (typeof value === 'number' || typeof value === 'bigint') return source ?? String(value);
      return fromPlain(value ?? null);
    }
    const inside = [...outer, node];
    if (isMap(node)) {
      return Object.fromEntries(
        node.items.map(({ key, value }) => [
          isScalar(key) ? String(key.value) : '',
          this.#toJson(value, inside),
        ]),
      );
    }
    return isSeq(node) ? node.items.map((item) => this.#toJson(item, inside)) : null;
  }

  /** The key that a path ends with, or the nearest above it. */
  #keyAt(path: Path): Node | undefined {
    if (path.length === 0) return this.#document.contents ?? undefined;
    const parentPath = path.slice(0, -1);
    const parent = this.#nodeAt(parentPath);
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === path.at(-1))
      : undefined;
    return isNode(pair?.key) ? pair.key : this.#keyAt(parentPath);
  }
}

/** The keys that the object at a path of a schema may have. */
export function keysAt(schema: z.core.$ZodType, path: Path): string[] {
  if (schema instanceof z.core.$ZodOptional) return keysAt(schema._zod.def.innerType, path);
  const [step, ...rest] = path;
  if (schema instanceof z.core.$ZodArray) return keysAt(schema._zod.def.element, rest);
  if (!(schema instanceof z.core.$ZodObject)) return [];
  const { shape } = schema._zod.def;
  if (step === undefined) return Object.keys(shape);
  const below = shape[step];
  return below === undefined ? [] : keysAt(below, rest);
}
