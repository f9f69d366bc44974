import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CodeCache, checksumOf, type Kept, unpack } from '../../src/host/code-cache.js';
import { codeOf, keepCode, pack, packTwice, writeCode } from '../../src/host/keep-code.js';
import { Loader } from '../../src/host/loader.js';
import { temporaryDirectory } from '../child.js';
import { itWith } from '../needs.js';

const require = createRequire(import.meta.url);

const KEPT = ['one.js', 'two.js'].map((name, index) => ({
  name,
  size: 10 + index,
  modifiedAt: 1_700_000_000_123.25 + index,
  checksum: 0xfedc_ba98,
  code: Buffer.alloc(61, name),
}));

/** All that is kept and sound, as a run would get it. */
function read(cache: CodeCache): Kept[] {
  return cache.entries().flatMap((entry) => {
    const { from: _from, to: _to, ...about } = entry;
    const code = cache.codeOf(entry, Buffer.alloc(0));
    return code === undefined ? [] : [{ ...about, code }];
  });
}

describe('compiled code', () => {
  it('reads back as it was, where V8 takes it without a copy', () => {
    const read = unpack(pack(KEPT));
    expect(read).toEqual(KEPT);
    expect(read.map(({ code }) => code.byteOffset % 8)).toEqual([0, 0]);
    expect(unpack(pack([]))).toEqual([]);
  });

  it('is nothing when any byte of it differs, or it is cut', () => {
    damages(pack(KEPT), (bytes, what) => expect(() => unpack(bytes), what).toThrow());
  });

  it('is as it was, or nothing, when any byte of a file that has it twice differs, or the file is cut', async () => {
    const { cache, file } = await place();
    twice(cache);
    damages(packTwice(KEPT), (bytes, what) => {
      writeFileSync(file, bytes);
      for (const one of read(cache)) expect(KEPT, what).toContainEqual(one);
    });
    writeFileSync(file, packTwice(KEPT));
    expect(read(cache)).toEqual(KEPT);
  });

  itWith('Linux', 'is nothing where it can no longer be read', async () => {
    const { cache, file } = await place();
    twice(cache);
    writeFileSync(file, packTwice(KEPT));
    const [entry] = cache.entries();
    const open = readdirSync('/proc/self/fd').find((fd) => {
      return existsSync(`/proc/self/fd/${fd}`) && readlinkSync(`/proc/self/fd/${fd}`) === file;
    });
    closeSync(Number(open));
    expect(entry && cache.codeOf(entry, Buffer.alloc(0))).toBeUndefined();
  });

  it('is compared piece by piece', async () => {
    const { cache, file } = await place();
    twice(cache);
    const large = KEPT.map((one) => ({ ...one, code: Buffer.alloc(100_000, one.name) }));
    const whole = packTwice(large);
    writeFileSync(file, whole);
    expect(read(cache)).toEqual(large);
    const codes = whole.indexOf(large[0]?.code ?? '');
    for (const half of [0, whole.length / 2]) {
      for (const [at, sound] of [
        [codes, 'two.js'],
        [codes + 99_999, 'two.js'],
        [codes + 100_000, 'one.js'],
        [codes + 165_536, 'one.js'],
        [codes + 199_999, 'one.js'],
      ] as const) {
        const damaged = Buffer.from(whole);
        damaged.writeUInt8((whole.readUInt8(half + at) + 1) % 256, half + at);
        writeFileSync(file, damaged);
        expect(
          read(cache).map(({ name }) => name),
          `byte ${half + at}`,
        ).toEqual([sound]);
      }
      const damaged = Buffer.from(whole);
      damaged.writeUInt8((whole.readUInt8(half + codes - 9) + 1) % 256, half + codes - 9);
      writeFileSync(file, damaged);
      expect(read(cache), 'in the table').toEqual([]);
    }
  });
});

describe('the cache of compiled code', () => {
  it('is made for this user alone, and read back', async () => {
    const { root, cache, file } = await place();
    expect(read(cache)).toEqual([]);
    writeCode(cache, () => KEPT);
    expect(read(cache), 'of a first run').toEqual([]);
    writeCode(cache, () => KEPT);
    expect(read(cache)).toEqual(KEPT);
    const modes = [root, join(root, 'build'), file].map((path) => lstatSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
    expect(readdirSync(join(root, 'build'))).toEqual(['token-status']);
  });

  it('is not read where others may write, nor through a link', async () => {
    const { own, root, cache, file } = await place();
    twice(cache);
    chmodSync(file, 0o602);
    expect(read(cache)).toEqual([]);
    chmodSync(file, 0o600);
    chmodSync(join(root, 'build'), 0o777);
    expect(read(cache)).toEqual([]);
    chmodSync(join(root, 'build'), 0o700);
    expect(read(cache)).toEqual(KEPT);
    symlinkSync(file, join(root, 'build', 'linked'));
    expect(read(new CodeCache(own, 'build', 'linked'))).toEqual([]);
    symlinkSync(join(root, 'build'), join(root, 'other'));
    expect(read(new CodeCache(own, 'other', 'token-status'))).toEqual([]);
  });

  itWith('root', 'is not read where it is of somebody else', async () => {
    const { root, cache, file } = await place();
    twice(cache);
    const somebody = 65_534;
    for (const path of [file, join(root, 'build')]) {
      chownSync(path, somebody, somebody);
      expect(read(cache), path).toEqual([]);
      chownSync(path, 0, 0);
      expect(read(cache), path).toEqual(KEPT);
    }
  });

  it('is not written where others may write, nor over what is in the way', async () => {
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

  it('replaces what is damaged', async () => {
    const { cache, file } = await place();
    twice(cache);
    writeFileSync(file, 'damaged');
    expect(read(cache)).toEqual([]);
    writeCode(cache, () => KEPT);
    expect(read(cache)).toEqual(KEPT);
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
      const loader = new Loader({ cache }, require);
      expect(loader.load(path)).toEqual({ sum: 3 });
      keepCode(loader, loader.compiled);
      const names = run === 0 ? [] : ['start.js', 'two.js'];
      expect(read(cache).map(({ name }) => name)).toEqual(names);
    }
    // Written anew, it is known by its bytes, and by its time from then on.
    utimesSync(path, 1, 1);
    for (const isComplete of [false, true]) {
      const loader = new Loader({ cache }, require);
      loader.load(path);
      expect(loader.isComplete).toBe(isComplete);
      keepCode(loader, loader.compiled);
    }
    // As long as before, so that V8 alone would not see it.
    write('parts/two.js', 'exports.two = 4; exports.back = require("../start.js").sum');
    expect(new Loader({ cache }, require).load(path)).toEqual({ sum: 5 });
  });

  it('takes the code that came with the package, where it is of the same bytes and ours', async () => {
    const directory = await temporaryDirectory();
    const text = Buffer.from('exports.from = "text"');
    // Of a text as long, so that V8 does not see it: what runs tells which code was taken.
    const made = (name: string) => {
      const path = join(directory, name);
      writeFileSync(path, 'exports.from = "kept"');
      const loader = new Loader({}, require);
      loader.load(path);
      writeFileSync(path, text);
      return codeOf(loader.compiled);
    };
    const fitting = (name: string) =>
      made(name).map((one) => ({ ...one, checksum: checksumOf(text) }));
    const from = (name: string, code: Buffer, mode = 0o644) => {
      const shipped = join(directory, 'code');
      mkdirSync(shipped, { recursive: true });
      writeFileSync(join(shipped, name), code);
      chmodSync(join(shipped, name), mode);
      return new Loader({ shipped }, require).load(join(directory, name));
    };
    expect(from('same.js', pack(fitting('same.js')))).toEqual({ from: 'kept' });
    expect(from('other.js', pack(made('other.js')))).toEqual({ from: 'text' });
    expect(from('open.js', pack(fitting('open.js')), 0o646)).toEqual({ from: 'text' });
    expect(from('cut.js', pack(fitting('cut.js')).subarray(0, -1))).toEqual({ from: 'text' });
  });

  it('does not take a file that failed for loaded', async () => {
    const directory = await temporaryDirectory();
    const path = join(directory, 'start.js');
    writeFileSync(path, 'throw new Error("no disk")');
    const loader = new Loader({}, require);
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
