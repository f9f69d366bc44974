import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { nodeHost } from '../../src/host/node.js';
import { catchCrashes } from '../../src/host/signals.js';

const MANY = Array.from({ length: 100 });

it('many that wait for one signal, and many runs at once, are no leak to Node', async () => {
  const warnings: string[] = [];
  const listen = ({ message }: Error) => void warnings.push(message);
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));

  const ending = new AbortController();
  const { clock } = nodeHost();
  const waiting = MANY.map(() => clock.sleep(600_000, ending.signal));
  const before = process.listenerCount('uncaughtException');
  const runs = MANY.map(() => catchCrashes());
  await nextTurn();
  expect(warnings).toEqual([]);

  ending.abort();
  await Promise.all(waiting);
  for (const { release } of runs) release();
  expect(process.listenerCount('uncaughtException')).toBe(before);
});
