import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { type CodeCache, checksumOf, type Kept, shippedCode } from './code-cache.js';

/** V8 throws code away that was not used for long, and a run of that length has no haste. */
const MOST_SECONDS = 10;

const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const TAIL = Buffer.from('\n})');

type Source = Omit<Kept, 'code'>;

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
    const module = { exports: {} };
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
      ...source,
      code: script.createCachedData(),
    }));
  }

  #requireFrom(path: string): (id: string) => unknown {
    const directory = dirname(path);
    return (id) => (id.startsWith('.') ? this.load(join(directory, id)) : this.#outside(id));
  }

  #compile(path: string): Script {
    const bytes = readFileSync(path);
    const source = { name: basename(path), size: bytes.length, checksum: checksumOf(bytes) };
    const kept = this.#codeOf(source, this.#kept.get(source.name));
    const code = kept ?? this.#codeOf(source, this.#shipped(source.name));
    // Joined as bytes: as texts they would be copied once more, on the heap.
    const script = new this.#vm.Script(Buffer.concat([HEAD, bytes, TAIL]).toString(), {
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

  /** V8 compares only the length. */
  #codeOf({ size, checksum }: Source, found: Kept | undefined): Buffer | undefined {
    return found?.size === size && found.checksum === checksum ? found.code : undefined;
  }
}
