import type { ReplyResponse } from '../host/reply.js';
import { text } from './row.js';
import type { Store } from './store.js';

/** Path of the picture of a QR, below the base URL. */
const IMAGES = '/images/';
const SUFFIX = '.png';
const PIXELS = 400;

export function imagePath(id: string): string {
  return `${IMAGES}${id}${SUFFIX}`;
}

export function isImage(path: string): boolean {
  return path.startsWith(IMAGES) && path.endsWith(SUFFIX);
}

/** The picture behind a QR's URL. A browser may load it without a token. */
export async function imageAt(store: Store, path: string): Promise<ReplyResponse> {
  const row = store.one(
    'SELECT payload FROM qr WHERE id = ?',
    path.slice(IMAGES.length, -SUFFIX.length),
  );
  if (row === undefined) return { status: 404, headers: {}, body: new Uint8Array() };
  return {
    status: 200,
    headers: { 'content-type': 'image/png' },
    body: await drawPng(text(row, 'payload')),
  };
}

async function drawPng(payload: string): Promise<Uint8Array> {
  const [{ symbolOf }, { symbolPng }] = await Promise.all([
    import('../qr/matrix.js'),
    import('../qr/png.js'),
  ]);
  return symbolPng(symbolOf(payload), PIXELS);
}
