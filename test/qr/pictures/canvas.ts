import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import type { Matrix } from '../../../src/qr/draw.js';

/** A grey picture: one byte a pixel, 0 is black. */
export interface Canvas {
  width: number;
  height: number;
  luma: Uint8Array;
}

export interface Sticker {
  matrix: Matrix;
  /** Centre and side in pixels, quiet zone of four modules included. */
  x: number;
  y: number;
  side: number;
  degrees: number;
  /** Grey of the modules and of the paper. */
  ink: number;
  paper: number;
}

export function blank(width: number, height: number, grey: number): Canvas {
  return { width, height, luma: new Uint8Array(width * height).fill(grey) };
}

export function fillRect(
  canvas: Canvas,
  x: number,
  y: number,
  width: number,
  height: number,
  grey: number,
): void {
  for (let row = Math.max(0, y); row < Math.min(canvas.height, y + height); row++) {
    const start = row * canvas.width;
    canvas.luma.fill(grey, start + Math.max(0, x), start + Math.min(canvas.width, x + width));
  }
}

/** Lays a code on the picture; edges are smoothed by three samples each way, as a camera does. */
export function stick(canvas: Canvas, { matrix, x, y, side, degrees, ink, paper }: Sticker): void {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const modules = matrix.size + 8;
  const reach = Math.ceil(side * 0.75);
  const greyAt = (px: number, py: number): number | undefined => {
    const [dx, dy] = [px - x, py - y];
    const column = Math.floor(((dx * cos + dy * sin) / side + 0.5) * modules) - 4;
    const row = Math.floor(((dy * cos - dx * sin) / side + 0.5) * modules) - 4;
    if (Math.min(row, column) < -4 || Math.max(row, column) >= matrix.size + 4) return undefined;
    const inside = Math.min(row, column) >= 0 && Math.max(row, column) < matrix.size;
    return inside && matrix.isDark(row, column) ? ink : paper;
  };
  for (let py = Math.max(0, y - reach); py < Math.min(canvas.height, y + reach); py++) {
    for (let px = Math.max(0, x - reach); px < Math.min(canvas.width, x + reach); px++) {
      const at = py * canvas.width + px;
      const under = canvas.luma[at] ?? 0;
      let sum = 0;
      for (const sy of SAMPLES) for (const sx of SAMPLES) sum += greyAt(px + sx, py + sy) ?? under;
      canvas.luma[at] = Math.round(sum / 9);
    }
  }
}

const SAMPLES = [1 / 6, 1 / 2, 5 / 6];

/** Three box blurs, which come close to a lens out of focus. */
export function blur(canvas: Canvas, radius: number): void {
  for (let pass = 0; pass < 3; pass++) {
    blurLines(canvas, radius, canvas.width, canvas.height, 1, canvas.width);
    blurLines(canvas, radius, canvas.height, canvas.width, canvas.width, 1);
  }
}

function blurLines(
  { luma }: Canvas,
  radius: number,
  length: number,
  lines: number,
  step: number,
  stride: number,
): void {
  const line = new Float64Array(length);
  for (let index = 0; index < lines; index++) {
    for (let i = 0; i < length; i++) line[i] = luma[index * stride + i * step] ?? 0;
    for (let i = 0; i < length; i++) {
      const [from, to] = [Math.max(0, i - radius), Math.min(length - 1, i + radius)];
      let sum = 0;
      for (let near = from; near <= to; near++) sum += line[near] ?? 0;
      luma[index * stride + i * step] = sum / (to - from + 1);
    }
  }
}

/** Uneven light from one corner and sensor noise, the same for the same seed. */
export function photograph({ width, height, luma }: Canvas, noise: number, seed: number): void {
  let state = seed;
  for (let at = 0; at < luma.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const light = 0.7 + 0.3 * ((at % width) / width + at / width / height) * 0.5;
    const grain = (state / 0xffffffff - 0.5) * 2 * noise;
    luma[at] = Math.max(0, Math.min(255, (luma[at] ?? 0) * light + grain));
  }
}

export function toPng({ width, height, luma }: Canvas): Buffer {
  return PNG.sync.write(
    { width, height, data: Buffer.from(luma) },
    { colorType: 0, inputColorType: 0 },
  );
}

export function toJpeg({ width, height, luma }: Canvas, quality: number): Buffer {
  const data = Buffer.alloc(width * height * 4, 255);
  for (const [at, grey] of luma.entries()) data.fill(grey, at * 4, at * 4 + 3);
  return jpeg.encode({ width, height, data }, quality).data;
}
