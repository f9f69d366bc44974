import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { networkErrorCode } from '../../src/client/network-failure.js';
import { errorCode } from '../../src/host/disk.js';

it('reads the code of an error of another realm: Jest runs the library in one of its own', () => {
  const failure: unknown = runInNewContext("Object.assign(new Error('no'), { code: 'ENOENT' })");
  expect(failure).not.toBeInstanceOf(Error);
  expect(errorCode(failure)).toBe('ENOENT');
  expect(networkErrorCode(failure)).toBe('ENOENT');
});
