import { expect, it } from 'vitest';
import { Audit } from '../../src/console/audit.js';
import { unsealLine } from '../../src/core/sealed-log.js';
import { fakeHost } from '../fake-host.js';

it('tells who looked at what, closed by a checksum, and names nobody', () => {
  const host = fakeHost();
  const audit = new Audit(host, '/home/tester/state', { user: 'support', profile: 'shop' });
  const payload = `000201${'1'.repeat(60)}`;
  for (const what of ['SBXDEMO0001', 'Mali Suksai', 'มาลี', '250.00', payload]) {
    audit.write({ action: 'investigate', what, exit: 0 });
  }
  const bytes = host.files.read('/home/tester/state/console/2026-03-02.jsonl') ?? new Uint8Array();
  const lines = new TextDecoder().decode(bytes).trim().split('\n');
  for (const line of lines) expect(unsealLine(line, 16)).toHaveProperty('json');
  expect(lines.map((line) => JSON.parse(line).what)).toEqual([
    'SBXDEMO0001',
    'M***',
    'ม***',
    '250.00',
    expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  ]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{ at: '2026-03-02T10:00:00.000+07:00', user: 'support', profile: 'shop', pid: 4242 },
  });
});
