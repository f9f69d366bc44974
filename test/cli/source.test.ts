import { expect, it } from 'vitest';
import { PayctlError } from '../../src/errors.js';
import { run } from '../../src/run.js';
import { fakeHost } from '../fake-host.js';

const LARGE = 20 * 1024 * 1024 + 1;

async function decode(source: string, options: Parameters<typeof fakeHost>[0] = {}) {
  const host = fakeHost({ argv: ['qr', 'decode', source], ...options });
  host.files.before = (step, path) => {
    if (step === 'read' && path.endsWith('locked.png'))
      throw new PayctlError('CONFIG', `cannot read ${path}: permission denied`);
  };
  return { code: await run(host), stdout: host.stdout.text(), stderr: host.stderr.text() };
}

it('a file that cannot be read is a wrong input', async () => {
  const { code, stderr } = await decode('locked.png');
  expect(code).toBe(2);
  expect(stderr).toContain('locked.png: permission denied');
});

it('a picture that is too large is bad data, from a file and from standard input', async () => {
  const files = { '/home/tester/big.png': 'x'.repeat(LARGE) };
  const fromFile = await decode('big.png', { files });
  expect(fromFile.code).toBe(14);
  expect(fromFile.stderr).toContain(`big.png has ${LARGE} bytes, at most 20971520 are read`);
  expect((await decode('-', { stdin: new Uint8Array(LARGE) })).code).toBe(14);
});

it('a name of no file is a payload, and the hint says what it looks like', async () => {
  const { code, stderr, stdout } = await decode('slip.png');
  expect(code).toBe(14);
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'unknown' });
  expect(stderr).toContain('there is no file "slip.png"');
  expect((await decode('')).code).toBe(14);
  const there = await decode('slip.png', { files: { '/home/tester/slip.png': 'not.png' } });
  expect(there.stderr).toContain('payctl qr lint SOURCE');
});
