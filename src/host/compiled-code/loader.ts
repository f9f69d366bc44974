import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Script } from 'node:vm';
import type { CodeCache, CompiledCode } from './code-cache.js';

/** The text of a file becomes the body of a function, as Node's own loader has it. */
const HEAD = '(function (exports, require, module, __filename, __dirname) {';
const TAIL = '\n})';

type Source = Omit<CompiledCode, 'code'>;

/** Loads built files as Node's own `require` would, with the code that V8 made of them before. */
export class Loader {
  readonly cache: CodeCache;
  /** What earlier runs compiled, by name of the file. */
  readonly saved = new Map<string, CompiledCode>();
  readonly compiled: { source: Source; script: Script }[] = [];
  /** Whether all that was loaded had been compiled before. */
  isComplete = true;
  readonly #loaded = new Map<string, { exports: unknown }>();
  readonly #outside: NodeJS.Require;

  /** @param outside for Node's own modules, and the packages that are not in the bundle */
  constructor(cache: CodeCache, outside: NodeJS.Require) {
    this.cache = cache;
    this.#outside = outside;
    for (const entry of cache.read()) this.saved.set(entry.name, entry);
  }

  load(path: string): unknown {
    const loaded = this.#loaded.get(path);
    if (loaded !== undefined) return loaded.exports;
    // Without a prototype V8 keeps it as a dictionary; it would give `{}` a new shape for each export.
    const module = { exports: Object.create(null) };
    this.#loaded.set(path, module);
    try {
      const directory = path.slice(0, path.lastIndexOf(sep));
      const load = (id: string): unknown =>
        id.startsWith('.') ? this.load(join(directory, id)) : this.#outside(id);
      const require = Object.assign(load, { resolve: this.#outside.resolve });
      const run = this.#compile(path).runInThisContext();
      run.call(module.exports, module.exports, require, module, path, directory);
    } catch (error) {
      this.#loaded.delete(path);
      throw error;
    }
    return module.exports;
  }

  #compile(path: string): Script {
    const { text, ...source } = readSource(path);
    const saved = this.saved.get(source.name);
    const isSame = saved?.size === source.size && saved.modifiedAt === source.modifiedAt;
    const script = new Script(HEAD + text + TAIL, {
      filename: path,
      columnOffset: -HEAD.length,
      cachedData: isSame ? saved.code : undefined,
    });
    if (!isSame || script.cachedDataRejected === true) this.isComplete = false;
    this.compiled.push({ source, script });
    return script;
  }
}

/** The build writes nothing but ASCII. */
function readSource(path: string): Source & { text: string } {
  const fd = openSync(path, 'r');
  try {
    const { size, mtimeMs: modifiedAt } = fstatSync(fd);
    const name = path.slice(path.lastIndexOf(sep) + 1);
    return { name, size, modifiedAt, text: readFileSync(fd, 'latin1') };
  } finally {
    closeSync(fd);
  }
}
