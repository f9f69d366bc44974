import { join } from 'node:path';
import { readPages } from '../../core/pages.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import type { Database } from '../../host/sqlite.js';
import {
  ENCRYPTED_FIELD,
  type InboxEntry,
  type Learnt,
  messageKey,
  type ReadPayment,
} from '../inbox.js';
import type { LockHost } from '../lock.js';
import { satangOrNull, searchTerm } from './claim-log.js';
import { type Derivation, openDerived } from './derived.js';
import {
  decodeLine,
  type FileProgress,
  InboxFiles,
  type InboxState,
  OFFSETS,
} from './inbox-files.js';
import { InboxView } from './inbox-view.js';
import { type PlacedLine, readLines, readTail } from './lines.js';

/**
 * `place` is the number of the file and the offset of the line in it, so that places are in order. Of a
 * message that came twice, each has a row in `message`, which later lines change by the hash of its key;
 * `paid`: when its payment was made, in milliseconds; `satang`: of which amount, as the bank
 * says it where it was asked.
 */
const TABLES = `
  CREATE TABLE line (place INTEGER PRIMARY KEY, length INTEGER NOT NULL, is_message INTEGER NOT NULL);
  CREATE TABLE message (place INTEGER PRIMARY KEY, hash INTEGER NOT NULL, state TEXT NOT NULL, forwarding TEXT, paid INTEGER,
    satang INTEGER);
  CREATE INDEX message_hash ON message (hash);
  CREATE INDEX message_state ON message (state, place);
  CREATE INDEX message_forwarding ON message (forwarding, place);
  CREATE INDEX message_paid ON message (paid, place);
  CREATE INDEX message_amount ON message (satang, paid, place);
  CREATE TABLE term (hash INTEGER, place INTEGER, PRIMARY KEY (hash, place)) WITHOUT ROWID`;

const EMPTY: InboxState = { files: [], damaged: [] };

/**
 * Opens the index of an inbox, which finds lines by their message, by a text in it, and in the order in
 * which they came. It first takes in what was added to the files; where those were replaced, it is built
 * again. undefined where there is no SQLite, or nothing to index.
 */
export async function openInboxIndex(
  host: LockHost,
  inbox: string,
  readPayment: ReadPayment,
  failed?: InboxView,
): Promise<InboxView | undefined> {
  const { files, clock } = host;
  // Without an inbox, a reader must not create files.
  if (!files.stat(inbox)) return undefined;
  const place = { files, clock, directory: join(inbox, 'index') };
  const derived = await openDerived(place, derivation(host, inbox, readPayment), failed?.derived);
  return derived && new InboxView(host, derived, new InboxFiles(host, inbox));
}

function derivation(
  host: LockHost,
  inbox: string,
  readPayment: ReadPayment,
): Derivation<InboxState> {
  return {
    version: 4,
    tables: TABLES,
    empty: EMPTY,
    isState: (value): value is InboxState => Object.keys(EMPTY).every((name) => name in value),
    freshness(state) {
      const segments = new InboxFiles(host, inbox);
      try {
        return segments.freshness(state);
      } finally {
        segments.close();
      }
    },
    async catchUp(database, state) {
      const segments = new InboxFiles(host, inbox);
      try {
        return await catchUp(database, state, { segments, readPayment });
      } finally {
        segments.close();
      }
    },
  };
}

async function catchUp(
  database: Database,
  known: InboxState,
  { segments, readPayment }: { segments: InboxFiles; readPayment: ReadPayment },
): Promise<InboxState> {
  const damaged = [...known.damaged];
  const files: FileProgress[] = [];
  let isSame = true;
  database.exec('CREATE TEMP TABLE found (place, terms)');
  for (const [number, name] of segments.names.entries()) {
    const before = known.files[number] ?? { name, to: 0, lines: 0, tail: '' };
    const file = segments.size(number) === before.to ? undefined : segments.file(number);
    if (file === undefined) {
      files.push(before);
      continue;
    }
    let { to, lines } = before;
    for await (const batch of readPages(readLines(file, to))) {
      const flawed = indexLines(database, number, batch, readPayment);
      damaged.push(...flawed.map((index) => `${name}:${lines + index + 1}`));
      lines += batch.length;
      for (const { offset, length } of batch.slice(-1)) to = offset + length;
      isSame = false;
    }
    files.push({ name, to, lines, tail: readTail(file, to) });
  }
  // Rows are added far faster in the order of the key.
  database.exec(`INSERT OR IGNORE INTO term
    SELECT term.value, place FROM found, json_each(terms) AS term ORDER BY term.value, place;
    DROP TABLE found`);
  return isSame ? known : { files, damaged };
}

/** Adds lines to the tables; returns the positions of damaged ones. */
function indexLines(
  database: Database,
  file: number,
  lines: readonly PlacedLine[],
  readPayment: ReadPayment,
): number[] {
  const damaged: number[] = [];
  const rows: { place: number; length: number; isMessage: number; terms: number[] }[] = [];
  const states = new MessageStates(readPayment);
  for (const [index, { text, offset, length }] of lines.entries()) {
    const entry = decodeLine(text);
    if (entry === 'damaged') damaged.push(index);
    if (typeof entry !== 'object') continue;
    const isMessage = entry.type === 'received';
    const terms = isMessage ? collectTexts(entry.id, entry.body) : [entry.id];
    const place = file * OFFSETS + offset;
    rows.push({ place, length, isMessage: Number(isMessage), terms: [...terms].map(searchTerm) });
    states.add(entry, place);
  }
  database.run(
    'INSERT INTO line SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)',
    JSON.stringify(rows.map(({ place, length, isMessage }) => [place, length, isMessage])),
  );
  database.run(
    'INSERT INTO found SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    JSON.stringify(rows.map(({ place, terms }) => [place, terms])),
  );
  states.write(database);
  return damaged;
}

interface MessageState {
  state?: string;
  forwarding?: string;
  satang?: number | null;
}

/** What lines say of messages: how sure each is, and what became of forwarding it. */
class MessageStates {
  readonly #readPayment: ReadPayment;
  readonly #messages: [
    place: number,
    hash: number,
    forwarding: string | null,
    paid: number | null,
    satang: number | null,
  ][] = [];
  readonly #learnt = new Map<number, MessageState>();

  constructor(readPayment: ReadPayment) {
    this.#readPayment = readPayment;
  }

  add(entry: InboxEntry, place: number): void {
    const hash = searchTerm(messageKey(entry));
    if (entry.type === 'received') {
      const { paidAt = null, amount } = this.#readPayment(entry.body) ?? {};
      const paid = paidAt === 'arrival' ? Date.parse(entry.at) : paidAt;
      const satang = amount === undefined ? null : satangOrNull(amount);
      this.#messages.push([place, hash, entry.forward ? 'waiting' : null, paid, satang]);
      return;
    }
    this.#learnt.set(hash, { ...this.#learnt.get(hash), ...learntState(entry) });
  }

  /** A line comes after the message that it is about. */
  write(database: Database): void {
    database.run(
      `INSERT INTO message SELECT value ->> 0, value ->> 1, 'hint', value ->> 2, value ->> 3,
        value ->> 4
      FROM json_each(?)`,
      JSON.stringify(this.#messages),
    );
    database.run(
      `UPDATE message SET state = coalesce(learnt.value ->> 1, state),
        forwarding = coalesce(learnt.value ->> 2, forwarding),
        satang = coalesce(learnt.value ->> 3, satang)
      FROM json_each(?) AS learnt WHERE message.hash = learnt.value ->> 0`,
      JSON.stringify(
        Array.from(this.#learnt, ([hash, { state, forwarding, satang }]) => {
          return [hash, state, forwarding, satang];
        }),
      ),
    );
  }
}

/** What a line says of the message that it is about. */
function learntState(entry: Learnt): MessageState {
  if (entry.type !== 'judged') return { forwarding: entry.type };
  const { state, bankAmount } = entry;
  return { state, ...(bankAmount !== undefined && { satang: satangOrNull(bankAmount) }) };
}

/** Texts of a message that may be its reference: its id, texts and numbers, but not the names of its fields. */
function collectTexts(id: string, body: string): Set<string> {
  const texts = new Set([id]);
  for (const [token, name] of body.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\w.+-]*/g)) {
    if (name === undefined) texts.add(token.startsWith('"') ? unquoted(token) : token);
  }
  if (body.includes(ENCRYPTED_FIELD)) texts.add(ENCRYPTED_FIELD);
  return texts;
}

function unquoted(token: string): string {
  return tryOrUndefined(() => String(JSON.parse(token))) ?? token.slice(1, -1);
}
