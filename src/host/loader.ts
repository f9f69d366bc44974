import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Script } from 'node:vm';
import { type CodeCache, checksumOf, type Kept, shippedCode } from './code-cache.js';

const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const TAIL = Buffer.from('\n})');

interface Source extends Pick<Kept, 'name' | 'size' | 'modifiedAt'> {
  /** What is in the file. */
  bytes: Buffer;
  /** The same as the body of a function. */
  wrapped: Buffer;
}

interface Compiled {
  source: Source;
  script: Script;
}

/** Where compiled code comes from. */
interface Places {
  /** What earlier runs kept; absent where nothing is kept. */
  cache?: CodeCache | undefined;
  /** The directory of what came with the package. */
  shipped?: string | undefined;
}

/** Loads built files as Node's own `require` would, with the code that V8 made of them before. */
export class Loader {
  readonly cache: CodeCache | undefined;
  /** What earlier runs kept, by the name of the file. */
  readonly kept: ReadonlyMap<string, Kept>;
  readonly compiled: Compiled[] = [];
  /** Whether all that was loaded was kept. */
  isComplete = true;
  readonly #vm = process.getBuiltinModule('node:vm');
  readonly #loaded = new Map<string, { exports: unknown }>();
  readonly #shipped: string | undefined;
  readonly #outside: NodeJS.Require;

  /** @param outside for Node's own modules, and the packages that are not in the bundle */
  constructor({ cache, shipped }: Places, outside: NodeJS.Require) {
    this.cache = cache;
    this.#shipped = shipped;
    this.#outside = outside;
    const kept = cache?.read() ?? [];
    this.kept = new Map(kept.map((entry) => [entry.name, entry]));
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
      const require = this.#requireFrom(directory);
      run.call(module.exports, module.exports, require, module, path, directory);
    } catch (error) {
      this.#loaded.delete(path);
      throw error;
    }
    return module.exports;
  }

  #requireFrom(directory: string): Pick<NodeJS.Require, 'resolve'> & ((id: string) => unknown) {
    const load = (id: string) => {
      // Most lie side by side: for each of them "join" would take its path apart once more.
      if (id.startsWith('./')) return this.load(directory + sep + id.slice(2));
      if (id.startsWith('.')) return this.load(join(directory, id));
      return id.startsWith('node:') ? process.getBuiltinModule(id) : this.#outside(id);
    };
    return Object.assign(load, { resolve: this.#outside.resolve });
  }

  #compile(path: string, name: string): Script {
    const source = readSource(path, name);
    const kept = this.kept.get(name);
    const fits = kept !== undefined && isOf(kept, source);
    const script = new this.#vm.Script(source.wrapped.toString('latin1'), {
      filename: path,
      columnOffset: -HEAD.length,
      cachedData: fits ? kept.code : this.#shippedFor(source),
    });
    // Of a file that was only written anew, what is kept is brought up to date, to be known at once.
    const isKept = fits && kept.modifiedAt === source.modifiedAt;
    if (!isKept || script.cachedDataRejected === true) this.isComplete = false;
    this.compiled.push({ source, script });
    return script;
  }

  #shippedFor(source: Source): Buffer | undefined {
    if (this.#shipped === undefined) return undefined;
    const found = shippedCode(this.#shipped, source.name);
    return found && isOf(found, source) ? found.code : undefined;
  }
}

/** The build writes nothing but ASCII. */
function readSource(path: string, name: string): Source {
  const fd = openSync(path, 'r');
  try {
    const { size, mtimeMs: modifiedAt } = fstatSync(fd);
    // One string of all: put together from parts, it would be copied once more.
    const wrapped = Buffer.allocUnsafeSlow(HEAD.length + size + TAIL.length);
    const bytes = wrapped.subarray(HEAD.length, HEAD.length + size);
    wrapped.set(HEAD);
    for (let at = 0, read = -1; at < size && read !== 0; at += read) {
      read = readSync(fd, bytes, at, size - at, at);
    }
    wrapped.set(TAIL, HEAD.length + size);
    return { name, size, modifiedAt, bytes, wrapped };
  } finally {
    closeSync(fd);
  }
}

/** Whether code was made of this very source: V8 compares only the length. */
function isOf(code: Kept, { size, modifiedAt, bytes }: Source): boolean {
  if (code.size !== size) return false;
  return code.modifiedAt === modifiedAt || code.checksum === checksumOf(bytes);
}
