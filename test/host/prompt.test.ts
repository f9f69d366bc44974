import { expect, it } from 'vitest';
import { confirm } from '../../src/host/prompt.js';
import { fakeHost } from '../fixtures/fake-host.js';

// What a person sees and answers is tested on a real terminal: test/e2e/config.test.ts.
it('a prompt refuses to ask without a terminal', async () => {
  await expect(confirm(fakeHost(), 'Pay?')).rejects.toMatchObject({ exitClass: 'USAGE' });
});
