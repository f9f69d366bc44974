import { describe, expect, it } from 'vitest';
import { payctl as run } from '../fixtures/command.js';

const CONFIG = '/home/tester/.config/payctl/config.json';
const SECRET = '/home/tester/.config/payctl/secrets/open.apiSecret';
const BANK = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key', companyId: '001', terminalId: '1' };
const PROFILES = {
  live: { ...BANK, environment: 'live' },
  locked: { ...BANK, environment: 'test', readOnly: 'true' },
  bare: BANK,
  open: { ...BANK, environment: 'test', readOnly: 'false' },
};
const INQUIRE = 'ewallet inquire --tran-type W --out-trade-no ORDER1 --retries 0';
const CANCEL = 'ewallet cancel --tran-type W --out-trade-no ORDER1 --wait 0 --retries 0';

const files = {
  [CONFIG]: JSON.stringify({ profiles: PROFILES }),
  [SECRET]: 'hush\nhttp://127.0.0.1:9\n',
};

const payctl = (words: string, env: Record<string, string>) =>
  run(words, { env: { PAYCTL_API_SECRET: 'hush', ...env }, files });

describe('a guard of the current profile', () => {
  it.each([
    ['live', 'PAYCTL_ENVIRONMENT', 'test', 'environment live', 'environment test'],
    ['locked', 'PAYCTL_READ_ONLY', 'false', 'readOnly true', 'readOnly false'],
    ['locked', 'PAYCTL_READ_ONLY', '0', 'readOnly true', 'readOnly false'],
  ])('%s is not loosened by %s=%s', async (profile, variable, value, setting, loose) => {
    const env = { PAYCTL_PROFILE: profile, [variable]: value };
    for (const call of [INQUIRE, CANCEL, 'token']) {
      const { code, stderr } = await payctl(call, env);
      expect({ call, code }).toEqual({ call, code: 3 });
      expect(stderr).toContain(
        `${variable} is ${value}, but the profile ${profile} has ${setting}`,
      );
      expect(stderr).toContain(`unset ${variable}, or: payctl -p ${profile} config set ${loose}`);
    }
  });

  it('leaves what is no call to the bank alone', async () => {
    const env = { PAYCTL_PROFILE: 'live', PAYCTL_ENVIRONMENT: 'test' };
    expect((await payctl('config get environment', env)).stdout).toBe('live\n');
    expect((await payctl('journal list', env)).code).toBe(0);
  });

  it.each([
    ['open', { PAYCTL_ENVIRONMENT: 'live' }, 'a live profile asks for confirmation'],
    ['open', { PAYCTL_READ_ONLY: 'true' }, 'is read-only'],
    ['bare', {}, 'a live profile asks for confirmation'],
  ])('%s is tightened by %j', async (profile, env, expected) => {
    const { code, stderr } = await payctl(CANCEL, { PAYCTL_PROFILE: profile, ...env });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(expected) });
  });

  it('may come by variable where the profile has none', async () => {
    const env = { PAYCTL_PROFILE: 'bare', PAYCTL_ENVIRONMENT: 'test' };
    expect((await payctl('config get environment', env)).stdout).toBe('test\n');
    // Nobody listens: it was not asked about, and would have been sent.
    expect((await payctl(CANCEL, env)).code).toBe(9);
  });
});

describe('a profile that the command line names', () => {
  it.each([
    ['-p live', { PAYCTL_ENVIRONMENT: 'test' }, 2],
    ['-p locked', { PAYCTL_READ_ONLY: 'false' }, 2],
    ['-p open', { PAYCTL_READ_ONLY: 'true', PAYCTL_ENVIRONMENT: 'live' }, 9],
  ])('%s keeps its settings, whatever %j', async (option, env, expected) => {
    const { code, stderr } = await payctl(`${CANCEL} ${option}`, env);
    expect(code, stderr).toBe(expected);
  });
});
