import { describe, expect, it } from 'vitest';
import { payctl as run } from '../fixtures/command.js';
import { stubBank } from '../fixtures/stub-bank.js';

let page = '';
const { url } = await stubBank(() => ({}), {
  token: () => ({ status: 400, headers: { 'content-type': 'text/html' }, body: page }),
});

const CONFIG = '/home/tester/.config/payctl/config.json';
const CREDENTIALS = { PAYCTL_API_KEY: 'key', PAYCTL_API_SECRET: 'hush' };

function payctl(words: string, env: Record<string, string>, profile?: object) {
  const config = JSON.stringify({ current: 'shop', profiles: { shop: profile } });
  return run(words, {
    env: { ...CREDENTIALS, ...env },
    files: profile ? { [CONFIG]: config } : {},
  });
}

const nginx = (words: string) =>
  `<html>\r\n<head><title>400 ${words}</title></head>\r\n<body>\r\n<center><h1>400 Bad Request</h1></center>\r\n<center>${words}</center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>`;

describe('a gateway before the bank', () => {
  it.each([
    [nginx('No required SSL certificate was sent'), /wants a client certificate/, /clientCert/],
    [nginx('The SSL certificate error'), /did not accept the client cert/, /clientCert/],
    [nginx('The plain HTTP request was sent to HTTPS port'), /expects TLS/, /https:\/\//],
    ['Client sent an HTTP request to an HTTPS server.\n', /expects TLS/, /https:\/\//],
    [
      "Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />\n Instead use HTTPS",
      /expects TLS/,
      /https:\/\//,
    ],
  ])('is reported with what it wants: %#', async (text, message, hint) => {
    page = text;
    const { code, stderr } = await payctl('token --retries 0 -o json', { PAYCTL_BASE_URL: url });
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ exit: 13, class: 'TLS', executed: 'no' });
    expect(code).toBe(13);
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  it('that answers anything else is not taken for a problem of certificates', async () => {
    page = nginx('Request Header Or Cookie Too Large');
    expect((await payctl('token --retries 0', { PAYCTL_BASE_URL: url })).code).toBe(14);
  });
});

describe('plain http to the name of a service', () => {
  const SERVICE = 'http://bank:8080';
  const dry = 'token --dry-run -o json';

  it('is for the test environment', async () => {
    const test = { PAYCTL_BASE_URL: SERVICE, PAYCTL_ENVIRONMENT: 'test' };
    const allowed = await payctl(dry, test);
    expect(allowed.code, allowed.stderr).toBe(0);
    expect(allowed.stdout).toContain(`${SERVICE}/`);
    expect(allowed.stderr).toBe(
      `warning: ${SERVICE} is not encrypted: the secret and the payments are sent in clear\n`,
    );
    const profile = { baseUrl: SERVICE, apiKey: 'key', environment: 'test' };
    expect((await payctl(dry, {}, profile)).code).toBe(0);
  });

  it.each<[string, Record<string, string>, object | undefined]>([
    ['PAYCTL_BASE_URL', { PAYCTL_BASE_URL: SERVICE }, undefined],
    ['PAYCTL_BASE_URL', { PAYCTL_BASE_URL: SERVICE, PAYCTL_ENVIRONMENT: 'live' }, undefined],
    ['baseUrl of the profile shop', {}, { baseUrl: SERVICE, apiKey: 'key' }],
    ['baseUrl of the profile shop', {}, { baseUrl: SERVICE, apiKey: 'k', environment: 'live' }],
  ])('is refused elsewhere: %s %#', async (place, env, profile) => {
    const { code, stderr } = await payctl(dry, env, profile);
    expect(code).toBe(3);
    expect(stderr).toContain(`${place} must begin with https:// (http:// with the name of a`);
  });

  it.each([
    'http://bank.example',
    'http://10.0.0.7:8080',
    'http://3232235777',
    'http://bank.local',
  ])('is not for %s, whatever the environment', async (address) => {
    const env = { PAYCTL_BASE_URL: address, PAYCTL_ENVIRONMENT: 'test' };
    const { code, stderr } = await payctl(dry, env);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('(http:// only for this machine)'),
    });
  });
});
