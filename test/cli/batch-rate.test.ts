import { expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { fakeHost } from '../fake-host.js';
import { NOWHERE } from './rig.js';

/** Milliseconds that nine reads in a row take, by the clock that their pauses move. */
async function timeOf(rate: string): Promise<number> {
  const references = Array.from({ length: 9 }, (_, row) => `SBXRATE${row}`);
  const argv = 'batch ewallet.inquire - -f tranType=W --concurrency 1 --retries 0 --rate';
  const host = fakeHost({
    argv: [...argv.split(' '), rate],
    stdin: ['outTradeNo', ...references, ''].join('\n'),
    env: NOWHERE,
  });
  expect(await run(host)).toBe(11);
  return host.clock.passed();
}

it('a batch keeps to the rate that it was given', async () => {
  expect(await timeOf('1')).toBeGreaterThanOrEqual(8_000);
  expect(await timeOf('0')).toBeLessThan(8_000);
});
