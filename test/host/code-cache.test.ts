import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CodeCache, decode, encode } from '../../src/host/compiled-code/code-cache.js';
import { Loader } from '../../src/host/compiled-code/loader.js';
import { saveCompiledCode, write as writeCode } from '../../src/host/compiled-code/save.js';
import { temporaryDirectory } from '../fixtures/child.js';
import { itWith } from '../fixtures/needs.js';

const require = createRequire(import.meta.url);

const KEPT = ['one.js', 'two.js'].map((name, index) => ({
  name,
  size: 10 + index,
  modifiedAt: 1_700_000_000_123.25 + index,
  code: Buffer.alloc(61, name),
}));

describe('compiled code', () => {
  it('reads back unchanged and aligned for V8', () => {
    const read = decode(encode(KEPT));
    expect(read).toEqual(KEPT);
    expect(read.map(({ code }) => code.byteOffset % 8)).toEqual([0, 0]);
    expect(decode(encode([]))).toEqual([]);
  });

  it('is rejected when any byte is changed, missing or added', () => {
    damages(encode(KEPT), (bytes, what) => expect(() => decode(bytes), what).toThrow());
  });
});

describe('the cache of compiled code', () => {
  it('is private to the user, and read back', async () => {
    const { root, cache, file } = await place();
    expect(cache.read()).toEqual([]);
    writeCode(cache, () => KEPT);
    expect(cache.read(), 'of a first run').toEqual([]);
    writeCode(cache, () => KEPT);
    expect(cache.read()).toEqual(KEPT);
    const modes = [root, join(root, 'build'), file].map((path) => lstatSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
    expect(readdirSync(join(root, 'build'))).toEqual(['token-status']);
  });

  it('is not read where others may write', async () => {
    const { own, root, cache, file } = await place();
    twice(cache);
    for (const [path, mode] of [
      [file, 0o600],
      [join(root, 'build'), 0o700],
      [root, 0o700],
      [own, 0o700],
    ] as const) {
      chmodSync(path, 0o777);
      expect(cache.read(), path).toEqual([]);
      chmodSync(path, mode);
      expect(cache.read(), path).toEqual(KEPT);
    }
  });

  it('is neither read, written nor pruned through a link', async () => {
    const { own, root, cache, file } = await place();
    twice(cache);
    for (let old = 0; old < 9; old++) mkdirSync(join(root, `old-${old}`), { mode: 0o700 });
    symlinkSync(file, join(root, 'build', 'linked'));
    symlinkSync(join(root, 'build'), join(root, 'other'));
    symlinkSync(own, `${own}-linked`);
    const before = [own, root, join(root, 'build')].map((path) => readdirSync(path));
    for (const linked of [
      new CodeCache(own, 'build', 'linked'),
      new CodeCache(own, 'other', 'token-status'),
      new CodeCache(`${own}-linked`, 'build', 'token-status'),
    ]) {
      expect(linked.read()).toEqual([]);
    }
    for (const build of ['build', 'new']) twice(new CodeCache(`${own}-linked`, build, 'token'));
    expect([own, root, join(root, 'build')].map((path) => readdirSync(path))).toEqual(before);
  });

  itWith('root', 'is not read where it is of somebody else', async () => {
    const { root, cache, file } = await place();
    twice(cache);
    const somebody = 65_534;
    for (const path of [file, join(root, 'build')]) {
      chownSync(path, somebody, somebody);
      expect(cache.read(), path).toEqual([]);
      chownSync(path, 0, 0);
      expect(cache.read(), path).toEqual(KEPT);
    }
  });

  it('is not written where others may write, nor over a file in its place', async () => {
    const { own, cache } = await place();
    mkdirSync(own, { mode: 0o777 });
    chmodSync(own, 0o777);
    twice(cache);
    expect(readdirSync(own)).toEqual([]);
    const blocked = join(own, 'file');
    writeFileSync(blocked, 'in the way');
    twice(new CodeCache(blocked, 'build', 'token-status'));
    expect(readFileSync(blocked, 'utf8')).toBe('in the way');
  });

  it('gives up the oldest builds and commands', async () => {
    const { own, root } = await place();
    for (let build = 1; build <= 6; build++) {
      twice(new CodeCache(own, `build-${build}`, 'token'));
      utimesSync(join(root, `build-${build}`), build, build);
    }
    twice(new CodeCache(own, 'build-7', 'token'));
    expect(readdirSync(root).sort()).toEqual(['build-4', 'build-5', 'build-6', 'build-7']);
  });
});

describe('the loader', () => {
  it('loads files as require does, compiled or kept', async () => {
    // Nothing is kept of a run that took long, as a worker of the tests has.
    vi.spyOn(process, 'uptime').mockReturnValue(1);
    const directory = await temporaryDirectory();
    const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
    write(
      'start.js',
      'exports.sum = require("./parts/two.js").two + require("node:path").sep.length',
    );
    mkdirSync(join(directory, 'parts'));
    // In a circle each sees of the other what is there so far.
    write('parts/two.js', 'exports.two = 2; exports.back = require("../start.js").sum');
    const path = join(directory, 'start.js');
    const cache = new CodeCache(join(directory, 'own'), 'build', 'token');
    for (let run = 0; run < 3; run++) {
      const loader = new Loader(cache, require);
      expect(loader.load(path)).toEqual({ sum: 3 });
      saveCompiledCode(loader, loader.compiled);
      const names = run === 0 ? [] : ['start.js', 'two.js'];
      expect(cache.read().map(({ name }) => name)).toEqual(names);
    }
    // Written again, it is compiled again.
    utimesSync(path, 1, 1);
    for (const isComplete of [false, true]) {
      const loader = new Loader(cache, require);
      loader.load(path);
      expect(loader.isComplete).toBe(isComplete);
      saveCompiledCode(loader, loader.compiled);
    }
    // As long as before, so that V8 alone would not see it.
    write('parts/two.js', 'exports.two = 4; exports.back = require("../start.js").sum');
    expect(new Loader(cache, require).load(path)).toEqual({ sum: 5 });
  });

  it('does not take a file that failed for loaded', async () => {
    const directory = await temporaryDirectory();
    const path = join(directory, 'start.js');
    writeFileSync(path, 'throw new Error("no disk")');
    const loader = new Loader((await place()).cache, require);
    expect(() => loader.load(path)).toThrow('no disk');
    expect(() => loader.load(path)).toThrow('no disk');
  });
});

/** Each way in which these bytes can be other ones, or too few or too many. */
function damages(whole: Buffer, see: (bytes: Buffer, what: string) => void): void {
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8((whole.readUInt8(at) + 1) % 256, at);
    see(damaged, `byte ${at}`);
    see(whole.subarray(0, at), `cut at ${at}`);
  }
  see(Buffer.alloc(whole.length), 'zeros');
  see(Buffer.concat([whole, Buffer.alloc(1)]), 'one byte more');
}

function twice(cache: CodeCache): void {
  writeCode(cache, () => KEPT);
  writeCode(cache, () => KEPT);
}

async function place() {
  const own = join(await temporaryDirectory(), 'payctl');
  const root = join(own, 'code');
  const file = join(root, 'build', 'token-status');
  return { own, root, file, cache: new CodeCache(own, 'build', 'token-status') };
}
