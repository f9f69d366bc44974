import { expect } from 'vitest';
import { type ArchiveFile, archive } from '../../src/journal/archive.js';
import { readClaims } from '../../src/journal/archive-file.js';
import type { Journal } from '../../src/journal/journal.js';
import { recover } from '../../src/journal/recover.js';
import { settle } from '../../src/journal/settle.js';
import type { Store } from '../../src/state/store.js';
import { PAY } from '../client/rig.js';
import { type Bench, bench, type Say } from './bench.js';

const DAY = 86_400_000;
export const payOf = (reference: string) => ({ ...PAY, outTradeNo: reference });

/** A file in memory; `step` is called before and after it appears. */
export function fileIn(step: () => void = () => undefined) {
  const file: ArchiveFile & { text?: string; flushed?: string | undefined } = {
    name: '/backup/charges.jsonl.gz',
    isThere: () => file.text !== undefined,
    read: () => bytesOf(file.text ?? ''),
    flush() {
      file.flushed = file.text;
    },
    async write(pieces, check) {
      let text = '';
      for await (const piece of pieces) text += piece;
      await check(bytesOf(text));
      step();
      file.text = text;
      step();
    },
  };
  return file;
}

export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Charges that ended in every way, long ago; by reference what each comes to again. */
export const ENDED = {
  PAID1: 'SUCCESS',
  AGAIN2: 'SUCCESS',
  NO3: 'REJECTED',
  FOUND4: 'SUCCESS',
  SETTLED5: 'SUCCESS',
} as const;
export const STAYS = ['OPEN6', 'FREE7', 'YOUNG8'];

export async function usedJournal(openStore?: () => Store): Promise<Bench> {
  const made = bench(openStore);
  const says = (say: Say) => {
    made.answers['ewallet.pay'] = () => say;
  };
  const data = { transactionId: 'ONLYINTHEARCHIVE' };
  says({ class: 'SUCCESS', data });
  await made.pay(payOf('PAID1'));
  for (const kind of ['UNAVAILABLE', 'AUTH', 'SUCCESS'] as const) {
    says({ class: kind });
    await made.pay(payOf('AGAIN2'));
  }
  says({ class: 'REJECTED', code: '4101' });
  await made.pay(payOf('NO3'));
  says({ class: 'OUTCOME_UNKNOWN' });
  made.answers['ewallet.inquire'] = () => ({ class: 'UNAVAILABLE' });
  for (const reference of ['FOUND4', 'SETTLED5', 'OPEN6']) {
    await made.pay(payOf(reference), { waitMs: 0 });
  }
  made.answers['ewallet.inquire'] = (input) =>
    input.outTradeNo === 'FOUND4'
      ? { class: 'SUCCESS', state: 'SUCCESS', data: { tradeState: 'SUCCESS', amount: '100.00' } }
      : { class: 'UNAVAILABLE' };
  await recover({ journal: made.journal, connect: async () => made.access, waitMs: 0 });
  await settle(made.journal, {
    connect: made.connect,
    reference: 'SETTLED5',
    as: 'executed',
    note: 'case 4711',
  });
  says({ class: 'UNAVAILABLE' });
  await made.pay(payOf('FREE7'));
  made.host.clock.advance(100 * DAY);
  says({ class: 'SUCCESS' });
  await made.pay(payOf('YOUNG8'));
  // From here on nothing may be sent, or asked.
  for (const id of Object.keys(made.answers)) delete made.answers[id];
  made.restart();
  return made;
}

export const archiveOld = (journal: Journal, file: ArchiveFile, now: number) =>
  archive(journal, { file, before: now - 50 * DAY });

/** All lines of the journal, as they lie there. */
export async function linesIn({ store }: Journal): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const key of (await store.claims.list()).keys()) {
    const { revisions } = await store.claims.read(key);
    found.set(
      key,
      revisions.flatMap(({ lines }) => lines.map((line) => JSON.stringify(line))),
    );
  }
  return found;
}

export async function linesOf(file: ArchiveFile): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for await (const { key, lines } of readClaims(file.read())) {
    found.set(
      key,
      lines.map(({ entry }) => JSON.stringify(entry)),
    );
  }
  return found;
}

/** Each ended charge comes to what it came to, and nothing is sent. */
export async function expectReplayed(made: Bench): Promise<void> {
  for (const [reference, kind] of Object.entries(ENDED)) {
    const again = await made.pay(payOf(reference));
    expect(again, reference).toMatchObject({ class: kind, replayed: true });
    const other = await made.pay({ ...payOf(reference), totalFee: '7.00' });
    expect(other, reference).toMatchObject({ class: 'CONFLICT', executed: 'no' });
  }
}
