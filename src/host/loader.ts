import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Script } from 'node:vm';
import { type CodeCache, checksumOf, type Entry, type Kept, shippedCode } from './code-cache.js';

/** What is in a file becomes the body of a function. */
const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const TAIL = Buffer.from('\n})');

/** For the largest file that each run loads, and then for its code. */
const BUFFER_BYTES = 320_000;

interface Source extends Pick<Kept, 'name' | 'size' | 'modifiedAt'> {
  /** With head and tail. */
  text: string;
}

interface Compiled {
  source: Source;
  script: Script;
}

/** Where compiled code comes from. */
interface Places {
  /** What earlier runs kept; absent where nothing is kept. */
  cache?: CodeCache | undefined;
  /** The directory of what came with the package, for the first run of a build. */
  shipped?: string | undefined;
}

/** Loads built files as Node's own `require` would, with the code that V8 made of them before. */
export class Loader {
  readonly cache: CodeCache | undefined;
  /** What earlier runs kept, by the name of the file. */
  readonly kept = new Map<string, Entry>();
  readonly compiled: Compiled[] = [];
  /** Whether all that was loaded was kept. */
  isComplete = true;
  readonly #vm = process.getBuiltinModule('node:vm');
  readonly #loaded = new Map<string, { exports: unknown }>();
  readonly #shipped: string | undefined;
  readonly #outside: NodeJS.Require;
  /** All is read through it, the text of each file and then its code. */
  #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);

  /** @param outside for Node's own modules, and the packages that are not in the bundle */
  constructor({ cache, shipped }: Places, outside: NodeJS.Require) {
    this.cache = cache;
    this.#shipped = shipped;
    this.#outside = outside;
    for (const entry of cache?.entries() ?? []) this.kept.set(entry.name, entry);
  }

  load(path: string): unknown {
    const known = this.#loaded.get(path);
    if (known !== undefined) return known.exports;
    // Without a prototype it is a plain table from the start: with hundreds of names, a quarter of the cost.
    const module = { exports: Object.create(null) };
    this.#loaded.set(path, module);
    try {
      const at = path.lastIndexOf(sep);
      const directory = path.slice(0, at);
      const run = this.#compile(path, path.slice(at + 1)).runInThisContext();
      const load = (id: string): unknown => {
        // Most lie side by side: for each of them "join" would take its path apart once more.
        if (id.startsWith('./')) return this.load(directory + sep + id.slice(2));
        if (id.startsWith('.')) return this.load(join(directory, id));
        return id.startsWith('node:') ? process.getBuiltinModule(id) : this.#outside(id);
      };
      const require = Object.assign(load, { resolve: this.#outside.resolve });
      run.call(module.exports, module.exports, require, module, path, directory);
    } catch (error) {
      this.#loaded.delete(path);
      throw error;
    }
    return module.exports;
  }

  #compile(path: string, name: string): Script {
    const source = this.#read(path, name);
    const kept = this.kept.get(name);
    const own = kept && isOf(kept, source) ? this.cache?.codeOf(kept, this.#buffer) : undefined;
    const script = new this.#vm.Script(source.text, {
      filename: path,
      columnOffset: -HEAD.length,
      cachedData: own ?? this.#shippedFor(source),
    });
    // Of a file that was only written anew, what is kept is brought up to date, to be known at once.
    const isKept = own !== undefined && kept?.modifiedAt === source.modifiedAt;
    if (!isKept || script.cachedDataRejected === true) this.isComplete = false;
    this.compiled.push({ source, script });
    return script;
  }

  /** The build writes nothing but ASCII. */
  #read(path: string, name: string): Source {
    const fd = openSync(path, 'r');
    try {
      const { size, mtimeMs: modifiedAt } = fstatSync(fd);
      const length = HEAD.length + size + TAIL.length;
      if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafeSlow(length);
      this.#buffer.set(HEAD);
      let end = HEAD.length;
      for (let count = -1; count !== 0 && end < HEAD.length + size; end += count) {
        count = readSync(fd, this.#buffer, end, HEAD.length + size - end, end - HEAD.length);
      }
      this.#buffer.set(TAIL, end);
      // One string of all: put together from parts, it would be copied once more.
      const text = this.#buffer.toString('latin1', 0, end + TAIL.length);
      return { name, size, modifiedAt, text };
    } finally {
      closeSync(fd);
    }
  }

  #shippedFor(source: Source): Buffer | undefined {
    if (this.#shipped === undefined || this.cache?.isMade()) return undefined;
    const found = shippedCode(this.#shipped, source.name);
    return found && isOf(found, source) ? found.code : undefined;
  }
}

/** Whether code was made of this very source: V8 compares only the length. */
function isOf(
  code: Pick<Kept, 'size' | 'modifiedAt' | 'checksum'>,
  { size, modifiedAt, text }: Source,
): boolean {
  if (code.size !== size) return false;
  return code.modifiedAt === modifiedAt || code.checksum === checksumOf(bytesOf(text));
}

/** What was in the file. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(HEAD.length, -TAIL.length), 'latin1');
}
