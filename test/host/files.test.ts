import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { diskFiles } from '../../src/host/files.js';
import { temporaryDirectory } from '../fixtures/child.js';

let count = 0;
const files = diskFiles(() => `t${count++}`);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const modeOf = (path: string): number => statSync(path).mode & 0o777;

function failure(work: () => unknown): PayctlError {
  try {
    work();
  } catch (error) {
    if (error instanceof PayctlError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

describe('files', () => {
  it('creates once and whole', async () => {
    const path = join(await temporaryDirectory(), 'claim');
    expect(files.create(path, bytes('first'))).toBe(true);
    expect(files.create(path, bytes('second'))).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('first');
  });

  it('reads an open file in pieces after another took its name, and writes in pieces', async () => {
    const path = join(await temporaryDirectory(), 'log');
    files.replace(path, [bytes('one\n'), bytes('two\n')]);
    const open = files.open(path);
    files.appendUnflushed(path, bytes('three\n'));
    files.replace(path, bytes('other'));
    expect(open?.size()).toBe(14);
    expect(open?.read(4, 100).toString()).toBe('two\nthree\n');
    expect(open?.read(100, 5).length).toBe(0);
    open?.close();
    expect(readFileSync(path, 'utf8')).toBe('other');
    expect(files.open(`${path}s`)).toBeUndefined();
    symlinkSync(path, `${path}.link`);
    expect(failure(() => files.open(`${path}.link`)).exitClass).toBe('CONFIG');
  });

  it('names what is in a directory one by one, and tells when that changed', async () => {
    const directory = await temporaryDirectory();
    expect([...files.names(join(directory, 'none'))]).toEqual([]);
    for (const name of ['b', 'a']) files.create(join(directory, name), bytes(name));
    expect([...files.names(directory)].sort()).toEqual(['a', 'b']);
    const before = files.stat(directory)?.changedAt;
    await new Promise((resolve) => setTimeout(resolve, 20));
    files.append(join(directory, 'a'), bytes('a'));
    expect(files.stat(directory)?.changedAt).toBe(before);
    files.remove(join(directory, 'a'));
    expect(files.stat(directory)?.changedAt).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY);
  });

  it('appends, replaces, reads, lists and removes, leaving nothing else behind', async () => {
    const directory = await temporaryDirectory();
    const path = join(directory, 'b');
    files.create(path, bytes('one\n'));
    files.append(path, bytes('two\n'));
    expect(files.read(path)).toEqual(Buffer.from('one\ntwo\n'));
    files.replace(path, bytes('three\n'));
    files.replace(join(directory, 'a'), bytes(''));
    expect(readFileSync(path, 'utf8')).toBe('three\n');
    expect(files.list(directory)).toEqual(['a', 'b']);
    files.remove(path);
    files.remove(path);
    expect(files.list(directory)).toEqual(['a']);
  });

  it('neither waits for a named pipe nor trusts one', async () => {
    const path = join(await temporaryDirectory(), 'pipe');
    execFileSync('mkfifo', ['-m', '600', path]);
    expect(failure(() => files.read(path))).toMatchObject({
      exitClass: 'CONFIG',
      message: expect.stringContaining('is a pipe, a socket or a device'),
    });
    expect(failure(() => files.append(path, bytes('x'))).exitClass).toBe('CONFIG');
    // One that a person names is read; without a writer there is nothing in it.
    expect(files.readForeign(path, 100)).toHaveLength(0);
    spawn('sh', ['-c', 'exec > "$1"; sleep 0.2; echo late', 'sh', path]);
    const read = () => new TextDecoder().decode(files.readForeign(path, 100));
    // Until the writer has opened it, there is none.
    await expect.poll(read).toBe('late\n');
  });

  it('returns undefined for missing files', async () => {
    const absent = join(await temporaryDirectory(), 'absent', 'file');
    expect(files.read(absent)).toBeUndefined();
    expect(files.stat(absent)).toBeUndefined();
    expect(files.list(absent)).toEqual([]);
  });

  it.each([0o000, 0o077, 0o777])(
    'makes private files and directories under umask %o',
    async (mask) => {
      const root = await temporaryDirectory();
      const before = process.umask(mask);
      try {
        files.makeDirectory(join(root, 'a', 'b'));
        files.create(join(root, 'a', 'b', 'made'), bytes('x'));
        files.replace(join(root, 'a', 'b', 'replaced'), bytes('x'));
      } finally {
        process.umask(before);
      }
      const modes = ['a', 'a/b', 'a/b/made', 'a/b/replaced'].map((path) =>
        modeOf(join(root, path)),
      );
      expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
    },
  );

  it('makes a file private that was open before, when it replaces it', async () => {
    const path = join(await temporaryDirectory(), 'open');
    writeFileSync(path, 'old');
    chmodSync(path, 0o644);
    files.replace(path, bytes('new'));
    expect(modeOf(path)).toBe(0o600);
  });

  it('refuses symbolic links and leaves their targets alone', async () => {
    const directory = await temporaryDirectory();
    const victim = join(directory, 'victim');
    const link = join(directory, 'link');
    writeFileSync(victim, 'untouched');
    symlinkSync(victim, link);
    const attempts = [
      () => files.read(link),
      () => files.append(link, bytes('x')),
      () => files.replace(link, bytes('x')),
      () => files.chmod(link, 0o777),
    ];
    for (const attempt of attempts) {
      expect(failure(attempt)).toMatchObject({
        exitClass: 'CONFIG',
        message: expect.stringContaining(`${link}: it is a symbolic link`),
      });
    }
    expect(files.create(link, bytes('x'))).toBe(false);
    expect(files.stat(link)).toMatchObject({ isSymbolicLink: true, isFile: false });
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });

  it('never replaces a device or a pipe by a file', async () => {
    const pipe = join(await temporaryDirectory(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(failure(() => files.replace(pipe, bytes('x')))).toMatchObject({
      exitClass: 'CONFIG',
      message: expect.stringContaining('it is a device or a pipe'),
    });
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it('follows links where the caller was told to read, up to a limit', async () => {
    const directory = await temporaryDirectory();
    const link = join(directory, 'link');
    writeFileSync(join(directory, 'file'), '12345');
    symlinkSync('file', link);
    expect(files.readForeign(link, 5)).toEqual(Buffer.from('12345'));
    expect(files.statForeign(link)).toMatchObject({ isFile: true, size: 5, own: true });
    expect(failure(() => files.readForeign(link, 4)).message).toBe(
      `${link} is larger than 4 bytes`,
    );
    expect(files.readForeign('/proc/self/stat', 10_000)?.length).toBeGreaterThan(0);
  });

  it('finds nothing at a path that leads through a file or is too long', async () => {
    const directory = await temporaryDirectory();
    writeFileSync(join(directory, 'SBX1'), '');
    for (const name of ['SBX1/2', 'A'.repeat(300)]) {
      expect(files.statForeign(join(directory, name))).toBeUndefined();
      expect(files.readForeign(join(directory, name), 5)).toBeUndefined();
    }
  });

  it('says what is in the way', async () => {
    const directory = await temporaryDirectory();
    const file = join(directory, 'file');
    writeFileSync(file, '');
    mkdirSync(join(directory, 'folder'));
    expect(failure(() => files.makeDirectory(join(file, 'below'))).message).toContain(
      'a part of the path is not a directory',
    );
    expect(failure(() => files.read(join(directory, 'folder'))).message).toContain(
      'it is a directory',
    );
    expect(failure(() => files.append(join(directory, 'absent'), bytes('x')))).toMatchObject({
      exitClass: 'CONFIG',
    });
    expect(existsSync(join(directory, 'absent'))).toBe(false);
    expect(readdirSync(directory)).toEqual(['file', 'folder']);
  });
});
