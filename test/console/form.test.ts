import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm } from '../../src/console/form.js';
import { character } from '../fixtures/texts.js';

const MARK = 'mark-of-a-form';

function multipart(parts: readonly (readonly [head: string, value: Uint8Array])[]): string {
  const written = parts.map(([head, value]) => {
    const disposition = Buffer.from(`Content-Disposition: form-data; ${head}`).toString('latin1');
    return `--${MARK}\r\n${disposition}\r\n\r\n${Buffer.from(value).toString('latin1')}\r\n`;
  });
  return `${written.join('')}--${MARK}--\r\n`;
}

const read = (body: string) => readForm(`multipart/form-data; boundary=${MARK}`, body);

describe('a form', () => {
  it('keeps every byte of its files and every character of its fields', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(bytes, text, text, (file, value, other) => {
        const body = multipart([
          ['name="token"', Buffer.from(value)],
          ['name="file"; filename="a.png"', file],
          ['name="other"', Buffer.from(other)],
        ]);
        const form = read(body);
        expect(form?.fields.get('token')).toBe(Buffer.from(value).toString());
        expect(form?.fields.get('other')).toBe(Buffer.from(other).toString());
        expect(Buffer.from(form?.files.get('file')?.bytes ?? [])).toEqual(Buffer.from(file));
      }),
    );
  });

  it('cut anywhere is no form, and anything else never breaks it', () => {
    const whole = multipart([
      ['name="token"', Buffer.from('t')],
      ['name="file"; filename="a"', Buffer.from('\r\n--mark\r\n')],
    ]);
    const end = whole.lastIndexOf('--\r\n');
    for (let length = 0; length < end; length++) {
      expect(read(whole.slice(0, length)), String(length)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.string({ unit: character }), fc.string(), (body, type) => {
        read(body.replace(/[^\0-\xff]/g, ''));
        readForm(type, body);
      }),
    );
  });

  it('has few parts with short heads, a boundary, and a type', () => {
    const many = Array.from({ length: 100 }, () => ['name="a"', Buffer.from('1')] as const);
    expect(read(multipart(many))).toBeUndefined();
    expect(read(multipart([[`name="${'a'.repeat(5_000)}"`, Buffer.from('1')]]))).toBeUndefined();
    expect(readForm('multipart/form-data', multipart([]))).toBeUndefined();
    expect(readForm(undefined, 'a=1')).toBeUndefined();
    expect(readForm('application/json', '{}')).toBeUndefined();
    const posted = readForm(
      'application/x-www-form-urlencoded; charset=utf-8',
      'a=%E0%B8%81+b&a=2',
    );
    expect(posted?.fields.get('a')).toBe('2');
  });
});
