import { expect, it } from 'vitest';
import { Audit } from '../../src/console/audit.js';
import { unsealLine } from '../../src/core/sealed-log.js';
import { fakeHost } from '../fixtures/fake-host.js';

it.each([
  ['4111111111111111', '***1111'],
  ['4111 1111 1111 1111', '***1111'],
  ['0812345678', '***5678'],
  ['081-234-5678', '***5678'],
  ['+66812345678', '***5678'],
  ['1101700203451', '***3451'],
  ['081.234.5678', '***5678'],
  ['(081) 234 5678', '***5678'],
  ['1-1017-00203-45-1', '***3451'],
  ['123-4-56789-0', '***7890'],
  ['somchai99@mail.example', 's***@mail.example'],
  ['สมชาย1', 'ส***'],
  ['20260131090000123456', '20260131090000123456'],
])('keeps of %s no more than %s', (what, kept) => {
  const host = fakeHost();
  const audit = new Audit(host, '/home/tester/state', 'shop');
  audit.write({ action: 'refund', what, amount: '250.00' });
  const bytes = host.files.read('/home/tester/state/console/2026-03-02.jsonl') ?? new Uint8Array();
  expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({
    what: kept,
    amount: '250.00',
  });
});

it('tells who looked at what, closed by a checksum, and names nobody', () => {
  const host = fakeHost();
  const audit = new Audit(host, '/home/tester/state', 'shop');
  const payload = `000201${'1'.repeat(60)}`;
  for (const what of ['SBXDEMO0001', 'Mali Suksai', 'มาลี', '250.00', payload]) {
    audit.write({ action: 'investigate', what, exit: 0 });
  }
  const bytes = host.files.read('/home/tester/state/console/2026-03-02.jsonl') ?? new Uint8Array();
  const lines = new TextDecoder().decode(bytes).trim().split('\n');
  for (const line of lines) expect(unsealLine(line, 64)).toHaveProperty('json');
  expect(lines.map((line) => JSON.parse(line).what)).toEqual([
    'SBXDEMO0001',
    'M***',
    'ม***',
    '250.00',
    expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  ]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{ at: '2026-03-02T10:00:00.000+07:00', user: 'tester', profile: 'shop', pid: 4242 },
    host: 'fake-host',
  });
});

it('masks what was typed by what it is: an amount stays, a name never does', () => {
  const host = fakeHost();
  const audit = new Audit(host, '/home/tester/state', 'shop');
  audit.write({ action: 'find', what: '1,234,567.89', kind: 'amount' });
  audit.write({ action: 'find', what: 'Somchai2', kind: 'name' });
  expect(linesOf(host).map(({ what }) => what)).toEqual(['1,234,567.89', 'S***']);
});

it('has a line of a page that asks again only where it shows something else', () => {
  const host = fakeHost();
  const audit = new Audit(host, '/home/tester/state', 'shop');
  const look = (page: string, shown: string, isAskedAgain = true) =>
    audit.writePage({ action: 'confirmations' }, page, shown, isAskedAgain);
  for (const page of ['1', '2']) for (let time = 0; time < 3; time++) look(page, 'one');
  expect(linesOf(host)).toHaveLength(2);
  look('1', 'another');
  look('1', 'another', false);
  expect(linesOf(host)).toHaveLength(4);
});

function linesOf(host: ReturnType<typeof fakeHost>): Record<string, unknown>[] {
  const bytes = host.files.read('/home/tester/state/console/2026-03-02.jsonl') ?? new Uint8Array();
  const lines = new TextDecoder().decode(bytes).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}
