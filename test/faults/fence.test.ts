import { expect, it } from 'vitest';
import { FENCE_CHECKS } from './fence-checks.js';
import { loadParts } from './parts.js';

it('a claim stays with its one sender', async () => {
  const { parts, remove } = await loadParts();
  const kept: Record<string, boolean> = {};
  for (const [name, check] of Object.entries(FENCE_CHECKS)) kept[name] = await check(parts);
  remove();
  expect(kept).toEqual(Object.fromEntries(Object.keys(FENCE_CHECKS).map((name) => [name, true])));
});
