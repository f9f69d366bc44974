import { area } from '../core/message.js';

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
