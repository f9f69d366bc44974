import { describe, expect, it } from 'vitest';
import { fromPlain } from '../../src/core/json.js';
import { DAY_MS } from '../../src/core/time.js';
import { archive } from '../../src/journal/archive.js';
import { readClaims, verifyArchive, writeLines } from '../../src/journal/archive-file.js';
import { list, show } from '../../src/journal/list.js';
import { recover } from '../../src/journal/recover.js';
import { SealedFileWriter } from '../../src/journal/sealed-file.js';
import { verify } from '../../src/journal/verify.js';
import { revisionHeads } from '../../src/state/revision-heads.js';
import {
  archiveOld,
  bytesOf,
  ENDED,
  expectReplayed,
  fileIn,
  linesIn,
  linesOf,
  payOf,
  STAYS,
  shows,
  testJournal,
  usedJournal,
} from '../fixtures/journal.js';
import { said } from '../fixtures/said.js';
import { FULL } from '../fixtures/sizes.js';

const WRITES = ['create', 'link', 'append', 'replace', 'remove'];
/** Of the steps at which something happens, each; every day each fifth, which is before a write as often as after. */
const STRIDE = FULL ? 1 : 5;

describe('an archive of the journal', () => {
  it('has all lines of what is final and old, and the journal how each ended', async () => {
    const made = await usedJournal();
    const before = await linesIn(made.journal);
    const calls = made.calls.length;
    const file = fileIn();
    expect(await archiveOld(made, file)).toMatchObject({
      claims: 5,
      taken: 5,
      stayed: 0,
    });
    const kept = await linesOf(file);
    for (const [key, lines] of kept) expect(lines).toEqual(before.get(key));
    const rows = await list(made.journal);
    const archived = rows.filter((row) => row.archive === file.name);
    expect(archived.map(({ reference }) => reference).sort()).toEqual(Object.keys(ENDED).sort());
    expect(archived.find(({ reference }) => reference === 'AGAIN2')?.attempts).toBe(3);
    const stayed = rows.filter((row) => !row.archive).map(({ reference }) => reference);
    expect(stayed.sort()).toEqual([...STAYS].sort());
    await expectReplayed(made);
    expect(made.calls).toHaveLength(calls);
    expect(made.text()).not.toContain('ONLYINTHEARCHIVE');
    expect(await verify(made.journal)).toMatchObject({ faults: [], torn: [] });
    expect(await archiveOld(made, file)).toMatchObject({ claims: 5, taken: 0 });
    expect(await archiveOld(made)).toBeUndefined();
  });

  it('replays a charge whose first file a backup put back as it was before', async () => {
    const made = await usedJournal();
    const { files } = made.host;
    const calls = made.calls.length;
    const firsts = files.paths().filter((path) => path.endsWith('.1.jsonl'));
    const before = firsts.map((path) => [path, files.text(path)] as const);
    await archiveOld(made);
    for (const [path, text] of before) files.replace(path, Buffer.from(text ?? ''));
    made.restart();
    await expectReplayed(made);
    expect(made.calls).toHaveLength(calls);
    const { faults } = await verify(made.journal);
    expect(faults.map(({ why }) => String(why))).toEqual(
      ['PAID1', 'NO3'].map(() =>
        expect.stringContaining('it went into the archive /backup/charges.jsonl.gz'),
      ),
    );
  });

  it('keeps all file numbers of a repeated charge, so that no run takes one that was used', async () => {
    const made = await usedJournal();
    const rows = await list(made.journal);
    await archiveOld(made);
    const { key } = rows.find(({ reference }) => reference === 'AGAIN2') ?? { key: '' };
    for (const number of [1, 2, 3, 4]) {
      const path = made.journal.store.claims.locate(key, number);
      expect(made.host.files.create(path, Buffer.from('{}'))).toBe(false);
    }
  });

  it('ends an inquiry that was under way meanwhile', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'UNAVAILABLE' });
    await made.pay(payOf('AGAIN9'));
    made.answers['ewallet.pay'] = () => ({ class: 'OUTCOME_UNKNOWN' });
    made.answers['ewallet.inquire'] = () => ({ class: 'UNAVAILABLE' });
    await made.pay(payOf('AGAIN9'), { waitMs: 0 });
    made.restart();
    made.answers['ewallet.inquire'] = async () => {
      await made.settle('AGAIN9', 'executed');
      const later = made.host.clock.now() + 60 * DAY_MS;
      expect(await archiveOld(made, fileIn(), later)).toMatchObject({ taken: 1 });
      return shows('SUCCESS');
    };
    expect(await made.pay(payOf('AGAIN9'), { waitMs: 0 })).toMatchObject({ class: 'SUCCESS' });
    expect(made.warnings).toEqual([]);
  });

  it('is named to whoever asks for an archived charge', async () => {
    const made = await usedJournal();
    await archiveOld(made);
    const again = await made.pay(payOf('PAID1'));
    expect(again.remark).toEqual(said('its lines are in the archive /backup/charges.jsonl.gz'));
    expect(again.data).toBeUndefined();
    const other = await made.pay({ ...payOf('PAID1'), totalFee: '7.00' });
    expect(other.message).toMatchInlineSnapshot(
      `"ewallet pay PAID1 was used before with other contents (2026-03-02 10:00:00, of 100.00): its lines are in the archive /backup/charges.jsonl.gz; nothing was sent"`,
    );
    const [shown] = await show(made.journal, 'PAID1');
    expect(shown?.lines.map(({ type }) => type)).toEqual(['intent', 'outcome', 'archived']);
    const { journal, connect } = made;
    const found = await recover({ journal, connect, reference: 'NO3' });
    expect(String(found.charges[0]?.message)).toContain('has ended: rejected');
    const settling = made.settle('PAID1', 'not-executed');
    await expect(settling).rejects.toMatchObject({ exitClass: 'CONFLICT' });
  });

  it('takes what has an end, though its process still runs', async () => {
    const made = await usedJournal();
    const { process } = made.journal;
    Object.assign(process, { state: () => 'alive' });
    const file = fileIn();
    await archiveOld(made, file);
    // Of FOUND4 and SETTLED5 the call itself has an end: a lost answer is one.
    expect([...(await linesOf(file)).keys()]).toHaveLength(5);
  });

  it('leaves a charge that changed after it was written', async () => {
    const made = await usedJournal();
    const file = fileIn();
    const rows = await list(made.journal);
    const key = rows.find(({ reference }) => reference === 'PAID1')?.key ?? '';
    const { write } = file;
    file.write = async (...how) => {
      await write(...how);
      const { claims } = made.journal.store;
      const [line = {}] = (await claims.read(key)).revisions[0]?.lines.slice(-1) ?? [];
      const { seq: _seq, prev: _prev, ...content } = line;
      await claims.add(await claims.read(key), { lines: [content] });
    };
    expect(await archiveOld(made, file)).toMatchObject({ taken: 4, stayed: 1 });
    expect((await list(made.journal, { reference: 'PAID1' }))[0]?.archive).toBeUndefined();
  });

  it('takes nothing that is open, whoever wrote it', async () => {
    const made = await usedJournal();
    const rows = await list(made.journal);
    const stays = rows.filter(({ reference }) => reference === 'OPEN6' || reference === 'FREE7');
    const file = fileIn();
    const header = { at: '2026-01-01T00:00:00.000Z', before: '2026-01-01T00:00:00.000Z' };
    const claims = (async function* () {
      for (const { key } of stays) yield [await made.journal.store.claims.read(key)];
    })();
    await file.write(writeLines(header, claims), async () => undefined);
    const before = await linesIn(made.journal);
    expect(await archiveOld(made, file)).toMatchObject({
      claims: 2,
      taken: 0,
      stayed: 2,
    });
    expect(await linesIn(made.journal)).toEqual(before);
  });

  it('is on disk before a line leaves, also where another run wrote it', async () => {
    const made = await usedJournal();
    const file = fileIn();
    const { write } = file;
    file.write = async (...how) => {
      await write(...how);
      throw new Killed();
    };
    await expect(archiveOld(made, file)).rejects.toBeInstanceOf(Killed);
    const flushed: boolean[] = [];
    made.host.files.before = (name) =>
      void (WRITES.includes(name) && flushed.push(file.flushed === file.text));
    expect(await archiveOld(made, file)).toMatchObject({ taken: 5 });
    expect(flushed.length).toBeGreaterThan(5);
    expect(flushed).not.toContain(false);
  });
});

/** How many steps a run takes that a kill can fall between. */
async function stepsOfRun(): Promise<number> {
  let steps = 0;
  const made = await usedJournal();
  const count = () => {
    steps += 1;
  };
  made.host.files.before = (step) => (WRITES.includes(step) ? count() : undefined);
  made.host.files.after = made.host.files.before;
  await archiveOld(made, fileIn(count));
  return steps;
}

class Killed extends Error {}

describe('a run that archives and is stopped', () => {
  it('ends before all charges have left, and a second run completes it', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    for (let number = 10; number < 40; number += 1) await made.pay(payOf(`PAID${number}`));
    const { clock, files } = made.host;
    clock.advance(100 * DAY_MS);
    const stop = new AbortController();
    files.before = (name) => {
      if (name === 'remove') setImmediate(() => stop.abort());
    };
    const file = fileIn();
    const request = { file, before: clock.now() - DAY_MS };
    await expect(
      archive(made.journal, { ...request, stopping: stop.signal }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('stopped before every charge was moved'),
    });
    const archived = (await list(made.journal)).filter((row) => row.archive === file.name);
    expect(archived.length).toBeLessThan(30);
    expect(await archive(made.journal, request)).toMatchObject({ claims: 30, stayed: 0 });
    expect((await verify(made.journal)).faults).toEqual([]);
  });
});

describe('a run that archives and is killed', () => {
  it('has lost nothing at any step, and a second run completes it', async () => {
    const steps = await stepsOfRun();
    expect(steps).toBeGreaterThan(50);
    const whole = await usedJournal();
    await archiveOld(whole);
    const end = (await list(whole.journal)).map((row) => ({ ...row, requestUId: '' }));
    for (let last = 1; last <= steps; last += STRIDE) {
      const made = await usedJournal();
      const calls = made.calls.length;
      const before = await linesIn(made.journal);
      let step = 0;
      let isOver = false;
      const live = () => {
        step += 1;
        if (!isOver && step >= last) throw new Killed();
      };
      const { files } = made.host;
      files.before = (name) => (WRITES.includes(name) ? live() : undefined);
      files.after = files.before;
      const file = fileIn(live);
      const run = archiveOld(made, file);
      await expect(run, `step ${last}`).rejects.toBeInstanceOf(Killed);
      isOver = true;
      made.restart();
      const kept = file.text === undefined ? new Map() : await linesOf(file);
      for (const [key, lines] of await linesIn(made.journal)) {
        const there = new Set([...lines, ...(kept.get(key) ?? [])]);
        expect(
          before.get(key)?.filter((line) => !there.has(line)),
          `step ${last}`,
        ).toEqual([]);
      }
      await expectReplayed(made);
      expect((await verify(made.journal)).faults, `step ${last}`).toEqual([]);
      await archiveOld(made, file);
      expect((await verify(made.journal)).faults, `step ${last}`).toEqual([]);
      const rows = (await list(made.journal)).map((row) => ({ ...row, requestUId: '' }));
      expect(rows, `step ${last}`).toEqual(end);
      const names = files.paths().filter((path) => path.includes('/claims/'));
      expect(names, `step ${last}`).toEqual(
        whole.host.files.paths().filter((path) => path.includes('/claims/')),
      );
      await expectReplayed(made);
      expect(made.calls, `step ${last}`).toHaveLength(calls);
    }
  });

  it('lets nobody claim the charge by what they read before', async () => {
    let reached = 0;
    for (let last = 1; last === 1 || reached === last - STRIDE; last += STRIDE) {
      const made = await usedJournal();
      const { claims } = made.journal.store;
      const row = (await list(made.journal)).find(({ reference }) => reference === 'AGAIN2');
      const known = await claims.read(row?.key ?? '', 1);
      const others: Promise<unknown>[] = [];
      let step = 0;
      const act = () => {
        step += 1;
        if (step !== last) return;
        reached = last;
        const read = claims.read(known.key).then(({ revisions }) => {
          const lines = revisions.flatMap((part) => part.lines);
          const ends = lines.flatMap(({ outcome }) => (outcome ? [JSON.stringify(outcome)] : []));
          return ends.at(-1)?.includes('"class":"SUCCESS"') ? undefined : 'it looks unpaid';
        });
        others.push(claims.add(known, { lines: [{ v: '1' }] }), read);
      };
      const { files } = made.host;
      files.before = (name) => (WRITES.includes(name) ? act() : undefined);
      files.after = files.before;
      await archiveOld(made, fileIn(act));
      files.before = files.after = () => undefined;
      for (const other of others) expect(await other, `step ${last}`).toBeUndefined();
    }
    expect(reached).toBeGreaterThan(50);
  });
});

describe('a damaged archive', () => {
  async function written(): Promise<string> {
    const made = await usedJournal();
    const file = fileIn();
    await archiveOld(made, file);
    return file.text ?? '';
  }
  const verdictOf = async (text: string) =>
    verifyArchive(bytesOf(text)).then(() => 'whole', String);

  it('is noticed wherever a byte is another, a line is gone, twice or elsewhere', async () => {
    const text = await written();
    expect(await verdictOf(text)).toBe('whole');
    const lines = text.split('\n').slice(0, -1);
    for (const [index, line] of lines.entries()) {
      const without = lines.toSpliced(index, 1);
      const twice = lines.toSpliced(index, 0, line);
      const later = without.toSpliced(index + 1, 0, line);
      for (const damaged of [without, twice, ...(index + 1 < lines.length ? [later] : [])]) {
        expect(await verdictOf(damaged.join('\n') + '\n')).toContain('damaged');
      }
      const at = Math.floor(line.length / 2);
      const other = line.slice(0, at) + (line[at] === '0' ? '1' : '0') + line.slice(at + 1);
      expect(await verdictOf(lines.toSpliced(index, 1, other).join('\n') + '\n')).toContain(
        'damaged',
      );
    }
  });

  it('may number its parts as it likes, and takes no more memory for that', async () => {
    const made = await usedJournal();
    const [claim] = await made.journal.store.claims.readMany(await list(made.journal));
    const entry = claim?.revisions[0]?.lines[0] ?? {};
    const writer = new SealedFileWriter();
    const key = 'a'.repeat(32);
    const text = [
      writer.line({ archive: 'payctl journal', version: '1' }),
      writer.line({ key, part: '999999999', entry }),
      writer.end((sha256) => fromPlain({ claims: 1, lines: 1, sha256 })),
    ].join('');
    const claims = readClaims(bytesOf(text));
    const { value } = await claims.next();
    expect(value).toMatchObject({ key, heads: revisionHeads([{ lines: [entry] }]) });
    expect(await verdictOf(text)).toBe('whole');
  });

  it('takes nothing out of the journal', async () => {
    const made = await usedJournal();
    const before = await linesIn(made.journal);
    const torn = fileIn();
    const { write } = torn;
    torn.write = (text, check) =>
      write(text, async (back) => {
        let whole = '';
        for await (const bytes of back) whole += Buffer.from(bytes).toString();
        await check(bytesOf(whole.slice(0, -40)));
      });
    await expect(archiveOld(made, torn)).rejects.toMatchObject({
      exitClass: 'CONFIG',
      message: expect.stringContaining('could not be read back'),
    });
    expect(torn.text).toBeUndefined();
    const later = fileIn();
    await archiveOld(await usedJournal(), later);
    later.text = later.text?.slice(0, -40);
    await expect(archiveOld(made, later)).rejects.toMatchObject({
      exitClass: 'USAGE',
      message: expect.stringContaining('is not a complete archive'),
    });
    expect(await linesIn(made.journal)).toEqual(before);
  });
});
