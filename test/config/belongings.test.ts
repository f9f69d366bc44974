import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { PayctlError } from '../../src/core/errors.js';
import { fakeHost } from '../fake-host.js';

const CONFIG = '/home/tester/.config/payctl';
const OLD = `${CONFIG}/secrets/shop.apiSecret`;
const NEW = `${CONFIG}/secrets/kiosk.apiSecret`;
const PROFILE = { baseUrl: 'https://bank.example', apiKey: 'key' };

function machine() {
  const host = fakeHost({ argv: ['config', 'rename', 'shop', 'kiosk'] });
  const config = { version: 1, current: 'shop', profiles: { shop: PROFILE } };
  host.files.put(`${CONFIG}/config.json`, JSON.stringify(config));
  host.files.put(OLD, 'hush\n');
  return host;
}

describe('the secret of a profile that is renamed', () => {
  it('moves', async () => {
    const host = machine();
    expect(await run(host), host.stderr.text()).toBe(0);
    expect(host.files.text(NEW)).toBe('hush\n');
    expect(host.files.text(OLD)).toBeUndefined();
  });

  it('stays where it was when the new place cannot hold it', async () => {
    const host = machine();
    host.files.before = (_, path) => {
      if (path === NEW) throw new PayctlError('CONFIG', 'the disk is full');
    };
    expect(await run(host)).toBe(3);
    expect(host.files.text(OLD)).toBe('hush\n');
  });
});
