import { describe, expect, it } from 'vitest';
import type { Files } from '../../src/host/host.js';
import { ownFiles, withFormatCheck } from '../../src/state/own-files.js';
import { fakeFiles } from '../fixtures/fake-files.js';
import { fakeHost } from '../fixtures/fake-host.js';

const OWN = '/home/me/.config/payctl';
const FILE = `${OWN}/secrets/shop`;

function disk() {
  const bare = fakeFiles({ [FILE]: 'hush', '/home/me/file': 'open' }, () => 0);
  return { bare, files: ownFiles(bare, [OWN]) };
}

const STEPS: Readonly<Record<string, (files: Files, directory: string) => unknown>> = {
  read: (files, directory) => files.read(`${directory}/shop`),
  create: (files, directory) => files.create(`${directory}/new`, Buffer.from('x')),
  append: (files, directory) => files.append(`${directory}/shop`, Buffer.from('x')),
  replace: (files, directory) => files.replace(`${directory}/shop`, Buffer.from('x')),
  remove: (files, directory) => files.remove(`${directory}/shop`),
  list: (files, directory) => files.list(directory),
  names: (files, directory) => [...files.names(directory)],
  note: (files, directory) => files.appendUnflushed(`${directory}/shop`, Buffer.from('x')),
  open: (files, directory) => files.open(`${directory}/shop`)?.close(),
  makeDirectory: (files, directory) => files.makeDirectory(`${directory}/new`),
};

describe.each(Object.entries(STEPS))('%s', (_, step) => {
  it.each([
    ['a link', OWN, 'is a symbolic link'],
    ['a link', `${OWN}/secrets`, 'is a symbolic link'],
    ['open to others', OWN, 'can be written by others'],
    ['open to others', `${OWN}/secrets`, 'can be written by others'],
  ])('does nothing below what is %s: %s', (flaw, path, message) => {
    const { bare, files } = disk();
    if (flaw === 'a link') bare.links.add(path);
    else bare.chmod(path, 0o777);
    const steps: string[] = [];
    bare.before = (name) => steps.push(name);
    expect(() => step(files, `${OWN}/secrets`)).toThrow(`${path} ${message}`);
    expect(steps).toEqual([]);
  });

  it('works in sound directories, and outside of its own', () => {
    const { bare, files } = disk();
    step(files, `${OWN}/secrets`);
    bare.put('/home/me/shared/shop', 'theirs');
    bare.chmod('/home/me/shared', 0o777);
    bare.chmod('/home/me', 0o777);
    step(files, '/home/me/shared');
  });
});

it('looks again at a directory that was not there', () => {
  const { bare, files } = disk();
  expect(files.read(`${OWN}/tokens/one`)).toBeUndefined();
  bare.put(`${OWN}/tokens/one`, 'theirs');
  bare.chmod(`${OWN}/tokens`, 0o777);
  expect(() => files.read(`${OWN}/tokens/one`)).toThrow('can be written by others');
});

it('a directory that a newer program marks in the same moment is refused, then and later', () => {
  const { files } = fakeHost();
  const create: typeof files.create = (path, bytes) => {
    files.put(path, '{"format":2,"program":"99.0.0"}', 0o600);
    return files.create(path, bytes);
  };
  const own = withFormatCheck({ ...files, create }, '/state');
  for (const touch of [
    () => own.makeDirectory('/state/journal'),
    () => own.makeDirectory('/state/journal'),
    () => own.list('/state/journal'),
  ]) {
    expect(touch).toThrow(/written by payctl 99\.0\.0 \(format 2\)/);
  }
});

it('marks its directory, and no other whose name begins as that', () => {
  const { files } = fakeHost();
  const own = withFormatCheck(files, '/state');
  expect(own.list('/state')).toEqual([]);
  own.makeDirectory('/state-of-others');
  expect(files.paths()).toEqual([]);
  own.makeDirectory('/state');
  expect(files.paths()).toEqual(['/state/format.json']);
});
