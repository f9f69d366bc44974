import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmationAddress } from '../../src/sandbox/delivery/address.js';
import { reset, setSettings, showSettings } from '../../src/sandbox/operator.js';
import { newWorld } from '../fixtures/sandbox.js';

const to = (confirmationUrl: string, deliverTo = '') =>
  confirmationAddress({ confirmationUrl, deliverTo });

describe('the address of confirmations', () => {
  it.each([
    ['http://127.0.0.1:8788/paid', '', 'http://127.0.0.1:8788/paid'],
    ['http://localhost:8788', '', 'http://127.0.0.1:8788/'],
    ['http://shop:3000/paid', 'shop', 'http://shop:3000/paid'],
    ['http://shop:3000/paid', 'till:80,SHOP:3000', 'http://shop:3000/paid'],
    ['https://shop/paid', 'shop:443', 'https://shop/paid'],
  ])('%s is taken with --deliver-to "%s"', (url, hosts, sent) => {
    expect(to(url, hosts)).toBe(sent);
  });

  it.each([
    ['http://shop:3000/', ''],
    ['http://shop:3000/', 'shop:3001'],
    ['http://shop:3000/', 'shop.example'],
    ['http://shop.example/', 'shop'],
    ['http://127.0.0.1.example/', 'shop'],
    ['ftp://127.0.0.1/', ''],
    ['http://user@127.0.0.1/', ''],
  ])('%s is refused with --deliver-to "%s"', (url, hosts) => {
    expect(() => to(url, hosts)).toThrow(/must be an/);
  });

  it('never leaves this machine for a host that nobody named', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.domain(), (url, named) => {
        if (new URL(url).hostname === named.toLowerCase()) return;
        expect(() => to(url, named)).toThrow('must be an address of this machine');
      }),
    );
  });

  it('is refused when it is set, and what was set before stays', async () => {
    const { bank } = await newWorld();
    await setSettings(bank, { deliverTo: 'shop:3000', confirmationUrl: 'http://shop:3000/' });
    await expect(setSettings(bank, { confirmationUrl: 'http://till/' })).rejects.toThrow('must be');
    await expect(setSettings(bank, { deliverTo: '' })).rejects.toThrow('must be');
    expect(showSettings(bank).confirmationUrl).toBe('http://shop:3000/');
  });

  it('may be of the same hosts after a reset', async () => {
    const { bank } = await newWorld();
    await setSettings(bank, { deliverTo: 'shop:3000' });
    await reset(bank);
    await setSettings(bank, { confirmationUrl: 'http://shop:3000/' });
    expect(showSettings(bank)).toMatchObject({ deliverTo: 'shop:3000' });
  });
});
