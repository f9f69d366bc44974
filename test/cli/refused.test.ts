import { describe, expect, it } from 'vitest';
import { NOWHERE, payctl } from '../fixtures/command.js';

/** What a person mistypes, or a script gets wrong: each was taken, or ended as a bug of ours, once. */
describe('a wrong command line', () => {
  it.each([
    ['sandbox serve --port 99999', '--port is 99999; give a port, 0 to 65535'],
    ['--sandbox listen --port 70000', '--port is 70000; give a port, 0 to 65535'],
    ['--sandbox token login --redirect-port 99999', '--redirect-port is 99999; give a port'],
    ['--sandbox token --retries 99999999', 'give a whole number of at most six digits'],
    ['sandbox faults slow --operation ewalet.pay', 'did you mean ewallet.pay?'],
    ['sandbox faults slow --operation nothing-near-it', 'the operations are token.'],
    ['sandbox faults clear --operation ewallet.pay', 'hint: clear alone removes all faults'],
    [
      'sandbox faults --operation ewallet.pay --times 3',
      'options are of a fault, and none is given',
    ],
    ['sandbox faults html-error --status 99999', 'an answer has a status from 200 to 599'],
    ['sandbox faults rate-limited --retry-after ไทย', 'the Retry-After header cannot be'],
    ['sandbox faults 1102 --status 499', 'give a status of 400\n'],
    ['sandbox clock +2920000d', 'the clock cannot be set to "+2920000d"'],
    ['--bogus', 'hint: payctl --help\n'],
    ['--sandbox journal list --since 2026-02-30', '--since is "2026-02-30"; give 2026-01-31'],
    ['--sandbox journal list --until 1', '--until is "1"; give 2026-01-31'],
    [
      '--sandbox batch ewallet.inquire - --expect-amount 5',
      '--expect-amount only applies to payments',
    ],
    ['--sandbox batch ewallet.inquire - --wait 5s', '--wait only applies to payments'],
    ['--sandbox api GET /v1/x?a=1&a=2', 'the path gives "a" twice'],
    [
      '--sandbox token --request-uid AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      '--request-uid is for commands that make one',
    ],
  ])('%s', async (line, why) => {
    const { code, stdout, stderr } = await payctl(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
  });

  it.each([
    ['config set bilerId 1', 'did you mean billerId?'],
    ['config get bilerId', 'did you mean billerId?'],
    ['config use shp', 'did you mean shop?'],
    ['config set apiSecret x', 'payctl config set-secret apiSecret'],
    ['config get apiSecret', 'is a secret and is never printed'],
    ['config set-secret apiSecrt', 'did you mean apiSecret?'],
    ['config set companyId 1 -p sandbox', 'built in and cannot be changed'],
    ['config copy shop SHOP', 'there is a profile shop already'],
    ['config rename shop sandbox', 'reserved'],
    ['config delete shp', 'did you mean shop?'],
    ['init -p shop --name till --base-url https://b.example --api-key K', 'two profiles are named'],
    ['config delete sandbox --yes', 'built in and stays as it is'],
    ['sandbox faults no-callback --operation ewallet.pay', 'leave out --operation and --ref'],
    ['sandbox faults 8102 --operation qr.create --ref ORDER1', 'calls of qr.create have no ref'],
    ['sandbox faults late-callback --ref ORDER1', 'leave out --operation and --ref'],
    ['sandbox faults truncate', 'did you mean truncated?'],
  ])('on a machine with a profile: %s', async (line, why) => {
    const settings = '{"current":"shop","profiles":{"shop":{"baseUrl":"https://bank.example"}}}';
    const files = { '/home/tester/.config/payctl/config.json': settings };
    const { code, stdout, stderr } = await payctl(line, { files });
    expect([2, 3]).toContain(code);
    expect([stdout, stderr]).toEqual(['', expect.stringContaining(why)]);
  });

  it.each([
    ['ewallet.inquir -', 'did you mean ewallet.inquire?'],
    ['token.issue -', 'batch has no operation'],
    ['ewallet.inquire nowhere.csv', 'nowhere.csv does not exist'],
    ['ewallet.inquire - --query line', '--query works on a single call'],
    ['ewallet.inquire - -o yaml', 'batch writes a line for each row, as jsonl or csv'],
    ['ewallet.inquire - -o json', 'jq -s . makes one array of them'],
    ['ewallet.inquire - --columns mesage', 'did you mean message?'],
    ['ewallet.inquire - --concurrency 0', 'use 1 to 256'],
    ['ewallet.inquire - --rate x', 'rows per second'],
    ['ewallet.inquire - --shard 9/8', 'parts count from 1'],
    ['investigate - --wait 5s', '--wait only applies to payments'],
    ['slip.verify - --expect-amount 5', '--expect-amount only applies to payments'],
  ])('batch %s', async (words, why) => {
    const options = { env: NOWHERE, stdin: 'outTradeNo\nSBXX0\n' };
    const { code, stdout, stderr } = await payctl(`batch ${words}`, options);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)]);
  });

  it.each<[string[], string]>([
    [['--sandbox', 'token', 'login', '--auth-code', ''], '--auth-code is empty'],
    [['--sandbox', 'token', 'login', '--auth-code', ' '], '--auth-code is empty'],
    [['--sandbox', 'token', 'login', '--state', ' '], '--state is empty'],
    [['--sandbox', 'token', 'login', '--code-challenge', ''], '--code-challenge is empty'],
    [['sandbox', 'clock', '--id=a/b'], '--id'],
    [['sandbox', 'clock', '--id=..'], '--id'],
    [['sandbox', 'clock', '--id='], '--id'],
    [['sandbox', 'clock', `--id=${'x'.repeat(41)}`], '--id'],
  ])('%j', async (words, why) => {
    const { code, stdout, stderr } = await payctl(words);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)]);
  });

  it('config set with an empty value', async () => {
    const { code, stderr } = await payctl(['config', 'set', 'companyId', '', '-p', 'shop']);
    expect(code).toBe(2);
    expect(stderr).toMatchInlineSnapshot(`
      "error: the value of companyId is empty
        hint: payctl -p shop config unset companyId
      "
    `);
  });
});
