import { expect, test } from 'vitest';
import { encodeSymbol } from '../../src/qr/draw.js';
import { readCodes } from '../../src/qr/image.js';
import {
  blank,
  blur,
  type Canvas,
  fillRect,
  photograph,
  stick,
  toJpeg,
  toPng,
} from '../fixtures/pictures.js';
import { goodVectors, wasm } from '../fixtures/qr.js';

/** A picture as support gets it. */
interface Scene {
  name: string;
  payloads: string[];
  render: () => Buffer;
}

let turn = 0;
const next = () => goodVectors[turn++ % goodVectors.length]?.payload ?? '';

/** A banking app at 1080 × 2400, its code small on a white card. */
function app(payload: string, side: number, dark: boolean): Canvas {
  const canvas = blank(1080, 2400, dark ? 18 : 244);
  fillRect(canvas, 0, 0, 1080, 220, dark ? 40 : 90);
  for (let line = 0; line < 14; line++) {
    // Words: bars of uneven length, as text looks to a reader of finder patterns.
    for (let x = 80; x < 900; x += 60 + ((line * 37 + x) % 90)) {
      fillRect(canvas, x, 300 + line * 62, 40 + ((x * line) % 40), 26, dark ? 200 : 60);
    }
  }
  fillRect(canvas, 540 - side, 1500, 2 * side, side + 160, dark ? 235 : 255);
  const look = { side, degrees: 0, ink: 0, paper: 255 };
  stick(canvas, { matrix: encodeSymbol(payload), x: 540, y: 1580 + side / 2, ...look });
  return canvas;
}

function screenshot(side: number, dark: boolean): Scene {
  const payload = next();
  const name = `screenshot, code of ${side} px${dark ? ', dark mode' : ''}`;
  return { name, payloads: [payload], render: () => toPng(app(payload, side, dark)) };
}

const screenshots = [150, 180, 240, 300, 420, 600].flatMap((side) =>
  [false, true].flatMap((dark) => [0, 1, 2].map(() => screenshot(side, dark))),
);

/** After a messenger has pressed it. */
const forwarded = [240, 300, 420].flatMap((side) =>
  [30, 40, 50, 60, 70, 80, 90].map((quality): Scene => {
    const payload = next();
    const name = `forwarded screenshot, code of ${side} px, JPEG quality ${quality}`;
    return { name, payloads: [payload], render: () => toJpeg(app(payload, side, false), quality) };
  }),
);

/** A sticker on a counter, held not quite straight, not quite sharp. */
function photo(degrees: number, radius: number, quality: number): Scene {
  const payload = next();
  return {
    name: `photograph, ${degrees}°, blur ${radius}, JPEG quality ${quality}`,
    payloads: [payload],
    render() {
      const canvas = blank(1000, 800, 150);
      fillRect(canvas, 0, 520, 1000, 280, 95);
      const look = { side: 520, degrees, ink: 25, paper: 230 };
      stick(canvas, { matrix: encodeSymbol(payload), x: 480, y: 400, ...look });
      if (radius > 0) blur(canvas, radius);
      photograph(canvas, 12, 7 + degrees * 31 + quality);
      return toJpeg(canvas, quality);
    },
  };
}

const photographs = [-15, -12, -8, -4, 0, 4, 8, 12, 15].flatMap((degrees) =>
  [0, 1, 2, 3].flatMap((radius) => [30, 60, 90].map((quality) => photo(degrees, radius, quality))),
);

const pairs = [0, 1, 2, 3, 4, 5].flatMap((step) =>
  [false, true].map((dark): Scene => {
    const [upper, lower] = [next(), next()];
    const name = `two codes, variant ${step}${dark ? ', dark mode' : ''}`;
    const look = { side: 320 + 30 * step, degrees: 2 * step, ink: 0, paper: 255 };
    const render = () => {
      const canvas = blank(1080, 1600, dark ? 24 : 240);
      stick(canvas, { matrix: encodeSymbol(upper), x: 320, y: 420, ...look });
      stick(canvas, { matrix: encodeSymbol(lower), x: 700, y: 1150, ...look });
      return toPng(canvas);
    };
    return { name, payloads: [upper, lower], render };
  }),
);

/** Dark mode that inverts the code itself, as terminals do. */
const negatives = [180, 260, 400, 800].flatMap((side) =>
  [0, 1, 2].map((): Scene => {
    const payload = next();
    const look = { side, degrees: 0, ink: 240, paper: 20 };
    const render = () => {
      const canvas = blank(1000, 1000, 20);
      stick(canvas, { matrix: encodeSymbol(payload), x: 500, y: 500, ...look });
      return toPng(canvas);
    };
    return { name: `negative, code of ${side} px`, payloads: [payload], render };
  }),
);

/** Alone, by whole pixels, as a shop's web page shows it. */
const exact = [2, 3, 4, 6, 8, 12, 20].flatMap((scale) =>
  [0, 1, 2].map((): Scene => {
    const payload = next();
    const matrix = encodeSymbol(payload);
    const side = (matrix.size + 8) * scale;
    const look = { side, degrees: 0, ink: 0, paper: 255 };
    const render = () => {
      const canvas = blank(side, side, 255);
      stick(canvas, { matrix, x: side / 2, y: side / 2, ...look });
      return toPng(canvas);
    };
    return { name: `code alone, ${scale} px a module`, payloads: [payload], render };
  }),
);

const scenes = [...screenshots, ...forwarded, ...photographs, ...pairs, ...negatives, ...exact];
const isFull = process.env.PAYCTL_PICTURES === 'full';
const chosen = isFull ? scenes : scenes.filter((_, index) => index % 14 === 0);

test('reads at least 97 % of the pictures that support gets', { timeout: 300_000 }, async () => {
  const missed: string[] = [];
  for (const { name, payloads, render } of chosen) {
    const codes = await readCodes(render(), wasm).catch(() => []);
    const texts = codes.map(({ text }) => text);
    if (!payloads.every((payload) => texts.includes(payload))) missed.push(name);
  }
  const share = (chosen.length - missed.length) / chosen.length;
  console.log(`${(100 * share).toFixed(1)} % of ${chosen.length} pictures read`, missed);
  expect(share).toBeGreaterThanOrEqual(0.97);
});
