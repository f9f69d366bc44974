import { expect, it } from 'vitest';
import { run } from '../../src/run.js';
import { fakeHost } from '../fixtures/fake-host.js';

/** What stands on the terminal when all steps of a plan take a second. */
async function shownBy(words: string) {
  const host = fakeHost({ tty: true, argv: words.split(' ') });
  const { now } = host.clock;
  let looks = 0;
  host.clock.now = () => now() + ++looks * 1_000;
  const code = await run(host);
  return { code, shown: host.stderr.text() };
}

it('shows how far it is, but not under --quiet', async () => {
  const smoke = '--sandbox smoke --only deeplink';
  expect(await shownBy(smoke)).toEqual({ code: 0, shown: expect.stringContaining('smoke  1 of') });
  expect(await shownBy(`${smoke} --quiet`)).toEqual({ code: 0, shown: '' });
});
