import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { Script } from 'node:vm';
import { type CodeCache, checksumOf, type Kept, shippedCode } from './code-cache.js';

/** V8 throws code away that was not used for long, and a run of that length has no haste. */
const MOST_SECONDS = 10;

const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const TAIL = Buffer.from('\n})');

interface Source extends Pick<Kept, 'name' | 'size' | 'modifiedAt'> {
  /** The file, with what makes it a function around it. */
  wrapped: Buffer;
}

interface Compiled {
  source: Source;
  script: Script;
}

/** Where compiled code comes from, and where it goes. */
interface Places {
  /** What earlier runs kept; absent where nothing is kept. */
  cache?: CodeCache | undefined;
  /** The directory of what came with the package. */
  shipped?: string | undefined;
}

/** Loads built files as Node's own `require` would, with the code that V8 made of them before. */
export class Loader {
  readonly #vm = process.getBuiltinModule('node:vm');
  readonly #loaded = new Map<string, { exports: unknown }>();
  readonly #compiled: Compiled[] = [];
  readonly #kept: Map<string, Kept>;
  readonly #places: Places;
  readonly #outside: NodeJS.Require;
  /** Whether all that was loaded was kept. */
  #complete = true;

  /** @param outside for Node's own modules, and the packages that are not in the bundle */
  constructor(places: Places, outside: NodeJS.Require) {
    this.#places = places;
    this.#outside = outside;
    const kept = places.cache?.read() ?? [];
    this.#kept = new Map(kept.map((entry) => [entry.name, entry]));
  }

  load(path: string): unknown {
    const known = this.#loaded.get(path);
    if (known !== undefined) return known.exports;
    // A dictionary from the start: making one object after another of a growing one costs a call a hundredth.
    const module = { exports: Object.create(null) };
    this.#loaded.set(path, module);
    try {
      const run = this.#compile(path).runInThisContext();
      run.call(
        module.exports,
        module.exports,
        this.#requireFrom(path),
        module,
        path,
        dirname(path),
      );
    } catch (error) {
      this.#loaded.delete(path);
      throw error;
    }
    return module.exports;
  }

  /** Keeps what this run had to compile. */
  keep(): void {
    if (this.#complete || process.uptime() > MOST_SECONDS) return;
    this.#places.cache?.write(() => {
      for (const made of this.made()) this.#kept.set(made.name, made);
      return [...this.#kept.values()];
    });
  }

  /** The code of all that was loaded. */
  made(): Kept[] {
    return this.#compiled.map(({ source, script }) => ({
      name: source.name,
      size: source.size,
      modifiedAt: source.modifiedAt,
      checksum: checksumOf(bytesOf(source)),
      code: script.createCachedData(),
    }));
  }

  #requireFrom(path: string): Pick<NodeJS.Require, 'resolve'> & ((id: string) => unknown) {
    const directory = dirname(path);
    const load = (id: string) => {
      // Most lie side by side: for each of them "join" would take its path apart once more.
      if (id.startsWith('./')) return this.load(directory + sep + id.slice(2));
      return id.startsWith('.') ? this.load(join(directory, id)) : this.#outside(id);
    };
    return Object.assign(load, { resolve: this.#outside.resolve });
  }

  #compile(path: string): Script {
    const source = readSource(path);
    const kept = codeOf(source, this.#kept.get(source.name));
    const code = kept ?? codeOf(source, this.#shipped(source.name));
    const script = new this.#vm.Script(source.wrapped.toString('latin1'), {
      filename: path,
      columnOffset: -HEAD.length,
      cachedData: code,
    });
    if (kept === undefined || script.cachedDataRejected === true) this.#complete = false;
    this.#compiled.push({ source, script });
    return script;
  }

  #shipped(name: string): Kept | undefined {
    return this.#places.shipped === undefined ? undefined : shippedCode(this.#places.shipped, name);
  }
}

/** What V8 gets: the file as the body of a function. The build writes nothing but ASCII. */
function readSource(path: string): Source {
  const fd = openSync(path, 'r');
  try {
    const { size, mtimeMs: modifiedAt } = fstatSync(fd);
    const wrapped = Buffer.allocUnsafeSlow(HEAD.length + size + TAIL.length);
    HEAD.copy(wrapped);
    for (let at = 0, read = -1; at < size && read !== 0; at += read) {
      read = readSync(fd, wrapped, HEAD.length + at, size - at, at);
    }
    TAIL.copy(wrapped, HEAD.length + size);
    return { name: basename(path), size, modifiedAt, wrapped };
  } finally {
    closeSync(fd);
  }
}

function bytesOf({ wrapped, size }: Source): Buffer {
  return wrapped.subarray(HEAD.length, HEAD.length + size);
}

/** V8 compares only the length. */
function codeOf(source: Source, found: Kept | undefined): Buffer | undefined {
  if (found?.size !== source.size) return undefined;
  const same = found.modifiedAt === source.modifiedAt;
  return same || found.checksum === checksumOf(bytesOf(source)) ? found.code : undefined;
}
