import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/bank/define.js';
import { inquire, pay } from '../../src/bank/ewallet/operations.js';
import { loadCatalogue } from '../../src/bank/families.js';
import { customer, merchant } from '../../src/bank/profile/operations.js';
import { inquire as inquireCard } from '../../src/bank/qr/operations.js';
import { issue } from '../../src/bank/token/operations.js';
import { debitConfirm } from '../../src/bank/transfer/operations.js';
import type { Connection } from '../../src/client/connection.js';
import { RequestBuilder, type RequestParts } from '../../src/client/request.js';
import { connection, PAY, token } from '../fixtures/client.js';

const UID = 'A'.repeat(32);
const JSON_TYPE = 'application/json';

type Parts = Partial<RequestParts> & { connection?: Connection };

function build(operation: Operation, input: object, { connection: to, ...more }: Parts = {}) {
  const fresh = operation.subject === 'none' ? undefined : token();
  const parts = { operation, input: { ...input }, requestUId: UID, token: fresh, ...more };
  return new RequestBuilder(to ?? connection()).build(parts);
}

describe('a request', () => {
  it('of the token endpoint has no authorization', () => {
    const { headers } = build(issue, { applicationKey: 'k', applicationSecret: 's' });
    expect(headers).not.toHaveProperty('authorization');
    expect(headers.resourceOwnerId).toBe('application-7');
  });

  const ID = { qrId: '1' };

  it.each([
    ['a GET has no body and no content-type', inquireCard, ID, 'GET', undefined, undefined],
    ['nor has its POST variant', inquireCard, ID, 'POST', undefined, undefined],
    ['the merchant profile names one', merchant, { merchantApp: 'a' }, 'GET', undefined, JSON_TYPE],
    ['a POST has both', inquire, { outTradeNo: 'A' }, 'POST', '{"outTradeNo":"A"}', JSON_TYPE],
  ] as const)('%s', (_, operation, input, method, body, type) => {
    const request = build(operation, input, { method });
    expect(request.body).toBe(body);
    expect(request.headers['content-type']).toBe(type);
    expect(request.method).toBe(method);
  });
});

describe('the resource owner', () => {
  const withOwner = { connection: connection({ resourceOwnerId: 'user-hash' }) };
  const fromToken = { token: token({ resourceOwnerId: 'from-token' }) };

  const both = { ...withOwner, ...fromToken };

  it.each([
    ['e-wallet: the API key, whatever else is known', pay, both, 'CANARY-api-key'],
    ['transfer: the application id', debitConfirm, {}, 'application-7'],
    ['transfer: the hash of the user id where there is one', debitConfirm, withOwner, 'user-hash'],
    ['token: the hash of the user id where there is one', issue, withOwner, 'user-hash'],
    ['customer profile: the header of the token response', customer, both, 'from-token'],
    ['merchant profile: likewise', merchant, fromToken, 'from-token'],
    ['customer profile without that header', customer, {}, 'application-7'],
  ] as const)('%s', (_, operation, parts, owner) => {
    const request = build(operation, { merchantApp: 'shopapp' }, parts);
    expect(request.headers.resourceOwnerId).toBe(owner);
  });
});

describe('the language', () => {
  it.each([
    [pay, 'en', 'EN'],
    [pay, 'th', 'TH'],
    [debitConfirm, 'en', 'en'],
    [debitConfirm, 'th', 'th'],
    [merchant, 'th', 'th'],
    [merchant, 'en', undefined],
    [pay, undefined, undefined],
  ] as const)('%# is written as the family has it', (operation, lang, header) => {
    const to = { connection: connection({ lang }) };
    const request = build(operation, { merchantApp: 'shopapp' }, to);
    expect(request.headers['accept-language']).toBe(header);
  });
});

describe('the address', () => {
  const named = (path: string): Operation => ({ ...inquire, path, travels: { id: 'path' } });

  it('keeps the prefix of the environment and encodes what a path cannot hold', () => {
    const { url } = build(named('/v1/x/{id}'), { id: 'a:b ?#ก&' });
    expect(url).toBe('https://bank.example/partners/v1/x/a%3Ab%20%3F%23%E0%B8%81%26');
  });

  it('carries what a GET does not place in its query', () => {
    const operation: Operation = { ...inquireCard, path: '/v1/x', travels: {} };
    const { url } = build(operation, { a: '1 2', extra: 'ก' });
    expect(url).toBe('https://bank.example/partners/v1/x?a=1+2&extra=%E0%B8%81');
  });

  it.each([
    ...['.', '..', '', '/', 'a/b', 'a\\b', '..%2f..%2fwallets%2fpay', 'a%252fb', 'a%25252Fb'],
    ...['a%5cb', '%2e%2e', '%252e%252e', '..;x', '.. ', ' '],
  ])('refuses %j as a part of the path', (id) => {
    expect(() => build(named('/v1/{id}/y'), { id })).toThrow(/path of the call cannot be used/);
  });

  it.each(['/v1/../v2/x', '/v1/./x', '/v1/%2e%2e/x', '/v1\\..\\x', '/v1/x#y', '/a b', '/ก'])(
    'refuses the path %s, which a parser would change',
    (path) => {
      expect(() => build(named(path), {})).toThrow(/path of the call cannot be used/);
    },
  );

  it('leaves no path of the catalogue unusable', async () => {
    for (const operation of await loadCatalogue()) {
      const input = { qrId: '1', transRef: '1', merchantApp: 'shopapp', ...operation.example };
      expect(build(operation, input).url).toMatch(/^https:\/\/bank\.example\/partners\/v[123]\//);
    }
  });

  it.each([
    'http://bank.example',
    'https://user:pa55word@bank.example',
    'https://bank.example?x=1',
    'ftp://bank.example',
    'bank.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    '',
  ])('sends no credential to %j', (baseUrl) => {
    expect(() => build(pay, PAY, { connection: connection({ baseUrl }) })).toThrow(
      expect.objectContaining({
        exitClass: 'CONFIG',
        message: expect.not.stringContaining('pa55word'),
      }),
    );
  });

  it.each([
    'http://localhost:8080',
    'http://127.0.0.1',
    'http://[::1]:1',
    'https://bank.example/a/',
  ])('takes %s', (baseUrl) => {
    const { url } = build(pay, PAY, { connection: connection({ baseUrl }) });
    expect(url).toBe(`${new URL(baseUrl).href.replace(/\/$/, '')}/v1/payment/ewallets/pay`);
  });
});

it('refuses a header value that would start another header, without showing it', () => {
  const broken = { connection: connection({ apiKey: 'key\r\nx-evil: 1' }) };
  expect(() => build(pay, PAY, broken)).toThrow(
    expect.objectContaining({ exitClass: 'CONFIG', message: expect.not.stringContaining('evil') }),
  );
});
