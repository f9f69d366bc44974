import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { confirm, input } from '../../src/host/prompt.js';
import { fakeHost } from '../fixtures/fake-host.js';

// What a person sees and answers is tested on a real terminal: test/e2e/config.test.ts.
const host = fakeHost({ tty: true });

describe('prompts', () => {
  it('end as interrupted at a signal', async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    const asking = input(host, 'Name', { signal: AbortSignal.abort() }, terminal);
    await expect(asking).rejects.toMatchObject({ exitClass: 'INTERRUPTED' });
  });

  it('refuse to ask without a terminal', async () => {
    await expect(confirm(fakeHost(), 'Pay?')).rejects.toMatchObject({ exitClass: 'USAGE' });
  });
});
