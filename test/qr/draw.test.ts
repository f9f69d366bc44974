import jsQR from 'jsqr';
import { describe, expect, test } from 'vitest';
import { type DrawOptions, draw } from '../../src/qr/draw.js';
import { readCodes } from '../../src/qr/image.js';
import { drawChecked } from '../../src/qr/self-check.js';
import { writeThaiQr } from '../../src/qr/thai-qr.js';
import { blur, screenshotOf, THEMES, type Theme, toPng } from '../fixtures/pictures.js';
import { goodVectors, wasm } from '../fixtures/qr.js';

/** As full as QR 30 gets: names, amount and three references of twenty characters. */
const fullBill = writeThaiQr({
  static: false,
  bill: {
    aid: 'A000000677010112',
    billerId: '123456789012345',
    ref1: 'A'.repeat(20),
    ref2: 'B'.repeat(20),
  },
  merchantCategory: '7011',
  currency: '764',
  amount: '9999999999.99',
  country: 'TH',
  merchantName: 'A MADE-UP SHOP OF LENGTH',
  merchantCity: 'BANGKOK NORTH',
  additional: { terminal: 'C'.repeat(20) },
});

const payloads = [fullBill, ...goodVectors.map((vector) => vector.payload)];

async function zxing(text: string, theme: Theme): Promise<string | undefined> {
  const codes = await readCodes(toPng(screenshotOf(text, theme)), wasm);
  return codes[0]?.text;
}

/** By a reader that does not try the negative. */
function jsqr(text: string, theme: Theme): string | undefined {
  const { width, height, luma } = screenshotOf(text, theme);
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [at, grey] of luma.entries()) rgba.fill(grey, at * 4, at * 4 + 3);
  const code = jsQR(rgba, width, height, { inversionAttempts: 'dontInvert' });
  return code ? Buffer.from(code.binaryData).toString('utf8') : undefined;
}

describe.each([
  ['colour', { columns: 80, colour: true }],
  ['no colour, for a dark theme', { columns: 80, theme: 'dark' }],
  ['no colour, for a light theme', { columns: 80, theme: 'light' }],
] satisfies [string, DrawOptions][])('half blocks in 80 columns, %s', (_, options) => {
  test.each(['dark', 'light', 'solarized'] satisfies (keyof typeof THEMES)[])(
    'scan in a %s terminal',
    async (theme) => {
      for (const payload of payloads.slice(0, 3)) {
        const text = draw(payload, options);
        expect(await zxing(text, THEMES[theme])).toBe(payload);
      }
    },
  );
});

test('a reader that does not try the negative needs the right theme, or colour', () => {
  const strictly = (options: DrawOptions, theme: keyof typeof THEMES) =>
    jsqr(draw(fullBill, { columns: 80, ...options }), THEMES[theme]) === fullBill;
  for (const drawnFor of ['dark', 'light'] as const) {
    for (const shownIn of ['dark', 'light'] as const) {
      expect(strictly({ theme: drawnFor }, shownIn)).toBe(drawnFor === shownIn);
      expect(strictly({ colour: true }, shownIn)).toBe(true);
    }
  }
});

test('a full QR 30 payload keeps its whole quiet zone within 80 columns', () => {
  const lines = draw(fullBill, { columns: 80, theme: 'light' }).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.slice(0, 2).join('').trim()).toBe('');
  for (const line of lines) expect(line).toMatch(/^ {4}/);
});

// A camera takes the hashes of a line together where they are small; read by the pixel they are
// lines, not areas, so the screenshot is taken slightly out of focus.
test.each(['dark', 'light'] as const)('plain ASCII scans too, on a %s theme', async (theme) => {
  for (const payload of payloads.slice(0, 3)) {
    const text = draw(payload, { style: 'ascii', theme });
    expect(text).toMatch(/^[# \n]*$/);
    const canvas = screenshotOf(text, THEMES[theme]);
    blur(canvas, 4);
    expect((await readCodes(toPng(canvas), wasm))[0]?.text).toBe(payload);
  }
});

test('plain ASCII with colour is solid', async () => {
  for (const payload of payloads.slice(0, 3)) {
    const text = draw(payload, { style: 'ascii', colour: true });
    expect(await zxing(text, THEMES.solarized)).toBe(payload);
  }
});

test('correction and quiet zone shrink where space is short', async () => {
  const widths = draw(fullBill, { theme: 'light' })
    .split('\n')
    .map((line) => line.length);
  const full = Math.max(...widths);
  const narrow = draw(fullBill, { columns: full - 9, theme: 'light' });
  expect(await zxing(narrow, THEMES.light)).toBe(fullBill);
});

test('a drawing is shown only if it reads back as what was asked', async () => {
  for (const payload of payloads) {
    await expect(drawChecked(payload, { columns: 80 }, wasm)).resolves.toBe(
      draw(payload, { columns: 80 }),
    );
  }
  const ascii = { style: 'ascii', colour: true } as const;
  await expect(drawChecked(fullBill, ascii, wasm)).resolves.toBe(draw(fullBill, ascii));
  // Half a surrogate pair has no UTF-8: the drawing would say something else.
  await expect(drawChecked('A\uD800B', { colour: true }, wasm)).rejects.toMatchObject({
    exitClass: 'BAD_DATA',
  });
});

test('payloads that fit in no symbol are refused', () => {
  expect(() => draw('')).toThrow(expect.objectContaining({ exitClass: 'BAD_DATA' }));
  expect(() => draw('A'.repeat(2332))).toThrow(expect.objectContaining({ exitClass: 'BAD_DATA' }));
});
