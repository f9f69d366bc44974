import type { Caller } from '../../../src/client/caller.js';
import type { ArchiveFile } from '../../../src/journal/archive.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import type { Checks, Parts } from '../parts.js';
import { callerOf, journalOn } from './bench.js';

const LATER = 100 * 86_400_000;

/** An archive in memory, which says when it is whole on disk. */
function archiveIn(written: () => void = () => undefined) {
  const file: ArchiveFile & { text?: string; isFlushed: boolean } = {
    name: '/archives/charges.jsonl.gz',
    isFlushed: false,
    isThere: () => file.text !== undefined,
    async *read() {
      yield Buffer.from(file.text ?? '');
    },
    flush() {
      file.isFlushed = true;
    },
    async write(pieces, check) {
      let text = '';
      for await (const piece of pieces) text += piece;
      await check(
        (async function* () {
          yield Buffer.from(text);
        })(),
      );
      file.text = text;
      written();
    },
  };
  return file;
}

/** A charge that succeeded long ago. */
async function oldCharge(parts: Parts) {
  const bench = journalOn(parts, fakeHost(), 'dead');
  await bench.pay(callerOf(() => 'SUCCESS'));
  const before = bench.host.clock.now() + LATER;
  const move = (file: ArchiveFile) => parts.archive(bench.journal, { file, before });
  return { ...bench, move };
}

export const RETENTION = {
  async 'an archive is on disk before a line leaves the journal'(parts) {
    const { host, move } = await oldCharge(parts);
    const file = archiveIn();
    let isEarly = false;
    host.files.before = (step, path) => {
      const isLeaving = step === 'replace' || step === 'remove' || step === 'create';
      if (isLeaving && path.includes('/journal/') && !file.isFlushed) isEarly = true;
    };
    await move(file);
    return file.text !== undefined && !isEarly;
  },

  async 'a charge that changed after it was archived stays'(parts) {
    const { host, journal, move } = await oldCharge(parts);
    const [key = ''] = (await journal.store.claims.list()).keys();
    const file = archiveIn(() => {
      const path = journal.store.claims.locate(key, 1);
      // Its own process tells more.
      const { text } = parts.chainLines(
        [{ v: '1', type: 'more' }],
        endOf(host.files.text(path)),
      )[0] ?? { text: '' };
      host.files.append(path, Buffer.from(text));
    });
    await move(file);
    const { revisions } = await journal.store.claims.read(key);
    return revisions.length === 1 && revisions[0]?.lines.at(-1)?.type === 'more';
  },

  async 'an archived charge is neither sent again nor taken for another one'(parts) {
    const { pay, move } = await oldCharge(parts);
    await move(archiveIn());
    let calls = 0;
    const counted = callerOf(() => {
      calls += 1;
      return 'SUCCESS';
    });
    const again = await pay(counted).catch(() => undefined);
    const other = await pay(counted, { fields: { totalFee: '7.00' } }).catch(() => undefined);
    return calls === 0 && again?.class === 'SUCCESS' && other?.class === 'CONFLICT';
  },

  async 'what may be made again is not archived'(parts) {
    const bench = journalOn(parts, fakeHost(), 'dead');
    const { call, ...rest } = callerOf(() => 'UNAVAILABLE');
    const refused: Caller = {
      ...rest,
      call: async (...given) => ({ ...(await call(...given)), executed: 'no' }),
    };
    await bench.pay(refused);
    const file = archiveIn();
    await parts.archive(bench.journal, { file, before: bench.host.clock.now() + LATER });
    return file.text === undefined;
  },
} satisfies Checks;

/** The end of the chain in a file. */
function endOf(text = ''): { seq: number; sum: string } {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  return { seq: text.trimEnd().split('\n').length, sum: line.slice(-66, -2) };
}
