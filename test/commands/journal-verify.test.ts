import { expect, it } from 'vitest';
import { runLine } from '../../src/cli/run-line.js';
import { GROUPS } from '../../src/tree.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { manyCharges } from '../fixtures/journal.js';

it('journal verify tells how to go on where a signal stopped it', async () => {
  const { host: filled } = await manyCharges(500);
  const argv = ['journal', 'verify', '-o', 'json'];
  const host = { ...fakeHost({ argv, env: { PAYCTL_STATE_DIR: '/state' } }), files: filled.files };
  const first = new AbortController();
  const second = new AbortController();
  let read = 0;
  host.files.before = (step, path) => {
    if (step === 'read' && path.endsWith('.1.jsonl')) read += 1;
    if (read === 250) first.abort();
  };
  const signals = {
    first: first.signal,
    second: second.signal,
    received: 'SIGINT',
    inFlight: new Set(),
  } as const;
  expect(await runLine(host, GROUPS, { signals })).toBe(130);
  expect(JSON.parse(host.stdout.text())).toMatchObject({ claims: 400, faults: [] });
  expect(JSON.parse(host.stderr.text()).error).toMatchObject({
    message: 'stopped before every charge was looked at (ended by SIGINT)',
    hint: 'payctl journal verify --since 2026-03-02T10:00:00.000+07:00',
  });
});
