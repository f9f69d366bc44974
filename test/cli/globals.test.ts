import { describe, expect, it } from 'vitest';
import { NOWHERE, payctl as run } from '../fixtures/command.js';
import type { FakeHostOptions } from '../fixtures/fake-host.js';

const payctl = (words: string | readonly string[], options: FakeHostOptions = {}) =>
  run(words, { ...options, env: { ...NOWHERE, ...options.env } });

const CALL = 'ewallet inquire --tran-type W --out-trade-no ORDER1 --retries 0';

describe('a value of a global option that is wrong', () => {
  it.each([
    ['--retries -1', '--retries is "-1"; give a whole number'],
    ['--retries 1e3', '--retries is "1e3"; give a whole number'],
    ['--timeout 0', '--timeout is 0; give more than 0 and at most 24h'],
    ['--timeout 99999h', '--timeout is 99999h; give more than 0 and at most 24h'],
    ['--timeout soon', '--timeout is "soon"; give a duration such as 30s, 2m or 500ms'],
    ['--lang de', '--lang is "de"; give en, th'],
    ['-o jsn', 'did you mean --output json?'],
    ['--columns=', '--columns is empty'],
    ['--columns a,,b', '--columns is "a,,b"; separate names'],
    ['-q=', '--query is empty'],
    ['--profile=', '--profile is empty'],
    ['--output=', '--output is empty'],
    ['--query [', '--query "[" does not work'],
    ['--request-uid short', '--request-uid must be exactly 32'],
  ])('%s', async (option, expected) => {
    const { code, stdout, stderr } = await payctl(`${CALL} ${option}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
  });

  it.each(['--lang TH', '-o JSON', '--timeout 500ms', '--retries 0'])(
    '%s is accepted',
    async (option) => {
      expect(await payctl(`${CALL} ${option} --dry-run`)).toMatchObject({ code: 0, stderr: '' });
    },
  );
});

describe('a variable that is wrong', () => {
  it.each([
    ['PAYCTL_TIMEOUT', '0', 'PAYCTL_TIMEOUT must be a duration, e.g. 30s, at most 24h'],
    ['PAYCTL_TIMEOUT', 'soon', 'PAYCTL_TIMEOUT must be a duration, e.g. 30s, at most 24h'],
    ['PAYCTL_LANG', 'de', 'PAYCTL_LANG must be en or th'],
    ['PAYCTL_ENVIRONMENT', 'prod', 'PAYCTL_ENVIRONMENT must be test or live'],
    ['PAYCTL_READ_ONLY', 'perhaps', 'PAYCTL_READ_ONLY must be true or false'],
    ['PAYCTL_TERMINAL_ID', 'caf\uFFFD', 'PAYCTL_TERMINAL_ID is not valid UTF-8'],
    [
      'PAYCTL_OUTPUT',
      'jsn',
      'PAYCTL_OUTPUT is "jsn"; give table, json, jsonl, csv, yaml, text, raw',
    ],
  ])('%s=%s is named, and not the flag', async (name, value, expected) => {
    const { code, stdout, stderr } = await payctl(CALL, { env: { [name]: value } });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(expected);
    expect(stderr).not.toContain('--');
  });

  it('is overridden by the flag', async () => {
    const env = { PAYCTL_OUTPUT: 'jsn', PAYCTL_LANG: 'de', PAYCTL_TIMEOUT: 'soon' };
    const flags = '-o json --lang th --timeout 5s --dry-run';
    expect(await payctl(`${CALL} ${flags}`, { env })).toMatchObject({ code: 0 });
  });
});

describe('bytes that are not UTF-8', () => {
  it('are refused in an argument', async () => {
    const { code, stderr } = await payctl([...CALL.split(' '), '-f', 'note=caf\uFFFD']);
    expect(code).toBe(2);
    expect(stderr).toContain('argument 10 is not valid UTF-8: "note=caf\uFFFD"');
  });

  it('are refused in --data', async () => {
    const stdin = Uint8Array.of(...Buffer.from('{"note":"caf'), 0xe9, ...Buffer.from('"}'));
    const { code, stderr } = await payctl(`${CALL} --data -`, { stdin });
    expect(code).toBe(2);
    expect(stderr).toContain('--data - is not valid UTF-8');
  });
});

describe('the hint for what is missing', () => {
  const files = {
    '/home/tester/.config/payctl/config.json': JSON.stringify({
      profiles: { shop: { baseUrl: 'http://127.0.0.1:9', apiKey: 'shop-key', readOnly: 'true' } },
    }),
  };
  const PAY = 'ewallet cancel --tran-type W --out-trade-no ORDER1 --yes';

  it.each([
    [
      '-p shop',
      {},
      'config set-secret apiSecret (PAYCTL_API_SECRET is not read when the command line names',
    ],
    [
      '--quiet',
      { PAYCTL_PROFILE: 'shop', PAYCTL_API_SECRET: '' },
      'payctl -p shop config set-secret apiSecret, or set PAYCTL_API_SECRET',
    ],
    ['--quiet', { PAYCTL_API_SECRET: '' }, 'hint: set PAYCTL_API_SECRET or PAYCTL_SECRET_COMMAND'],
  ])('fits how the profile was chosen: %s %j', async (option, env, hint) => {
    const { code, stderr } = await payctl(`${CALL} ${option}`, { env, files });
    expect(code).toBe(3);
    expect(stderr).toContain(hint);
  });

  it.each([
    ['-p shop', {}, 'use another profile with -p, or: payctl -p shop config unset readOnly'],
    ['-p shop', { PAYCTL_READ_ONLY: '1' }, 'payctl -p shop config unset readOnly'],
    ['--quiet', { PAYCTL_READ_ONLY: '1' }, 'unset PAYCTL_READ_ONLY'],
  ])('names what made the profile read-only: %s %j', async (option, env, hint) => {
    const { code, stderr } = await payctl(`${PAY} ${option}`, { env, files });
    expect(code).toBe(2);
    expect(stderr).toContain(hint);
  });
});

describe('a field that a setting fills', () => {
  it('is named by where its setting stands', async () => {
    const env = { PAYCTL_ENVIRONMENT: 'test', PAYCTL_COMPANY_ID: 'ABC' };
    const { code, stderr } = await payctl(CALL, { env });
    expect(code).toBe(2);
    expect(stderr).toContain('  PAYCTL_COMPANY_ID may hold only digits in the test environment');
    const flag = await payctl(`${CALL} --company-id ABC`, { env });
    expect(flag.stderr).toContain('  --company-id may hold only digits in the test environment');
  });
});
