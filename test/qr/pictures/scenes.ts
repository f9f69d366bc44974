import { symbolOf } from '../../../src/qr/draw.js';
import {
  blank,
  blur,
  type Canvas,
  fillRect,
  photograph,
  stick,
  toJpeg,
  toPng,
} from '../../fixtures/pictures.js';

/** A picture as support gets it, and the payloads that must be read from it. */
export interface Scene {
  name: string;
  payloads: string[];
  render: () => Buffer;
}

/** All scenes, over 200, the same in every run. Payloads take turns. */
export function scenesOf(payloads: readonly string[]): Scene[] {
  let turn = 0;
  const next = () => payloads[turn++ % payloads.length] ?? '';
  return [
    ...cross([150, 180, 240, 300, 420, 600], [false, true], [0, 1, 2]).map(([side, dark]) =>
      screenshot(next(), side, dark),
    ),
    ...cross([240, 300, 420], [30, 40, 50, 60, 70, 80, 90]).map(([side, quality]) =>
      forwarded(next(), side, quality),
    ),
    ...cross([-15, -12, -8, -4, 0, 4, 8, 12, 15], [0, 1, 2, 3], [30, 60, 90]).map(
      ([degrees, radius, quality]) => photo(next(), degrees, radius, quality),
    ),
    ...cross([0, 1, 2, 3, 4, 5], [false, true]).map(([step, dark]) =>
      twoCodes(next(), next(), step, dark),
    ),
    ...cross([180, 260, 400, 800], [0, 1, 2]).map(([side]) => negative(next(), side)),
    ...cross([2, 3, 4, 6, 8, 12, 20], [0, 1, 2]).map(([scale]) => exact(next(), scale)),
  ];
}

/** A banking app at 1080 × 2400, its code small on a white card. */
function screenshot(payload: string, side: number, dark: boolean): Scene {
  return {
    name: `screenshot, code of ${side} px${dark ? ', dark mode' : ''}`,
    payloads: [payload],
    render: () => toPng(app(payload, side, dark)),
  };
}

/** The same after a messenger has pressed it. */
function forwarded(payload: string, side: number, quality: number): Scene {
  return {
    name: `forwarded screenshot, code of ${side} px, JPEG quality ${quality}`,
    payloads: [payload],
    render: () => toJpeg(app(payload, side, false), quality),
  };
}

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
  stick(canvas, {
    matrix: symbolOf(payload),
    x: 540,
    y: 1580 + side / 2,
    side,
    degrees: 0,
    ink: 0,
    paper: 255,
  });
  return canvas;
}

/** A sticker on a counter, held not quite straight, not quite sharp. */
function photo(payload: string, degrees: number, radius: number, quality: number): Scene {
  return {
    name: `photograph, ${degrees}°, blur ${radius}, JPEG quality ${quality}`,
    payloads: [payload],
    render() {
      const canvas = blank(1000, 800, 150);
      fillRect(canvas, 0, 520, 1000, 280, 95);
      stick(canvas, {
        matrix: symbolOf(payload),
        x: 480,
        y: 400,
        side: 520,
        degrees,
        ink: 25,
        paper: 230,
      });
      if (radius > 0) blur(canvas, radius);
      photograph(canvas, 12, 7 + degrees * 31 + quality);
      return toJpeg(canvas, quality);
    },
  };
}

function twoCodes(upper: string, lower: string, step: number, dark: boolean): Scene {
  return {
    name: `two codes, variant ${step}${dark ? ', dark mode' : ''}`,
    payloads: [upper, lower],
    render() {
      const canvas = blank(1080, 1600, dark ? 24 : 240);
      const side = 320 + 30 * step;
      const look = { side, degrees: 2 * step, ink: 0, paper: 255 };
      stick(canvas, { matrix: symbolOf(upper), x: 320, y: 420, ...look });
      stick(canvas, { matrix: symbolOf(lower), x: 700, y: 1150, ...look });
      return toPng(canvas);
    },
  };
}

/** Dark mode that inverts the code itself, as terminals do. */
function negative(payload: string, side: number): Scene {
  return {
    name: `negative, code of ${side} px`,
    payloads: [payload],
    render() {
      const canvas = blank(1000, 1000, 20);
      stick(canvas, {
        matrix: symbolOf(payload),
        x: 500,
        y: 500,
        side,
        degrees: 0,
        ink: 240,
        paper: 20,
      });
      return toPng(canvas);
    },
  };
}

/** A code alone, by whole pixels, as a shop's web page shows it. */
function exact(payload: string, scale: number): Scene {
  return {
    name: `code alone, ${scale} px a module`,
    payloads: [payload],
    render() {
      const matrix = symbolOf(payload);
      const side = (matrix.size + 8) * scale;
      const canvas = blank(side, side, 255);
      stick(canvas, { matrix, x: side / 2, y: side / 2, side, degrees: 0, ink: 0, paper: 255 });
      return toPng(canvas);
    },
  };
}

/** Every combination of the lists. */
function cross<A, B>(one: readonly A[], two: readonly B[]): [A, B][];
function cross<A, B, C>(one: readonly A[], two: readonly B[], three: readonly C[]): [A, B, C][];
function cross(...lists: (readonly unknown[])[]): unknown[][] {
  return lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])),
    [[]],
  );
}
