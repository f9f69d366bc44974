import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/bank/families.js';
import { listFlags } from '../../src/bank/flags.js';
import { Profiles, readConfigFile } from '../../src/config/profiles.js';
import { findPaths } from '../../src/state/paths.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { said } from '../fixtures/said.js';

const PATH = '/home/tester/.config/payctl/config.json';

function open(content?: string) {
  const host = fakeHost({ files: content === undefined ? {} : { [PATH]: content } });
  return { host, profiles: new Profiles(host, findPaths(host)) };
}

describe('profiles', () => {
  it('take dots in names as dots, keep what this version does not know, and remove it when told', async () => {
    const { profiles } = open('{"profiles":{"shop.a":{"colour":{"x":[1]},"apiSecret":"x"}}}');
    await profiles.set('shop.a', { lang: 'th' });
    await profiles.unset('shop.a', ['apiSecret']);
    expect(profiles.read().profiles).toEqual({ 'shop.a': { colour: { x: [1] }, lang: 'th' } });
    await profiles.unset('shop.a', ['colour']);
    expect(profiles.read().profiles).toEqual({ 'shop.a': { lang: 'th' } });
  });
  it('take a setting as long as the field takes it', async () => {
    const { profiles } = open();
    for (const { setting, limits } of (await loadCatalogue()).flatMap(listFlags)) {
      const [, most] = /^up to (\d+) characters$/.exec(limits ?? '') ?? [];
      if (setting && most) await profiles.set('a', { [setting]: '1'.repeat(Number(most)) });
    }
    expect(profiles.read().profiles.a).toMatchObject({ companyId: '11111' });
  });

  it('keep the full path of a file, so that it holds in every directory', async () => {
    const { profiles } = open();
    await profiles.set('a', { clientCert: 'keys/client.pem', ca: '/tls/ca.pem', companyId: '1' });
    expect(profiles.read().profiles.a).toEqual({
      clientCert: '/home/tester/keys/client.pem',
      ca: '/tls/ca.pem',
      companyId: '1',
    });
  });

  it.each(['', '.hidden', 'a/b', '__proto__', 'sandbox', 'Environment', 'ก', 'x'.repeat(65)])(
    'refuse the name %j',
    async (name) => {
      const { profiles } = open();
      await expect(profiles.set(name, { lang: 'th' })).rejects.toMatchObject({
        exitClass: 'USAGE',
      });
    },
  );

  it('refuse unknown settings, wrong values and secrets, and tell all that is wrong', async () => {
    const { host, profiles } = open();
    await expect(profiles.set('a', { billerId: '1', lang: 'fr' })).rejects.toThrow(
      'billerId must be 15 digits; lang must be en or th',
    );
    for (const outTradeNoPrefix of ['AB', 'ABCD', 'AB1']) {
      const set = profiles.set('a', { outTradeNoPrefix });
      await expect(set).rejects.toThrow('outTradeNoPrefix must be 3 letters');
    }
    await expect(profiles.set('a', { companyID: '1' })).rejects.toThrow('no setting "companyID"');
    await expect(profiles.set('a', { apiSecret: 'canary' })).rejects.toMatchObject({
      message: expect.not.stringContaining('canary'),
      facts: { hint: said('payctl config set-secret apiSecret') },
    });
    await expect(profiles.set('a', { proxy: 'http://u:canary@proxy.example' })).rejects.toThrow(
      'proxy holds a password',
    );
    expect(host.files.paths()).toEqual([]);
  });
});

describe('a damaged settings file', () => {
  it.each([
    ['empty', ''],
    ['cut', '{"current":"a","profiles":{"a":{"base'],
    ['NUL', '\0'.repeat(64)],
    ['another type', '[]'],
    ['a profile that is none', '{"profiles":{"a":1}}'],
    ['profiles that are none', '{"profiles":[]}'],
    ['a current that is none', '{"current":1}'],
    ['from the future', '{"version":2,"profiles":{}}'],
  ])('(%s) is named and left as it is', async (_, content) => {
    const { host, profiles } = open(content);
    const named = { exitClass: 'CONFIG', message: expect.stringContaining(PATH) };
    expect(() => profiles.read()).toThrow(expect.objectContaining(named));
    await expect(profiles.set('a', { lang: 'th' })).rejects.toMatchObject(named);
    expect(host.files.text(PATH)).toBe(content);
  });

  it('is moved away by the command of its hint, whatever its path', () => {
    const read = () => readConfigFile({ read: () => Buffer.from('{') }, '/a b/config.json');
    const move = "mv '/a b/config.json' '/a b/config.json.damaged'";
    expect(read).toThrow(
      expect.objectContaining({
        facts: expect.objectContaining({
          hint: said(`fix it, or move it away and start again: ${move}`),
        }),
      }),
    );
  });

  it('is noticed whichever byte was changed', () => {
    const good = '{"version":1,"profiles":{"a":{"lang":"th"}}}';
    for (let at = 0; at < good.length; at++) {
      const bytes = Buffer.from(good);
      bytes[at] = 0xff;
      const read = () => readConfigFile({ read: () => bytes }, PATH);
      expect(read).toThrow(expect.objectContaining({ exitClass: 'CONFIG' }));
    }
  });
});
