import { expect, test } from 'vitest';
import { readCodes } from '../../src/qr/image.js';
import { goodVectors, wasm } from '../fixtures/qr.js';
import { type Scene, scenesOf } from './pictures/scenes.js';

const scenes = scenesOf(goodVectors.map((vector) => vector.payload));
const full = process.env.PAYCTL_PICTURES === 'full';
const chosen = full ? scenes : scenes.filter((_, index) => index % 9 === 0);

async function reads({ payloads, render }: Scene): Promise<boolean> {
  try {
    const codes = await readCodes(render(), wasm);
    return payloads.every((payload) => codes.some((code) => code.text === payload));
  } catch {
    return false;
  }
}

test('at least 97 % of pictures as support gets them are read', { timeout: 300_000 }, async () => {
  expect(scenes.length).toBeGreaterThanOrEqual(200);
  const missed: string[] = [];
  for (const scene of chosen) if (!(await reads(scene))) missed.push(scene.name);
  const share = (chosen.length - missed.length) / chosen.length;
  console.log(`${(100 * share).toFixed(1)} % of ${chosen.length} pictures read`, missed);
  expect(share).toBeGreaterThanOrEqual(0.97);
});
