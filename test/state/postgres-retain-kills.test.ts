import { expect, it } from 'vitest';
import { list } from '../../src/journal/list.js';
import { type Archives, retain } from '../../src/journal/retain.js';
import { verify } from '../../src/journal/verify.js';
import {
  ENDED,
  expectReplayed,
  fileIn,
  linesIn,
  linesOf,
  usedJournal,
} from '../fixtures/journal.js';
import { killable } from '../postgres/killable.js';
import { describeStore } from '../postgres/stores.js';

const DAY_MS = 86_400_000;

/** Archives that outlive the process which writes them. */
function archivesInMemory() {
  const files = new Map<string, ReturnType<typeof fileIn>>();
  const unfinished = new Set<string>();
  const archives: Archives = {
    unfinished: () => [...files.values()].filter(({ name }) => unfinished.has(name)),
    begin(month) {
      const file = Object.assign(fileIn(), { name: `/backup/${month}-${files.size}` });
      files.set(file.name, file);
      unfinished.add(file.name);
      return file;
    },
    finish: ({ name }) => void unfinished.delete(name),
  };
  return { archives, files, unfinished };
}

describeStore('retention in PostgreSQL', (at) => {
  it('has lost nothing where it is killed at any statement while one month leaves and the next is written, and a later run completes it', async () => {
    const store = await at.emptied();
    const mortal = killable(store);
    const directory = store.directory();
    const made = await usedJournal(() => store.open(directory, mortal.server));
    const calls = made.calls.length;
    const lines = await linesIn(made.journal);
    const { archives, files, unfinished } = archivesInMemory();
    const before = made.host.clock.now() + DAY_MS;
    let kills = 0;
    for (let isOver = false; !isOver; kills += 1) {
      mortal.killAt(kills);
      isOver = await retain(made.journal, { before, archives }).then(
        () => true,
        () => false,
      );
      mortal.revive();
      made.restart();
      const there = await linesIn(made.journal);
      for (const file of files.values()) {
        if (file.text === undefined) continue;
        for (const [key, kept] of await linesOf(file)) there.get(key)?.push(...kept);
      }
      const lost = [...lines].filter(([key, all]) =>
        all.some((line) => !there.get(key)?.includes(line)),
      );
      expect(lost, `kill ${kills}`).toEqual([]);
      expect((await verify(made.journal)).faults, `kill ${kills}`).toEqual([]);
    }
    expect(kills).toBeGreaterThan(10);
    expect([...unfinished]).toEqual([]);
    await expectReplayed(made);
    expect(made.calls).toHaveLength(calls);
    const archived = (await list(made.journal)).flatMap(({ archive }) => archive ?? []);
    expect(archived.length).toBeGreaterThan(Object.keys(ENDED).length);
    expect(new Set(archived).size).toBeGreaterThan(1);
  });
});
