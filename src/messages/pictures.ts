import { area } from '../core/message.js';

const CROP = 'crop the picture to the code';

/** Why a picture, or what stands in its place, cannot be read. */
export const pictures = area('pictures', () => ({
  unreadable: {
    terminal: 'the image has no readable QR code or barcode',
    page: 'No QR or barcode can be read in this picture.',
  },
  damaged: {
    terminal: 'the image is damaged and cannot be decoded',
    page: 'The picture is damaged.',
  },
  damagedWebp: 'the WebP image cannot be decoded',
  cropOrRetake: {
    terminal: `${CROP}, or take it again, straight and sharp`,
    page: 'Crop the picture to the code, or take it again, straight and sharp.',
  },
  cropAsPng: {
    terminal: `${CROP} and save it as PNG`,
    page: 'Crop the picture to the code.',
  },

  refused: {
    terminal: (why: string) => `the image is refused: ${why}`,
    page: (why: string) => `The picture cannot be used: ${why}.`,
  },
  incomplete: 'it is not a complete PNG, JPEG, WebP or GIF',
  manyBytes: (count: number, most: number) => `it has ${count} bytes, at most ${most} are read`,
  manyPixels: (width: number, height: number) =>
    `it has ${width} × ${height} pixels, at most 25 million are read`,
  largePixels: (bytes: number, most: number) =>
    `its pixels take ${bytes} bytes, at most ${most} are read`,
  morePixels: 'it holds more pixels than its header says',
  manyScans: 'it has too many scans',
  manyChunks: 'it has too many chunks',
}));

/** Why a code cannot be drawn. */
export const drawing = area('drawing', () => ({
  holds: (bytes: number) => `a QR code holds 1 to 2331 bytes; the payload has ${bytes}`,
  tooWide: (needed: number, columns: number) =>
    `the QR code needs ${needed} columns; the terminal has ${columns}`,
  widen: 'widen the terminal, or save the code with --save FILE.png',
  pixelsWide: (least: number, size: number) =>
    `the picture of this code must be ${least} to 4096 pixels wide, not ${size}`,
  doesNotScan: 'the QR code that was drawn does not scan as its payload',
}));
