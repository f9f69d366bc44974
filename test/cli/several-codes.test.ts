import { expect, it } from 'vitest';
import { symbolOf } from '../../src/qr/draw.js';
import { payctl } from '../fixtures/command.js';
import { blank, stick, toPng } from '../qr/pictures/canvas.js';
import { writeBillPayment } from '../qr/writers.js';

const SOUND = writeBillPayment({ billerId: '099999999999990', ref1: 'A1', amount: '10.00' });
const BROKEN = `${SOUND.slice(0, -4)}${SOUND.endsWith('0000') ? '1111' : '0000'}`;
const LINK = 'https://shop.example/menu';

async function picture(verb: 'decode' | 'lint', ...payloads: readonly string[]) {
  const canvas = blank(450, 400 * payloads.length, 255);
  for (const [index, payload] of payloads.entries()) {
    const place = { x: 225, y: 200 + 400 * index, side: 350, degrees: 0 };
    stick(canvas, { matrix: symbolOf(payload), ...place, ink: 0, paper: 255 });
  }
  const stdin = new Uint8Array(toPng(canvas));
  const { code, stdout, stderr } = await payctl(`qr ${verb} - -o json`, { stdin });
  return { code, found: JSON.parse(stdout), stderr };
}

it.each(['decode', 'lint'] as const)(
  'qr %s: a link beside a sound code is a warning, a broken code is not',
  async (verb) => {
    const poster = await picture(verb, SOUND, LINK);
    expect(poster.code, poster.stderr).toBe(0);
    expect(poster.found).toHaveLength(2);
    expect(poster.stderr).toMatch(
      /^warning: the code at \d+,\d+ is not a payment code, slip or bill barcode\n$/,
    );
    const broken = await picture(verb, SOUND, LINK, BROKEN);
    expect(broken.code).toBe(14);
    expect(broken.stderr).toContain('crc-wrong');
    expect(broken.stderr).not.toContain('not-recognised');
    expect((await picture(verb, LINK)).code).toBe(14);
    expect((await picture(verb, SOUND.slice(0, 3), SOUND)).code).toBe(0);
    expect((await picture(verb, '000202', SOUND)).code).toBe(14);
  },
);
