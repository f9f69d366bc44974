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
});
