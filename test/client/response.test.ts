import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer, retryAfterMs } from '../../src/client/response.js';
import { reply, START } from '../fixtures/client.js';

const GOOD = '{"status":{"code":1000,"description":"ok"},"data":{"a":1}}';

describe('an answer', () => {
  it.each(['1000', '"1000"', '1000.0', '1000.00'])('has code 1000 as %s', (code) => {
    expect(readAnswer(reply(`{"status":{"code":${code}}}`))).toMatchObject({ code: '1000' });
  });

  it.each([
    ['', 'is empty'],
    ['<html><body>Bad Gateway</body></html>', 'is not JSON'],
    [GOOD.slice(0, -1), 'is broken JSON'],
    [`\ufeff${GOOD}`, 'is broken JSON'],
    [`${GOOD}\0`, 'is broken JSON'],
    [`${GOOD}${GOOD}`, 'is broken JSON'],
    ['{"status":{"code":1000,"code":5000}}', 'is broken JSON'],
    ['{"__proto__":{"status":{"code":1000}}}', 'is broken JSON'],
    [`{"status":{"code":1000},"data":${'['.repeat(200_000)}`, 'is broken JSON'],
    ['[]', 'is JSON without a status'],
    ['null', 'is JSON without a status'],
    ['{"data":{}}', 'is JSON without a status'],
    ['{"status":1000}', 'is JSON without a status'],
    ['{"status":{}}', 'has no usable status.code'],
    ['{"status":{"code":null}}', 'has no usable status.code'],
    ['{"status":{"code":"OK"}}', 'has no usable status.code'],
    ['{"status":{"code":1e400}}', 'has no usable status.code'],
    ['{"status":{"code":-0}}', 'has no usable status.code'],
    ['{"status":{"code":1000.5}}', 'has no usable status.code'],
    ['{"status":{"code":true}}', 'has no usable status.code'],
  ])('is refused: %#', (body, why) => {
    const answer = readAnswer(reply(body));
    expect(answer.valid ? 'valid' : String(answer.why)).toBe(why);
  });

  it('is refused where the bytes are not UTF-8', () => {
    const tis620 = new Uint8Array([0x7b, 0x22, 0xa1, 0x22, 0x3a, 0x31, 0x7d]);
    const answer = readAnswer({ status: 200, headers: {}, body: tis620 });
    expect(answer.valid ? 'valid' : String(answer.why)).toBe('is not UTF-8 text');
  });

  it('is refused where the named charset would read other characters', () => {
    const thai = '{"status":{"code":1000,"description":"สำเร็จ"}}';
    const type = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` });
    expect(readAnswer(reply(thai, 200, type('TIS-620')))).toMatchObject({ valid: false });
    expect(readAnswer(reply(thai, 200, type('UTF-8')))).toMatchObject({ valid: true });
    expect(readAnswer(reply(GOOD, 200, type('iso-8859-1')))).toMatchObject({ valid: true });
  });

  it('never makes the reader throw, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (body) => {
        readAnswer({ status: 200, headers: {}, body });
      }),
    );
    fc.assert(fc.property(fc.json(), (text) => void readAnswer(reply(text))));
  });
});

describe('Retry-After', () => {
  it.each([
    ['5', 5000],
    [' 120 ', 120_000],
    ['3600', 3_600_000],
    ['0', 0],
    ['Sat, 31 Jan 2026 02:00:30 GMT', 30_000],
    ['Sat, 31 Jan 2026 01:00:00 GMT', 0],
    [undefined, undefined],
    ['', undefined],
    ['-5', undefined],
    ['NaN', undefined],
    ['soon', undefined],
    ['1e9', undefined],
    ['1.5', undefined],
  ])('%j is %j ms', (value, ms) => {
    expect(retryAfterMs(value, START)).toBe(ms);
  });

  it('of the year 9999 is a very long wait', () => {
    expect(retryAfterMs('Fri, 31 Dec 9999 23:59:59 GMT', START)).toBeGreaterThan(1e14);
  });
});
