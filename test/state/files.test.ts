import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskFiles } from '../../src/host/files.js';
import type { Files } from '../../src/host/host.js';
import type { StoredClaim } from '../../src/state/claims.js';
import { fileCodes } from '../../src/state/codes.js';
import { openFileStore } from '../../src/state/files/store.js';
import { fileTokenRows } from '../../src/state/token-rows.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { directoryOfFile } from '../fixtures/leftovers.js';
import { retirementOf } from '../fixtures/retirement.js';
import { said } from '../fixtures/said.js';
import { host } from '../postgres/subjects.js';
import { keepsTheContract } from './contract.js';
import { keepsCodesContract, keepsTokensContract } from './shared-contract.js';

describe('a store in memory', () => {
  keepsTheContract(() => {
    const { files } = fakeHost();
    return {
      open: () => openFileStore(files, '/state'),
      lose: (key, number) => files.remove(`/state/journal/${key}.${number}.jsonl`),
    };
  });
});

describe('in files', () => {
  const directory = directoryOfFile();
  describe('codes', () => {
    keepsCodesContract(() => fileCodes(host.files, directory));

    it('are all found but one whose writer was killed', async () => {
      const { files } = fakeHost();
      const codes = fileCodes(files, '/state');
      const keep = (reference: string) =>
        codes.keep({ reference, inquiry: 'qr.inquire', known: {}, baseUrl: 'https://b', at: 0 });
      await keep('A');
      const [name = ''] = files.list('/state/codes');
      files.append(`/state/codes/${name}`, Buffer.from('{"reference":"TORN","inq'));
      await keep('B');
      await keep('C');
      const found = await codes.recent(0);
      expect(found.map(({ reference }) => reference)).toEqual(['A', 'B', 'C']);
    });
  });
  describe('tokens', () => {
    keepsTokensContract(() => fileTokenRows(host, join(directory, 'tokens')));
  });
});

const KEY = 'a'.repeat(32);

/** What completes a claim that a run which was killed has marked. */
const completing = (claim: StoredClaim) => retirementOf(claim, []);

interface Amid {
  files: Files;
  happens(): void;
}

/** What readers find if something happens before the first look of one, the second of the next, to the last. */
async function* readsAmid(make: () => Promise<Amid>) {
  for (let step = 0; ; step += 1) {
    const { files, happens } = await make();
    let looks = 0;
    const look = <T>(inspect: (path: string) => T) => {
      return (path: string): T => {
        if (looks++ === step) happens();
        return inspect(path);
      };
    };
    const watched = { ...files, read: look(files.read), stat: look(files.stat) };
    const { revisions, missing } = await openFileStore(watched, '/state').claims.read(KEY);
    if (looks <= step) return;
    yield { revisions, faults: revisions.flatMap((revision) => revision.faults), missing };
  }
}

/** How often it was whole: each time. */
async function timesWhole(make: () => Promise<Amid>): Promise<number> {
  let times = 0;
  for await (const { faults, missing } of readsAmid(make)) {
    expect([faults, missing], `look ${times}`).toEqual([[], undefined]);
    times += 1;
  }
  return times;
}

describe('a claim that others write while it is read', () => {
  it('is not missed where it is begun, before whichever look', async () => {
    const times = await timesWhole(async () => {
      const { files } = fakeHost();
      const { claims } = openFileStore(files, '/state');
      const happens = () => void claims.add({ key: KEY, newest: 0 }, { lines: [{ v: '1' }] });
      return { files, happens };
    });
    expect(times).toBeGreaterThan(1);
  });

  it('is whole where it goes on, before whichever look', async () => {
    const times = await timesWhole(async () => {
      const { files } = fakeHost();
      const { claims } = openFileStore(files, '/state');
      const held = await claims.add({ key: KEY, newest: 0 }, { lines: [{ v: '1' }] });
      const happens = () => {
        void held?.append({ v: '2' });
        void claims.add({ key: KEY, newest: 1, tail: held?.tail }, { lines: [{ v: '3' }] });
      };
      return { files, happens };
    });
    expect(times).toBeGreaterThan(3);
  });
});

describe('a claim that is compacted', () => {
  const archived = { v: '4', type: 'archived' };

  async function marked(files: Files) {
    const { claims } = openFileStore(files, '/state');
    for (const lines of [[{ v: '1' }], [{ v: '3' }, archived]]) {
      await claims.add(await claims.read(KEY), { lines });
    }
    return claims;
  }

  it('is never read without its end, before whichever look', async () => {
    let times = 0;
    const reads = readsAmid(async () => {
      const { files } = fakeHost();
      const claims = await marked(files);
      const position = await claims.read(KEY);
      return { files, happens: () => void claims.retire([completing(position)]) };
    });
    for await (const { revisions, faults } of reads) {
      expect(revisions.at(-1)?.lines.at(-1), `look ${times}`).toMatchObject(archived);
      expect(faults, `look ${times}`).toEqual([]);
      times += 1;
    }
    expect(times).toBeGreaterThan(1);
  });

  it('has one file, and its backup link', async () => {
    const { files } = fakeHost();
    const claims = await marked(files);
    await claims.retire([completing(await claims.read(KEY))]);
    const paths = files.paths().filter((path) => path.includes(KEY));
    expect(paths).toEqual([`/state/claims/${KEY}.1`, `/state/journal/${KEY}.1.jsonl`]);
    const [one, other] = paths.map((path) => files.text(path));
    expect(one).toBe(other);
    files.remove(`/state/journal/${KEY}.1.jsonl`);
    expect(String((await claims.read(KEY)).missing?.fix)).toContain(`/state/claims/${KEY}.1`);
  });
});

describe('a backup link that holds something else', () => {
  const [FILE, NAME] = [`/state/journal/${KEY}.1.jsonl`, `/state/claims/${KEY}.1`];

  async function written() {
    const { files } = fakeHost();
    const { claims } = openFileStore(files, '/state');
    const held = await claims.add({ key: KEY, newest: 0 }, { lines: [{ v: '1' }] });
    const older = files.text(FILE) ?? '';
    await held?.append({ v: '2' });
    const faults = async () => (await claims.checkBackups(await claims.read(KEY))).faults;
    return { files, claims, older, whole: files.text(FILE) ?? '', faults };
  }

  it('is no fault where it is the same file, has the same lines or is missing', async () => {
    const { files, whole, faults } = await written();
    expect(await faults()).toEqual([]);
    files.put(NAME, whole);
    expect(await faults()).toEqual([]);
    files.remove(NAME);
    expect(await faults()).toEqual([]);
  });

  it('is reported, with the command that restores the newer file where that is sound', async () => {
    const { files, older, whole, faults } = await written();
    files.put(NAME, older);
    expect(await faults()).toEqual([
      {
        ...{ file: NAME, line: 2, fix: said(`ln -f ${FILE} ${NAME}`) },
        why: said(`it lacks lines that are in ${FILE}, whose backup link it is`),
      },
    ]);
    files.put(NAME, whole);
    files.put(FILE, older);
    const why = `lines are gone that its backup link has, ${NAME}`;
    expect(await faults()).toEqual([
      { file: FILE, line: 2, why: said(why), fix: said(`ln -f ${NAME} ${FILE}`) },
    ]);
    files.put(NAME, whole.replace('"2"', '"3"'));
    expect(await faults()).toEqual([{ file: FILE, line: 2, why: said(why) }]);
    files.put(FILE, 'damaged\n');
    files.put(NAME, whole);
    const others = `its backup link has other lines, ${NAME}`;
    expect(await faults()).toEqual([
      { file: FILE, line: 1, why: said(others), fix: said(`ln -f ${NAME} ${FILE}`) },
    ]);
    files.put(NAME, 'damaged in another way\n');
    expect(await faults()).toEqual([{ file: FILE, line: 1, why: said(others) }]);
  });

  it('is no fault where a run was killed while it compacted the claim', async () => {
    const { files, claims, faults } = await written();
    await claims.add(await claims.read(KEY), { lines: [{ v: '3' }, { v: '4', type: 'archived' }] });
    const before = files.text(FILE) ?? '';
    files.before = (step) => {
      if (step === 'remove') throw new Error('killed');
    };
    await expect(claims.retire([completing(await claims.read(KEY))])).rejects.toThrow('killed');
    files.before = () => undefined;
    expect(files.text(FILE)).not.toBe(before);
    expect(await faults()).toEqual([]);
    await claims.retire([completing(await claims.read(KEY))]);
    files.put(FILE, before);
    expect(await faults()).toMatchObject([{ file: FILE, fix: said(`ln -f ${NAME} ${FILE}`) }]);
  });
});

describe('a store on a disk', () => {
  let temporary = 0;
  keepsTheContract(() => {
    const directory = directoryOfFile();
    return {
      open: () =>
        openFileStore(
          diskFiles(() => String(++temporary)),
          directory,
        ),
      lose: (key, number) => rmSync(join(directory, 'journal', `${key}.${number}.jsonl`)),
    };
  });
});
