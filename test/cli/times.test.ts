import { afterAll, expect, it } from 'vitest';
import { payctl as run, sandboxEnvironment } from '../fixtures/command.js';
import { type FakeHost, fakeClock } from '../fixtures/fake-host.js';
import { servedWorld } from '../fixtures/sandbox.js';

/** 2026-03-10 00:30 in Bangkok, still the day before in UTC. */
const NOW = Date.parse('2026-03-10T00:30:00+07:00');

const { url } = await servedWorld({ clock: fakeClock(NOW) }, afterAll);

const payctl = (line: string, on?: FakeHost) =>
  run(line, { on, now: NOW, env: sandboxEnvironment(url) });

it.each([
  ['bill inquire --reference1 R1 --transaction-date today', '"transactionDate=2026-03-10"'],
  ['bill inquire --reference1 R1 --transaction-date yesterday', '"transactionDate=2026-03-09"'],
  ['bill inquire --reference1 R1 --transaction-date -1h', '"transactionDate=2026-03-09"'],
  ['bill search --from-date -7d --to-date today', '"fromDate":"2026-03-03","toDate":"2026-03-10"'],
  ['transfer inquire --tokenizer-id T1 --date-from yesterday', '"dateFrom":"2026-03-09"'],
  [
    'qr create --ref1 R1 --expiry-date +2h --number-of-times 1',
    '"expiryDate":"2026-03-10 02:30:00"',
  ],
  [
    'dd payment --merchant-id 3000000001 --ref-number C1 --ref-date-time -30m',
    '"refDateTime":"20260310000000"',
  ],
  ['bill inquire --reference1 R1 -f transactionDate=today', '"transactionDate=2026-03-10"'],
  [
    'transfer inquire --data {"tokenizerId":"today","dateFrom":"yesterday"}',
    '"tokenizerId":"today","dateFrom":"2026-03-09"',
  ],
])('a date is said by a word: %s', async (line, sent) => {
  const { code, stdout, stderr } = await payctl(`${line} --dry-run -o json`);
  expect(code, stderr).toBe(0);
  expect(stdout.replace(/[?&](\w+=[^&"]*)/g, ' "$1"')).toContain(sent);
});

it.each([
  'bill inquire --reference1 R1 --transaction-date tomorrow',
  'investigate R1 --date 10.3.2026',
  'slip verify 0038000600000101030140225 --expect-date monday',
  'journal list --since monday',
  'journal recover --since 2026-02-30',
])('what is no date is refused before anything is sent: %s', async (line) => {
  expect((await payctl(line)).code).toBe(2);
});

it('the journal shows Bangkok time in tables, and an offset in JSON', async () => {
  const pay = 'ewallet refund --tran-type W --out-trade-no SBXNONE0001 --total-fee 1.00 --yes';
  const { host } = await payctl(pay);
  const table = await payctl('journal list -o table', host);
  expect(table.stdout).toContain('2026-03-10 00:30:00');
  const [row] = JSON.parse((await payctl('journal list -o json', host)).stdout);
  expect(row.startedAt).toBe('2026-03-10T00:30:00.000+07:00');
  const shown = await payctl('journal show SBXNONE0001 -o json', host);
  expect(JSON.parse(shown.stdout)[0].lines[0].at).toBe('2026-03-10T00:30:00.000+07:00');
  expect(shown.stdout).not.toMatch(/\dZ"/);
  expect((await payctl('journal show SBXNONE0001 -o table', host)).stdout).not.toMatch(
    /T\d\d:\d\d/,
  );
});

it.each([
  ['--since today', 1],
  ['--since yesterday --until today', 0],
  ['--since -1m', 1],
  ['--since 1m', 1],
  ['--since +1m', 0],
  ['--until 2026-03-10', 0],
])('the journal is asked alike: %s', async (flags, rows) => {
  const { host } = await payctl(
    'ewallet refund --tran-type W --out-trade-no SBXNONE0002 --total-fee 1.00 --yes',
  );
  const { stdout, stderr } = await payctl(`journal list ${flags} -o json`, host);
  expect(JSON.parse(stdout), stderr).toHaveLength(rows);
});

it('a token says until when in Bangkok time, and with an offset in JSON', async () => {
  const { host, stdout } = await payctl('token -o json');
  expect(JSON.parse(stdout).expiresAt).toBe('2026-03-10T01:00:00.000+07:00');
  expect((await payctl('token status -o table', host)).stdout).toContain('2026-03-10 01:00:00');
});
