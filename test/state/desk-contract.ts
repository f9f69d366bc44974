import { expect, it } from 'vitest';
import { addNote, notesOn } from '../../src/journal/notes.js';
import { copyDesk } from '../../src/state/copy-desk.js';
import type { Desk, DeskEvent } from '../../src/state/desk.js';
import { nextEvent } from '../../src/state/desk-event.js';
import { verifyDesk } from '../../src/state/desk-verify.js';
import { host, newName } from '../postgres/subjects.js';

const BY = { user: 'clerk', host: 'desk' };
const BANK = 'https://bank.example/partners';
const DAY = 86_400_000;

function said(
  subject: string,
  before?: DeskEvent,
  { at = '2026-01-31T00:00:00.000Z', ...waits }: { at?: string; expires?: string } = {},
): DeskEvent {
  const lasting = { type: 'proposed', ...waits };
  const about = { at, lasting, details: { input: { totalFee: '1.00' } } };
  return nextEvent({ kind: 'proposal', subject }, before, about, host.random);
}

async function collected(pages: AsyncIterable<DeskEvent[]>): Promise<DeskEvent[]> {
  const all: DeskEvent[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

const writer = (desk: Desk) => {
  const { random, clock } = host;
  return { desk, random, clock, stopping: new AbortController().signal };
};

/** What holds of the desk wherever it lies. `open` opens the same one as another process does. */
export function keepsDeskContract(
  open: () => Desk,
  other: () => Desk,
  change: (sql: string) => Promise<unknown>,
): void {
  it('takes one of several events that follow on the same one, and this very event again', async () => {
    const subject = newName();
    const first = said(subject);
    const rivals = Array.from({ length: 6 }, () => said(subject));
    const answers = await Promise.all([first, ...rivals].map((event) => open().append(event)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const { events } = await open().read({ kind: 'proposal', subject });
    const [winner] = events;
    expect(await open().append(winner ?? first)).toBe(true);
    expect(await open().append(said(subject, said(subject)))).toBe(false);
    expect(await open().append(said(newName(), first))).toBe(false);
    const second = said(subject, winner);
    expect(await open().append(second)).toBe(true);
    expect(await open().append(winner ?? first)).toBe(false);
    expect(await open().read({ kind: 'proposal', subject })).toEqual({
      events: [winner, second],
      isWhole: true,
    });
  });

  it('lists what waits, the last to change first, a page at a time', async () => {
    const now = Date.parse('2031-01-01T00:00:00Z');
    const names = Array.from({ length: 5 }, newName);
    for (const [index, subject] of names.entries()) {
      const at = new Date(now + index).toISOString();
      await open().append(said(subject, undefined, { at, ...(index !== 3 && { expires: at }) }));
    }
    const query = { kind: 'proposal', openAt: now + 1, limit: 2 } as const;
    const page = await open().list(query);
    expect(page.map(({ subject }) => subject)).toEqual([names[4], names[2]]);
    expect(await open().list({ ...query, after: page.at(-1) })).toEqual([]);
    const all = await open().list({ kind: 'proposal', limit: 5 });
    expect(all.map(({ subject }) => subject)).toEqual(names.toReversed());
    const since = await collected(open().since(now + 2));
    expect(since.map(({ subject }) => subject)).toEqual(names.slice(2));
  });

  it('erases texts, which the chain survives, and notices what else was changed', async () => {
    const reference = newName();
    const parts = writer(open());
    for (const text of ['first', 'second'])
      await addNote(parts, { reference, baseUrl: BANK, by: BY, text });
    await addNote(parts, {
      reference,
      baseUrl: BANK,
      by: BY,
      text: 'why',
      operation: 'ewallet.refund',
    });
    await addNote(parts, {
      reference,
      baseUrl: BANK,
      by: BY,
      text: 'why',
      operation: 'ewallet.refund',
    });
    expect((await notesOn(open(), reference)).map(({ text }) => text)).toEqual([
      'first',
      'second',
      'why',
    ]);
    expect((await verifyDesk(open())).faults).toEqual([]);
    const expires = new Date(host.clock.now() + 2 * DAY).toISOString();
    const waiting = said(newName(), undefined, { expires });
    await open().append(waiting);
    expect(await open().erase(host.clock.now() + DAY, host.clock.now())).toBeGreaterThanOrEqual(3);
    expect((await notesOn(open(), reference)).map(({ text }) => text)).toEqual([
      ...[undefined, undefined, undefined],
    ]);
    expect((await open().read(waiting)).events).toEqual([waiting]);
    expect((await verifyDesk(open())).faults).toEqual([]);
    await change(`UPDATE desk_event SET line = replace(line, 'ewallet.refund', 'ewallet.cancel')`);
    const { faults } = await verifyDesk(open());
    expect(faults.map(({ file, line }) => [file, line])).toEqual([[`desk, note ${reference}`, 3]]);
    await change(`UPDATE desk_event SET line = replace(line, 'ewallet.cancel', 'ewallet.refund')`);
  });

  it('is copied to another desk, once, and removed when it is old', async () => {
    const events = await collected(open().all());
    const differences: Parameters<typeof copyDesk>[2] = [];
    expect(await copyDesk(open(), other(), differences, false)).toBe(events.length);
    expect(await copyDesk(open(), other(), differences, false)).toBe(0);
    expect(await collected(other().all())).toEqual(events);
    const [first] = events;
    if (first)
      await other().append(
        said(
          first.subject,
          events.findLast(({ subject }) => subject === first.subject),
        ),
      );
    expect(await copyDesk(other(), open(), differences, false)).toBeLessThanOrEqual(1);
    expect(differences).toEqual([]);
    const now = host.clock.now();
    expect(await open().remove('note', now + 2 * DAY, now)).toBe(1);
    expect(await open().remove('note', now + 2 * DAY, now)).toBe(0);
    expect((await verifyDesk(open())).faults).toEqual([]);
  });

  it('shows that the newest event is gone, or is not the one that was recorded', async () => {
    const [reference, another] = [newName(), newName()];
    const note = (about: string, text: string) =>
      addNote(writer(open()), { reference: about, baseUrl: BANK, by: BY, text });
    for (const text of ['paid in cash', 'given back']) await note(reference, text);
    await note(another, 'called');
    const places = async () =>
      (await verifyDesk(open())).faults.map(({ file, line }) => [file, line]);
    expect(await places()).toEqual([]);
    await change(`DELETE FROM desk_event WHERE subject = '${reference}' AND seq = 2`);
    expect(await places()).toEqual([[`desk, note ${reference}`, 2]]);
    expect((await notesOn(open(), reference)).map(({ text }) => text)).toEqual(['paid in cash']);
    await expect(note(reference, 'again')).rejects.toMatchObject({ exitClass: 'CONFIG' });
    const differences: Parameters<typeof copyDesk>[2] = [];
    await copyDesk(open(), other(), differences, false);
    expect(differences.map(({ place }) => place)).toEqual([`note ${reference}`]);
    await change(`DELETE FROM desk_event WHERE subject = '${reference}'`);
    await change(`DELETE FROM desk_head WHERE subject = '${another}'`);
    expect(await places()).toEqual([
      [`desk, note ${reference}`, 2],
      [`desk, note ${another}`, 1],
    ]);
    await expect(note(another, 'again')).rejects.toMatchObject({ exitClass: 'CONFIG' });
    await change(`DELETE FROM desk_event WHERE subject IN ('${reference}', '${another}')`);
    await change(`DELETE FROM desk_head WHERE subject = '${reference}'`);
  });

  it('shows that a subject is recorded to wait for longer, for less long or not at all', async () => {
    const [waiting, done] = [newName(), newName()];
    await open().append(said(waiting, undefined, { expires: '2032-01-01T00:00:00.000Z' }));
    await open().append(said(done));
    const set = (subject: string, until: number | 'NULL') =>
      change(`UPDATE desk_head SET open_until = ${until} WHERE subject = '${subject}'`);
    const places = async () => (await verifyDesk(open())).faults.map(({ file }) => file);
    for (const until of ['NULL', 1, 9_999_999_999_999] as const) {
      await set(waiting, until);
      expect(await places(), String(until)).toEqual([`desk, proposal ${waiting}`]);
    }
    await set(waiting, Date.parse('2032-01-01T00:00:00Z'));
    await set(done, 1);
    expect(await places()).toEqual([`desk, proposal ${done}`]);
    await set(done, 'NULL');
    expect(await places()).toEqual([]);
  });

  it('forgets subjects, and no others', async () => {
    const names = Array.from({ length: 3 }, newName);
    for (const subject of names) await open().append(said(subject));
    await open().forget('note', names);
    await open().forget('proposal', names.slice(0, 2));
    const left = await Promise.all(
      names.map(
        async (subject) => (await open().read({ kind: 'proposal', subject })).events.length,
      ),
    );
    expect(left).toEqual([0, 0, 1]);
    expect((await verifyDesk(open())).faults).toEqual([]);
  });
}
