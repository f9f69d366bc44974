import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { wording } from '../../src/messages/wording.js';
import { encodeSymbol } from '../../src/qr/draw.js';
import { NOWHERE, payctl } from '../fixtures/command.js';
import { blank, stick, toPng } from '../fixtures/pictures.js';
import { writeBillPayment } from '../fixtures/qr.js';

const PAYLOAD =
  '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469';

const LARGE = 20 * 1024 * 1024 + 1;

const decode = (source: string, options: Parameters<typeof payctl>[1] = {}) =>
  payctl(['qr', 'decode', source], options);

it('a file that cannot be read is a wrong input', async () => {
  const { code, stderr } = await decode('locked.png', {
    disk(step, path) {
      if (step === 'read' && path.endsWith('locked.png'))
        throw new PayctlError('CONFIG', wording.quoted(`cannot read ${path}: permission denied`));
    },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('locked.png: permission denied');
});

it('a picture that is too large is bad data, from a file and from standard input', async () => {
  const files = { '/home/tester/big.png': 'x'.repeat(LARGE) };
  const fromFile = await decode('big.png', { files });
  expect(fromFile.code).toBe(14);
  expect(fromFile.stderr).toContain(`big.png has ${LARGE} bytes; the limit is 20971520`);
  expect((await decode('-', { stdin: new Uint8Array(LARGE) })).code).toBe(14);
});

describe('the name of a file that is not there', () => {
  const env = { PAYCTL_STATE_DIR: '/home/tester/state', ...NOWHERE };
  const said = (words: string | readonly string[]) => payctl(words, { env });

  it.each(['qr decode', 'qr lint', 'slip verify', 'investigate'])(
    'is refused by %s',
    async (verb) => {
      const { code, stdout, stderr } = await said(`${verb} slpi.png`);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toBe(
        'error: no such file: "slpi.png"\n  hint: paths are relative to /home/tester; - reads standard input\n',
      );
    },
  );

  const ENDINGS = 'png jpg jpeg webp gif heic pdf txt csv json jsonl'.split(' ');

  it.each([
    ...ENDINGS.map((ending) => `a.${ending}`),
    'A.PNG',
    'of/the day.png',
    '/x',
    './x',
    '../x',
    '~/x',
    './',
  ])('is recognised by its form: %s', async (name) => {
    const { code, stderr } = await said(['investigate', name]);
    expect(code).toBe(2);
    expect(stderr).toContain(`error: no such file: ${JSON.stringify(name)}`);
  });

  // They are asked about, at a bank that does not answer.
  it.each(['A/1', 'ORDER.PNGX', 'png', 'state'])(
    'is not what a reference looks like: %s',
    async (id) => {
      const { code, stderr } = await said(`investigate ${id} --retries 0`);
      expect(code, stderr).toBe(9);
    },
  );
});

it.each([PAYLOAD, '0041000600000101030140225', '|099999999999990', 'weixin://pay/code.png'])(
  'what begins as a payload is no name of a file: %s',
  async (payload) => {
    const files = { [`/home/tester/${payload}`]: 'something else' };
    const { stdout } = await decode(payload, { files });
    expect(JSON.parse(stdout)).toMatchObject({ payload, place: null });
  },
);

it.each([
  ['%PDF-1.7 ...', 'a PDF', 'pdftoppm -png -r 200 FILE code'],
  ['\0\0\0\u0018ftypheic\0\0', 'a HEIC picture', 'heif-convert FILE code.png'],
])('says what makes a picture of %j', async (bytes, what, command) => {
  const { code, stderr } = await decode('slip.x', { files: { '/home/tester/slip.x': bytes } });
  expect(code).toBe(14);
  expect(stderr).toBe(
    `error: the source is ${what}, which is not supported; use PNG, JPEG, WebP, GIF\n  hint: take a screenshot of it, or: ${command}\n`,
  );
});

it.each(['slip verify', 'investigate'])(
  '%s of an unreadable slip takes its printed reference',
  async (verb) => {
    const { code, stderr } = await payctl(`${verb} slip.png`, {
      env: NOWHERE,
      files: { '/home/tester/slip.png': toPng(blank(60, 60, 255)) },
    });
    expect(code).toBe(14);
    expect(stderr).toBe(
      `error: the image has no readable QR code or barcode\n  hint: crop the picture to the code, or take it again, straight and sharp; or type the reference printed on the slip: payctl ${verb} REFERENCE --sending-bank CODE\n`,
    );
  },
);

const SOUND = writeBillPayment({ billerId: '099999999999990', ref1: 'A1', amount: '10.00' });
const BROKEN = `${SOUND.slice(0, -4)}${SOUND.endsWith('0000') ? '1111' : '0000'}`;
const LINK = 'https://shop.example/menu';

async function picture(verb: 'decode' | 'lint', ...payloads: readonly string[]) {
  const canvas = blank(450, 400 * payloads.length, 255);
  for (const [index, payload] of payloads.entries()) {
    const place = { x: 225, y: 200 + 400 * index, side: 350, degrees: 0 };
    stick(canvas, { matrix: encodeSymbol(payload), ...place, ink: 0, paper: 255 });
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
