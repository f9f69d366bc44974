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
  it('keeps every byte of its files and every character of its fields', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(bytes, text, text, async (file, value, other) => {
        const body = multipart([
          ['name="token"', Buffer.from(value)],
          ['name="file"; filename="a.png"', file],
          ['name="other"', Buffer.from(other)],
        ]);
        const form = await read(body);
        expect(form?.fields.get('token')).toBe(Buffer.from(value).toString());
        expect(form?.fields.get('other')).toBe(Buffer.from(other).toString());
        expect(Buffer.from(form?.files.get('file') ?? [])).toEqual(Buffer.from(file));
      }),
    );
  });

  it('cut anywhere is no form, and anything else never breaks it', async () => {
    const whole = multipart([
      ['name="token"', Buffer.from('t')],
      ['name="file"; filename="a"', Buffer.from('\r\n--mark\r\n')],
    ]);
    const end = whole.lastIndexOf('--\r\n');
    for (let length = 0; length < end; length++) {
      expect(await read(whole.slice(0, length)), String(length)).toBeUndefined();
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: character }), fc.string(), async (body, type) => {
        await read(body.replace(/[^\0-\xff]/g, ''));
        await readForm(type, body);
      }),
    );
  });

  it('has a boundary, and a type', async () => {
    expect(await readForm('multipart/form-data', multipart([]))).toBeUndefined();
    expect(await readForm(undefined, 'a=1')).toBeUndefined();
    expect(await readForm('application/json', '{}')).toBeUndefined();
    const posted = await readForm(
      'application/x-www-form-urlencoded; charset=utf-8',
      'a=%E0%B8%81+b&a=2',
    );
    expect(posted?.fields.get('a')).toBe('2');
  });
});
