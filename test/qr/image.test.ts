import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { encodePng, encodeSymbol, symbolPng, symbolSvg } from '../../src/qr/draw.js';
import { readCodes } from '../../src/qr/image.js';
import { admitImage, imageHeader, isImage, MAX_IMAGE_BYTES } from '../../src/qr/image-limits.js';
import { blank, stick, toJpeg, toPng } from '../fixtures/pictures.js';
import { goodVectors, wasm } from '../fixtures/qr.js';

const slip = '0046000600000101030140225202601012SANDBOXaBcDeF1235102TH9104F48D';
const fixture = (name: string) => readFileSync(new URL(`pictures/${name}`, import.meta.url));
const picture = symbolPng(encodeSymbol(slip), 300);

const formats: [string, Uint8Array, number, number][] = [
  ['png', picture, 300, 300],
  ['jpeg', photo(400, 300), 400, 300],
  ['gif', fixture('slip.gif'), 180, 180],
  ['webp', fixture('slip-lossy.webp'), 180, 180],
  ['webp', fixture('slip-lossless.webp'), 180, 180],
];

function photo(width: number, height: number): Buffer {
  const canvas = blank(width, height, 200);
  const look = { side: 240, degrees: 3, ink: 0, paper: 255 };
  stick(canvas, { matrix: encodeSymbol(slip), x: width / 2, y: height / 2, ...look });
  return toJpeg(canvas, 60);
}

describe('formats', () => {
  test.each(formats)(
    '%s is recognised, measured and read',
    async (format, image, width, height) => {
      expect(isImage(image)).toBe(true);
      expect(imageHeader(image)).toEqual({ format, width, height });
      expect((await readCodes(image, wasm)).map((code) => code.text)).toEqual([slip]);
    },
  );

  test.each(['', slip, '|099999999999990\r1\r\r0', 'GIF', 'https://example.com'])(
    '%j is text',
    (text) => {
      expect(isImage(Buffer.from(text))).toBe(false);
    },
  );

  test('text in any script comes out as it went in', async () => {
    for (const payload of ['ขอบคุณ', '最佳运输', 'é', '🐘', goodVectors[12]?.payload ?? '']) {
      expect((await readCodes(symbolPng(encodeSymbol(payload), 300), wasm))[0]?.text).toBe(payload);
    }
  });
});

test('several codes are all reported, from top to bottom, with their places', async () => {
  const canvas = blank(1000, 1400, 240);
  const look = { side: 300, degrees: 0, ink: 0, paper: 255 };
  const [first = '', second = '', third = ''] = goodVectors.map(({ payload }) => payload);
  stick(canvas, { matrix: encodeSymbol(third), x: 700, y: 1100, ...look });
  stick(canvas, { matrix: encodeSymbol(first), x: 250, y: 250, ...look });
  stick(canvas, { matrix: encodeSymbol(second), x: 600, y: 650, ...look });
  const codes = await readCodes(toPng(canvas), wasm);
  expect(codes.map((code) => code.text)).toEqual([first, second, third]);
  const [topLeft] = codes[0]?.corners ?? [];
  expect(Math.abs((topLeft?.x ?? 0) - 130)).toBeLessThan(10);
  expect(Math.abs((topLeft?.y ?? 0) - 130)).toBeLessThan(10);
});

describe('nothing is fetched', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('the reader runs from its bytes alone', async () => {
    const refuse = vi.fn(() => {
      throw new Error('the network was used');
    });
    vi.stubGlobal('fetch', refuse);
    vi.stubGlobal('XMLHttpRequest', refuse);
    // What other tests have loaded would hide what is fetched.
    (await import('zxing-wasm/reader')).purgeZXingModule();
    expect((await readCodes(picture, wasm))[0]?.text).toBe(slip);
    expect(refuse).not.toHaveBeenCalled();
  });
});

describe('hostile images end in BAD_DATA', () => {
  const resized = (image: Uint8Array, at: number, bytes: number[]) => {
    const copy = Buffer.from(image);
    copy.set(bytes, at);
    return copy;
  };
  const webp = fixture('slip-lossless.webp');

  const gif = fixture('slip.gif');
  const huge = [0, 0, 0x80, 0, 0, 0, 0x80, 0];
  const deep = [0, 0, 0x13, 0x88, 0, 0, 0x13, 0x88, 16, 6];
  const nowhere = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0]);
  const scans = Buffer.concat([photo(300, 300), Buffer.alloc(400, Buffer.from([0xff, 0xda]))]);

  test.each([
    ['no image', Buffer.from('hello'), /not a complete/],
    ['nothing', Buffer.alloc(0), /not a complete/],
    ['a cut-off header', picture.subarray(0, 18), /not a complete/],
    ['a header without its depth', picture.subarray(0, 24), /not a complete/],
    ['a JPEG of markers only', Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xff]), /not a complete/],
    ['a JPEG whose segments lead nowhere', nowhere, /not a complete/],
    ['no pixels', resized(picture, 16, [0, 0, 0, 0]), /not a complete/],
    ['too many bytes', Buffer.concat([picture, Buffer.alloc(MAX_IMAGE_BYTES)]), /bytes/],
    ['too many pixels by PNG header', resized(picture, 16, huge), /25 million/],
    ['too many pixels by GIF header', resized(gif, 6, [0xff, 0xff, 0xff, 0xff]), /25 million/],
    ['too many pixels by WebP header', resized(webp, 21, [0xff, 0xff, 0xff, 0x0f]), /25 million/],
    ['a PNG that inflates beyond its size', bomb(), /more pixels/],
    ['a PNG whose deep pixels fill the memory', resized(picture, 16, deep), /at most 134217728/],
    ['a JPEG of endless scans', scans, /scans/],
  ])('%s', async (_, image, message) => {
    await expect(admitImage(image)).rejects.toMatchObject({ exitClass: 'BAD_DATA' });
    await expect(readCodes(image, wasm)).rejects.toThrow(message);
  });

  test.each([
    ['PNG', picture.subarray(0, 200)],
    ['JPEG', photo(300, 300).subarray(0, 400)],
    ['GIF', gif.subarray(0, 60)],
    ['WebP', webp.subarray(0, 100)],
    ['WebP without its stream', Buffer.concat([webp.subarray(0, 40), Buffer.alloc(200)])],
  ])('a damaged %s', async (_, image) => {
    await expect(readCodes(image, wasm)).rejects.toMatchObject({ exitClass: 'BAD_DATA' });
    expect((await readCodes(picture, wasm))[0]?.text).toBe(slip);
  });

  test('a picture without a code', async () => {
    const empty = encodePng(200, 200, () => false);
    await expect(readCodes(empty, wasm)).rejects.toThrow(/no readable QR/);
  });

  test.each(['IDAT', 'tEXt'])('200,000 empty chunks %s cost nothing', async (type) => {
    const [head, tail] = [picture.subarray(0, 33), picture.subarray(33)];
    const withMany = (count: number) =>
      Buffer.concat([head, ...Array(count).fill(chunk(type, Buffer.alloc(0))), tail]);
    await expect(admitImage(withMany(200_000))).rejects.toThrow('too many chunks');
    await expect(admitImage(withMany(1_000))).resolves.toMatchObject({ format: 'png' });
  });

  /** A tiny picture by its header, a hundred megabytes by its data. */
  function bomb(): Buffer {
    const data = chunk('IDAT', deflateSync(Buffer.alloc(100_000_000)));
    return Buffer.concat([picture.subarray(0, 33), data, picture.subarray(-12)]);
  }

  function chunk(type: string, data: Buffer): Buffer {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  }
});

describe('saved pictures', () => {
  const matrix = encodeSymbol(slip);

  test.each([160, 301, 512, 1024])('a PNG of %d pixels is that size and reads', async (size) => {
    const png = symbolPng(matrix, size);
    expect(imageHeader(png)).toMatchObject({ width: size, height: size });
    expect((await readCodes(png, wasm))[0]?.text).toBe(slip);
  });

  test.each([0, 20, 81, 5000, 300.5])('a PNG of %d pixels is refused', (size) => {
    expect(() => symbolPng(matrix, size)).toThrow(expect.objectContaining({ exitClass: 'USAGE' }));
  });

  test('an SVG holds the same modules, its quiet zone included', () => {
    const svg = symbolSvg(matrix, 512);
    expect(svg).toContain('width="512" height="512" viewBox="0 0 45 45"');
    const dark = new Set<string>();
    for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let step = 0; step < Number(length); step++)
        dark.add(`${Number(y) - 4},${Number(x) + step - 4}`);
    }
    for (let row = 0; row < matrix.size; row++) {
      for (let column = 0; column < matrix.size; column++) {
        expect(dark.has(`${row},${column}`)).toBe(matrix.isDark(row, column));
      }
    }
  });
});
