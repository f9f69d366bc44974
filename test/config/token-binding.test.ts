import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { payctl as run } from '../fixtures/command.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { type Call, stubBank } from '../fixtures/stub-bank.js';

const CONFIG = '/home/tester/.config/payctl/config.json';
const FILE = '/home/tester/.config/payctl/secrets/shop.apiSecret';
const CA = join(import.meta.dirname, '../client/certificates/ca.pem');
const RIGHT = 'the-right-secret';

let asked: string[] = [];
let status = 200;
// It knows one secret. The doctor looks whether anybody is there.
const { url } = await stubBank(() => ({ status: 404, body: '' }), {
  token({ body }: Call) {
    const { applicationSecret } = JSON.parse(body);
    asked.push(applicationSecret);
    if (applicationSecret !== RIGHT) {
      const description = 'Invalid authorization credentials';
      return { status: status === 200 ? 401 : status, code: 9500, description };
    }
    const accessToken = `token-${asked.length}`;
    return { status, data: { accessToken, tokenType: 'Bearer', expiresIn: 1800, expiresAt: 1 } };
  },
});
beforeEach(() => {
  asked = [];
  status = 200;
});

/** Runs of one machine, one after another, a second apart. */
function machine(profile?: Record<string, string>) {
  const shop = { baseUrl: url, apiKey: 'key', ...profile };
  const files: Record<string, string> = profile
    ? { [CONFIG]: JSON.stringify({ current: 'shop', profiles: { shop } }) }
    : {};
  const host = fakeHost({ files, now: Date.now() });
  const payctl = async (words: string, env: Record<string, string> = {}) => {
    host.clock.advance(1_000);
    const base = profile ? {} : { PAYCTL_BASE_URL: url, PAYCTL_API_KEY: 'key' };
    const { code, stdout, stderr } = await run(words, { on: host, env: { ...base, ...env } });
    const { error = {} } = stderr ? JSON.parse(stderr) : {};
    return { code, stdout, error };
  };
  return { host, payctl };
}

const TOKEN = 'token --raw --retries 0 -o json';
const by = (secret: string) => ({ PAYCTL_API_SECRET: secret });

describe('a token', () => {
  it('is not found with another secret', async () => {
    const { payctl } = machine();
    const first = await payctl(TOKEN, by(RIGHT));
    expect((await payctl(TOKEN, by(RIGHT))).stdout).toBe(first.stdout);
    const wrong = await payctl(TOKEN, by('wrong'));
    expect(wrong).toMatchObject({ code: 4, stdout: '' });
    expect((await payctl('token status -o json', by('wrong'))).stdout).toContain('none');
    expect((await payctl(TOKEN, by(RIGHT))).stdout).toBe(first.stdout);
    expect(asked).toEqual([RIGHT, 'wrong']);
  });

  it('is shared by those who have its secret from elsewhere', async () => {
    const { host, payctl } = machine({});
    host.files.put(FILE, `${RIGHT}\n${url}\n`);
    const first = await payctl(TOKEN);
    expect((await payctl(TOKEN, by(RIGHT))).stdout).toBe(first.stdout);
    host.files.put(FILE, `other\n${url}\n`);
    expect((await payctl(TOKEN)).code).toBe(4);
    expect(asked).toEqual([RIGHT, 'other']);
  });

  it('of a command is found without running it, by the same command only', async () => {
    const { host, payctl } = machine();
    const trace = (secret: string) => `node -p '"${secret}"'`;
    const first = await payctl(TOKEN, { PAYCTL_SECRET_COMMAND: trace(RIGHT) });
    expect(first.code).toBe(0);
    const [path = ''] = host.files.paths().filter((each) => each.endsWith('-application.json'));
    // No program of this name: it would end the run.
    const marked = host.files.text(path) ?? '';
    expect((await payctl(TOKEN, { PAYCTL_SECRET_COMMAND: 'no-such-program' })).code).toBe(3);
    expect((await payctl(TOKEN, { PAYCTL_SECRET_COMMAND: trace(RIGHT) })).stdout).toBe(
      first.stdout,
    );
    expect((await payctl(TOKEN, { PAYCTL_SECRET_COMMAND: trace('wrong') })).code).toBe(4);
    expect(asked).toEqual([RIGHT, 'wrong']);
    expect(marked).not.toContain(RIGHT);
  });

  it('gives its secret away in no file', async () => {
    const { host, payctl } = machine();
    await payctl(TOKEN, by(RIGHT));
    await payctl(TOKEN, by('wrong'));
    const all = host.files.paths().map((path) => host.files.text(path) ?? '');
    expect(all.length).toBeGreaterThan(3);
    expect(all.join('')).not.toMatch(/the-right-secret|wrong/);
  });
});

describe('a remembered failure', () => {
  it('is held against the same secret for ten seconds, and against no other', async () => {
    const { payctl } = machine();
    await payctl(TOKEN, by('wrong'));
    const again = await payctl(TOKEN, by('wrong'));
    expect(again.error.message).toContain('1 s ago');
    expect((await payctl(TOKEN, by('another'))).error.message).not.toContain('ago');
    expect((await payctl(TOKEN, by(RIGHT))).code).toBe(0);
    expect(asked).toEqual(['wrong', 'another', RIGHT]);
  });

  it('is held against the secret that a command prints', async () => {
    const { payctl } = machine({ secretCommand: 'echo wrong' });
    await payctl(TOKEN);
    expect((await payctl(TOKEN)).error.message).toContain('1 s ago');
    expect(asked).toEqual(['wrong']);
  });

  it('is not held against a right one that the command prints now', async () => {
    const { payctl } = machine({ secretCommand: "node -p 'process.env.NOW'" });
    process.env.NOW = 'wrong';
    expect((await payctl(TOKEN)).code).toBe(4);
    process.env.NOW = RIGHT;
    expect((await payctl(TOKEN)).code).toBe(0);
    delete process.env.NOW;
  });

  it.each([
    ['a certificate', { PAYCTL_CA: '/home/tester/ca.pem' }],
    ['a proxy', { HTTPS_PROXY: 'http://127.0.0.1:1' }],
  ])('is not held against %s that came since', async (_, env) => {
    const { host, payctl } = machine();
    status = 503;
    await payctl(TOKEN, by(RIGHT));
    expect((await payctl(TOKEN, by(RIGHT))).error.message).toContain('ago');
    status = 200;
    host.files.put('/home/tester/ca.pem', readFileSync(CA));
    const { code, error } = await payctl(TOKEN, { ...by(RIGHT), ...env });
    expect({ code, error }).toEqual({ code: 0, error: {} });
  });

  it('is not remembered where nobody listened', async () => {
    const { host, payctl } = machine();
    const env = { ...by(RIGHT), PAYCTL_BASE_URL: 'http://127.0.0.1:9' };
    for (let run = 0; run < 2; run++) {
      const { code, error } = await payctl(TOKEN, env);
      expect(code).toBe(9);
      expect(error.message).not.toContain('ago');
      expect(error.hint).toContain('is http://127.0.0.1:9, from PAYCTL_BASE_URL, right?');
    }
    expect(host.files.paths().filter((path) => path.includes('failure'))).toEqual([]);
  });
});

describe('refused credentials', () => {
  const fileHint = 'payctl -p shop config set-secret apiSecret';

  const fromFile = `apiKey from the profile shop, apiSecret from its file ${FILE}`;
  const fromVariable = 'apiKey from PAYCTL_API_KEY, apiSecret from PAYCTL_API_SECRET';
  const printed = { secretCommand: 'echo wrong' };
  const fromCommand = 'apiSecret printed by secretCommand of the profile shop';
  const setCommand = 'payctl -p shop config set secretCommand …';

  it.each<[string, Record<string, string> | undefined, Record<string, string>, string, string]>([
    ['environment', undefined, by('wrong'), fromVariable, 'export PAYCTL_API_SECRET=…'],
    ['file', {}, {}, fromFile, fileHint],
    ['command', printed, {}, fromCommand, setCommand],
  ])(
    'name their source and the command that fixes them: %s',
    async (_, profile, env, from, fix) => {
      const { host, payctl } = machine(profile);
      if (profile) host.files.put(FILE, `wrong\n${url}\n`);
      for (const command of [TOKEN, 'doctor -o json']) {
        const { code, error } = await payctl(command, env);
        expect(code).toBe(4);
        expect(error.message).toContain(from);
        expect(error.hint).toContain(fix);
        expect(error.hint).not.toContain('payctl doctor');
      }
    },
  );

  it('are found by the doctor, though a token of a valid secret is stored', async () => {
    const { payctl } = machine({ secretCommand: "node -p 'process.env.NOW'" });
    process.env.NOW = RIGHT;
    expect((await payctl(TOKEN)).code).toBe(0);
    process.env.NOW = 'wrong';
    const { code } = await payctl('doctor -o json');
    delete process.env.NOW;
    expect(code).toBe(4);
  });
});
