import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { admitImage } from '../../src/qr/image-limits.js';

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

const SIGNATURE = Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1');
const HEADER = chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
const PIXEL = chunk('IDAT', deflateSync(Buffer.from([0, 0])));

const withMany = (type: string, count: number) =>
  Buffer.concat([
    ...[SIGNATURE, HEADER],
    ...Array.from({ length: count }, () => chunk(type, Buffer.alloc(0))),
    PIXEL,
  ]);

it.each(['IDAT', 'tEXt'])('a picture of empty chunks %s costs nothing', async (type) => {
  await expect(admitImage(withMany(type, 200_000))).rejects.toThrow('too many chunks');
  await expect(admitImage(withMany(type, 1_000))).resolves.toMatchObject({ format: 'png' });
});
