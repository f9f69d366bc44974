import { expect, it } from 'vitest';
import { flood, qr30 } from '../fixtures/confirmations.js';
import { freshMachine } from '../fixtures/machine.js';
import { listenOn } from '../fixtures/served-bank.js';
import { FULL } from '../fixtures/sizes.js';

const COUNT = FULL ? 10_000 : 1_000;

function idsIn(stdout: string): string[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => String(JSON.parse(line).id));
}

it(`keeps ${COUNT} confirmations through kill -9: all acknowledged, none twice`, async () => {
  const machine = freshMachine();
  const bodies = new Map(
    Array.from({ length: COUNT }, (_, index) => {
      const id = `T${String(index).padStart(6, '0')}`;
      return [id, qr30({ transactionId: id, billPaymentRef1: `ORDER${index}` })] as const;
    }),
  );
  const stored = async () => idsIn((await machine.payctl('listen list -o jsonl')).stdout);

  const first = await listenOn(machine, '-o', 'jsonl');
  const acknowledged = new Set<string>();
  await flood(first.url, bodies, (id) => {
    acknowledged.add(id);
    if (acknowledged.size === COUNT / 2) first.child.kill('SIGKILL');
  });
  expect((await first.ended).signal).toBe('SIGKILL');
  const afterKill = await stored();
  expect(acknowledged.size).toBeGreaterThanOrEqual(COUNT / 2);
  expect(acknowledged.size).toBeLessThan(COUNT);
  const kept = new Set(afterKill);
  const lost = [...acknowledged].filter((id) => !kept.has(id));
  expect(lost).toEqual([]);
  expect(kept.size).toBe(afterKill.length);

  // The bank cannot know which of its attempts counted: it sends all again.
  const second = await listenOn(machine, '-o', 'jsonl');
  const started = performance.now();
  const again = new Set<string>();
  await flood(second.url, bodies, (id) => again.add(id));
  const seconds = (performance.now() - started) / 1000;
  expect(again.size).toBe(COUNT);
  second.child.kill('SIGTERM');
  const { code, stdout, stderr } = await second.ended;
  expect(code).toBe(143);
  expect(idsIn(stdout).length).toBe(COUNT - afterKill.length);
  expect(stderr).toContain(`duplicates ${afterKill.length}`);

  const all = await stored();
  const twice = all.length - new Set(all).size;
  expect(all.length).toBe(COUNT);
  expect(twice).toBe(0);
  console.log(
    `listen: ${COUNT} sent, ${acknowledged.size} acknowledged before kill -9, ${afterKill.length} on disk then; ` +
      `sent again: ${again.size} acknowledged, ${all.length} stored, ${lost.length} lost, ${twice} twice; ` +
      `${Math.round(COUNT / seconds)} a second`,
  );
});
