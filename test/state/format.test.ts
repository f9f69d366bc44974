import { expect, it } from 'vitest';
import { ofThisFormat } from '../../src/state/own-files.js';
import { fakeHost } from '../fixtures/fake-host.js';

it('a directory that a newer program marks in the same moment is refused, then and later', () => {
  const { files } = fakeHost();
  const create: typeof files.create = (path, bytes) => {
    files.put(path, '{"format":2,"program":"99.0.0"}', 0o600);
    return files.create(path, bytes);
  };
  const own = ofThisFormat({ ...files, create }, '/state');
  for (const touch of [
    () => own.makeDirectory('/state/journal'),
    () => own.makeDirectory('/state/journal'),
    () => own.list('/state/journal'),
  ]) {
    expect(touch).toThrow(/written by payctl 99\.0\.0 \(format 2\)/);
  }
});
