import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/bank/families.js';
import { addressOf, Router } from '../../src/sandbox/server/routes.js';

function matched(router: Router, method: string, path: string) {
  const request = { method, url: `http://h:1${path}`, headers: {} };
  return router.match(request, addressOf(request));
}

describe('routes', () => {
  it('every operation of the catalogue has a handler, by each of its methods', async () => {
    const router = new Router();
    for (const { id, method, otherMethods = [], path } of await loadCatalogue()) {
      const filled = path.replace(/\{[A-Za-z]+\}/g, 'x');
      for (const each of [method, ...otherMethods]) {
        expect((await matched(router, each, filled)).operation.id).toBe(id);
      }
    }
  });

  it('hands over what travels in the path', async () => {
    const match = await matched(new Router(), 'GET', '/v1/payment/qrcode/creditcard/A%2FB');
    expect(match).toMatchObject({ operation: { id: 'qr.inquire' }, inPath: { qrId: 'A/B' } });
  });

  it('knows again the address of a path without fields, and the method only that came', async () => {
    const router = new Router();
    const request = {
      method: 'POST',
      url: 'http://h:1/v1/payment/ewallets/inquire',
      headers: {},
    };
    expect(router.known(request)).toBeUndefined();
    const match = await router.match(request, addressOf(request));
    expect(router.known(request)).toEqual({ method: 'POST', address: addressOf(request), match });
    expect(router.known({ ...request, method: 'GET' })).toBeUndefined();
    expect(router.known({ ...request, url: `${request.url}?a=1` })).toBeUndefined();
  });

  it.each([
    [
      'http://h:1/partners/sandbox/v1/x?a=1',
      { baseUrl: 'http://h:1/partners/sandbox', path: '/v1/x', query: 'a=1' },
    ],
    ['http://h:1/v1/x', { baseUrl: 'http://h:1', path: '/v1/x', query: '' }],
    ['http://h:1', { baseUrl: 'http://h:1', path: '/', query: '' }],
  ])('%s', (url, address) => {
    expect(addressOf({ method: 'GET', url, headers: {} })).toEqual(address);
  });
});
