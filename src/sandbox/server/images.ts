import type { ReplyResponse } from '../../host/reply.js';
import type { Sqlite } from '../../host/sqlite.js';
import { writeSlip } from '../../qr/barcode.js';
import { encodeSymbol, QUIET_ZONE, symbolPng } from '../../qr/draw.js';
import { findTradeByQr, walletPayload } from '../handlers/trades.js';
import { qrs } from '../ledger/tables.js';

const PIXELS_PER_MODULE = 3;

/** With 128 colours every code is one byte for the first 126 after a clear: no bits to shift. */
const COLOURS = 128;
const CLEAR = 128;
const END = 129;
const RUN = 120;
const TRAILER = 0x3b;

/** A payload as the base64 of a GIF, the form in which version 1 of the creation returns its picture. */
export function qrAsGif(payload: string): string {
  const matrix = encodeSymbol(payload);
  const side = (matrix.size + 2 * QUIET_ZONE) * PIXELS_PER_MODULE;
  const module = (pixel: number) => Math.floor(pixel / PIXELS_PER_MODULE) - QUIET_ZONE;
  const isDark = (pixel: number) =>
    matrix.isDark(module(Math.floor(pixel / side)), module(pixel % side));
  const blocks: number[] = [];
  for (let start = 0; start < side * side; start += RUN) {
    const length = Math.min(RUN, side * side - start);
    blocks.push(length + 1, CLEAR);
    for (let i = 0; i < length; i++) blocks.push(isDark(start + i) ? 1 : 0);
  }
  blocks.push(1, END, 0, TRAILER);
  return Buffer.concat([gifHeader(side), Buffer.from(blocks)]).toString('base64');
}

function gifHeader(side: number): Buffer {
  const size = [side & 0xff, side >> 8];
  const table = Buffer.alloc(COLOURS * 3);
  table.fill(0xff, 0, 3);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([...size, ...size, 0xf6, 0, 0]),
    table,
    Buffer.from([0x2c, 0, 0, 0, 0, ...size, ...size, 0, 7]),
  ]);
}

const PIXELS = 400;

/** The picture behind the URL of a QR. A browser may load it without a token. */
export function answerImage(store: Sqlite, id: string): ReplyResponse {
  const trade = findTradeByQr(store, id);
  const payload = trade ? walletPayload(trade.wallet, id) : qrs.find(store, { id })?.payload;
  if (payload === undefined) return { status: 404, headers: {}, body: new Uint8Array() };
  const body = symbolPng(encodeSymbol(payload), PIXELS);
  return { status: 200, headers: { 'content-type': 'image/png' }, body };
}

const WIDTH = 480;

/** The mini QR of a slip of this bank, as a PNG. */
export function slipPicture(sendingBank: string, transRef: string): Uint8Array {
  return symbolPng(encodeSymbol(writeSlip({ sendingBank, transRef })), WIDTH);
}
