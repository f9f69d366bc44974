import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import type { CodeCache, Kept } from './code-cache.js';

/** Loads built files as Node's own `require` would, with the code that was kept of them. */
export interface Loader {
  load(path: string): unknown;
  /** Keeps what this run had to compile. */
  keep(): void;
}

type Compiled = Omit<Kept, 'code'> & { script: Script };

const HEAD = '(function (exports, require, module, __filename, __dirname) {';
/** V8 throws code away that was not used for long, and a run of that length has no haste. */
const MOST_SECONDS = 10;

/** @param outside for Node's own modules, and the packages that are not in the bundle */
export function createLoader(cache: CodeCache, outside: NodeJS.Require): Loader {
  const vm = process.getBuiltinModule('node:vm');
  const kept = new Map(cache.read().map((entry) => [entry.name, entry]));
  const loaded = new Map<string, { exports: unknown }>();
  const compiled: Compiled[] = [];
  let complete = true;

  function load(path: string): unknown {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(path, module);
    try {
      const run = compile(path).runInThisContext();
      run.call(module.exports, module.exports, requireFrom(path), module, path, dirname(path));
    } catch (error) {
      loaded.delete(path);
      throw error;
    }
    return module.exports;
  }

  function requireFrom(path: string): (id: string) => unknown {
    return (id) => (id.startsWith('.') ? load(join(dirname(path), id)) : outside(id));
  }

  function compile(path: string): Script {
    const name = basename(path);
    const { size, mtimeMs: modifiedAt } = statSync(path);
    const found = kept.get(name);
    const fits = found?.size === size && found.modifiedAt === modifiedAt;
    const script = new vm.Script(`${HEAD}${readFileSync(path, 'utf8')}\n})`, {
      filename: path,
      columnOffset: -HEAD.length,
      cachedData: fits ? found.code : undefined,
    });
    if (!fits || script.cachedDataRejected === true) complete = false;
    compiled.push({ name, size, modifiedAt, script });
    return script;
  }

  return {
    load,
    keep() {
      if (complete || process.uptime() > MOST_SECONDS) return;
      cache.write(() => {
        for (const { script, ...file } of compiled) {
          kept.set(file.name, { ...file, code: script.createCachedData() });
        }
        return [...kept.values()];
      });
    },
  };
}
