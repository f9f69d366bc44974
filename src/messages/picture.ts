import { area } from '../core/message.js';

const english = {
  noCode: {
    terminal: 'the image has no readable QR code or barcode',
    page: 'No QR or barcode can be read in this picture.',
  },
  takeAgain: {
    terminal: 'crop the picture to the code, or take it again, straight and sharp',
    page: 'Crop the picture to the code, or take it again, straight and sharp.',
  },
  damaged: {
    terminal: 'the image is damaged and cannot be decoded',
    page: 'The picture is damaged.',
  },
  badWebp: 'the WebP image cannot be decoded',
  refused: {
    terminal: (why: string) => `the image is refused: ${why}`,
    page: (why: string) => `The picture cannot be used: ${why}.`,
  },
  savePng: {
    terminal: 'crop the picture to the code and save it as PNG',
    page: 'Crop the picture to the code, or search for the reference printed on the slip.',
  },
  incomplete: 'it is not a complete PNG, JPEG, WebP or GIF',
  tooManyBytes: (bytes: number, most: number) => `it has ${bytes} bytes, at most ${most} are read`,
  tooManyPixels: (width: number, height: number) =>
    `it has ${width} × ${height} pixels, at most 25 million are read`,
  tooManyScans: 'it has too many scans',
  tooManyChunks: 'it has too many chunks',
  pixelsTooLarge: (bytes: number, most: number) =>
    `its pixels take ${bytes} bytes, at most ${most} are read`,
  morePixels: 'it holds more pixels than its header says',

  holds: (bytes: number) => `a QR code holds 1 to 2331 bytes; the payload has ${bytes}`,
  tooWide: (needed: number, columns: number) =>
    `the QR code needs ${needed} columns; the terminal has ${columns}`,
  widen: 'widen the terminal, or save the code with --save FILE.png',
  pixelsWide: (least: number, size: number) =>
    `the picture of this code must be ${least} to 4096 pixels wide, not ${size}`,
  doesNotScan: 'the QR code that was drawn does not scan as its payload',
};

export type PictureSentences = typeof english;

/** What is wrong with a picture of a code that is read or drawn. */
export const picture = area('picture', english);
