import { loadReferences } from '../bank/families.js';
import type { Reference } from '../bank/reference.js';
import { usageError } from '../core/errors.js';
import { uniqueBy } from '../core/fields.js';
import { fromPlain, stringifyJson } from '../core/json.js';
import { inquiries } from '../messages/inquiries.js';
import { reportWords } from '../messages/report.js';
import { beginsAsPayload } from '../qr/reading.js';
import {
  type Asked,
  type Asker,
  answered,
  type Bank,
  keyOf,
  type Question,
  questionsFor,
  readingOfConfirmed,
  readingOfCreated,
  readingOfInitiated,
  readingOfSent,
  readingOfStatement,
  type Scope,
} from './ask.js';
import type { Confirmed, Evidence, Reading, Sent, Source, Statement } from './evidence.js';
import type { Archive } from './local.js';
import { recognisePayload, recogniseText } from './recognise.js';

export interface Case {
  id: string;
  /** What the id holds: itself, the text of a file, the codes of a picture. */
  payloads: readonly string[];
  /** SHA-256 of the picture that they stood in. */
  picture?: string;
  scope: Omit<Scope, 'now'>;
  expectedAmount?: string;
}

export interface Parts {
  bank: Pick<Bank, 'clock' | 'settings'>;
  /** One for all investigations of a run, so that together they keep the pace. */
  ask: Asker;
  archive: Archive;
}

/** A reference leads to the next: slip, bill, confirmation, journal. */
const ROUNDS = 4;
/** Of a reference that many have paid, the latest confirmations tell enough. */
const CONFIRMATIONS = 5;

/** Collects all that this machine and the bank know about an id. Reads only. */
export async function gather(found: Case, parts: Parts): Promise<Evidence> {
  const { bank, ask, archive } = parts;
  const now = bank.clock.now();
  const { settings } = bank;
  const references = await loadReferences();
  const { readings, decoded, personal } = recognise(references, found, settings);
  const evidence: Evidence = {
    ...{ id: found.id, payloads: found.payloads, decoded, personal },
    ...{ readings: [], sources: [], statements: [], sent: [], confirmed: [] },
    ...(found.expectedAmount !== undefined && { expectedAmount: found.expectedAmount }),
    billerId: settings('billerId'),
    bankCode: settings('payerBankCode'),
    now,
  };
  const asked = new Set<string>();
  let leads = readings;
  for (let round = 0; round < ROUNDS && leads.length > 0; round++) {
    const local = await lookUp(evidence, leads);
    const scope = { ...found.scope, now };
    const questions = unasked(
      local.flatMap((reading) => questionsFor(references, reading, scope)),
      asked,
    );
    leads = (await take(evidence, await ask(questions), now)).flatMap(readingOfStatement);
  }
  evidence.sources.unshift(...localSources(evidence, now));
  dropAnswered(evidence);
  return evidence;

  /** Looks readings up in the archive until they lead to no new ones; gives all of them. */
  async function lookUp(into: Evidence, first: readonly Reading[]) {
    const found: Reading[] = [];
    for (let next = fresh(into.readings, first, keyOfReading); next.length > 0; ) {
      found.push(...next);
      into.readings.push(...next);
      const values = [...new Set(next.map(({ value }) => value))];
      const all = async <T>(look: (value: string) => Promise<T[]>) =>
        (await Promise.all(values.map(look))).flat();
      const sent = fresh(into.sent, await all(archive.sent), keyOfSent);
      const confirmed = fresh(into.confirmed, await all(archive.confirmed), keyOfConfirmed);
      const initiated = await all(archive.initiated);
      into.sent.push(...sent);
      into.confirmed.push(...confirmed);
      const led = [
        ...sent.flatMap(readingOfSent),
        ...confirmed.slice(-CONFIRMATIONS).flatMap(readingOfConfirmed),
        ...initiated.map(readingOfInitiated),
        ...made(into, values),
      ];
      next = fresh(into.readings, led, keyOfReading);
    }
    return found;
  }

  /** Codes that this machine had made for these references. */
  function made(into: Evidence, values: readonly string[]): Reading[] {
    return values
      .flatMap((value) => archive.created?.(value) ?? [])
      .flatMap((code) => {
        const found = readingOfCreated(references, code);
        const { reference, at } = code;
        const codes = found.map(({ family }) => ({ family, reference, at }));
        into.created = uniqueBy([...(into.created ?? []), ...codes], (one) => JSON.stringify(one));
        return found;
      });
  }
}

/** Of a requestUId; the longest that the bank and payctl make. */
const LONGEST_ID = 36;

/** What the id may be, and what it says of itself. Throws USAGE where it can be nothing. */
export function recognise(
  references: readonly Reference[],
  { id, payloads }: Pick<Case, 'id' | 'payloads'>,
  settings: Bank['settings'],
): Pick<Evidence, 'readings' | 'decoded' | 'personal'> {
  const marks = {
    outTradeNoPrefix: settings('outTradeNoPrefix'),
    billerId: settings('billerId'),
  };
  // A random id can begin with what reads as a tag; no whole payload is as short.
  const isBare = (text: string) =>
    text.length <= LONGEST_ID &&
    !beginsAsPayload(text) &&
    references.some(({ shape }) => shape.test(text));
  const recognised = payloads.map((text) =>
    isBare(text.trim()) ? undefined : recognisePayload(text),
  );
  const decoded = recognised.flatMap((one) => one?.payload ?? []);
  // Beside a code of a payment, what else a picture holds is no reference.
  const texts = decoded.length > 0 ? [] : payloads;
  const readings = [
    ...recognised.flatMap((one) => one?.readings ?? []),
    ...texts.flatMap((text) => recogniseText(references, text.trim(), marks)),
  ];
  const personal = recognised.flatMap((one) => one?.personal ?? []);
  if (readings.length > 0 || decoded.length > 0) return { readings, decoded, personal };
  throw usageError(
    reportWords.noReference(JSON.stringify(id.slice(0, 60))),
    reportWords.giveReference,
  );
}

/** Of what was found, each that was not known before, once. */
function fresh<T>(before: readonly T[], found: readonly T[], keyOf: (one: T) => string): T[] {
  const known = new Set(before.map(keyOf));
  return uniqueBy(found, keyOf).filter((one) => !known.has(keyOf(one)));
}

function keyOfReading({ as, family, value, known }: Reading): string {
  return `${as} ${family} ${value} ${stringifyJson(fromPlain(known))}`;
}

function keyOfSent({ requestUId, at }: Sent): string {
  return `${requestUId} ${at}`;
}

/** Two of one id may differ in their contents. */
function keyOfConfirmed({ id, fingerprint, receivedAt }: Confirmed): string {
  return `${id} ${fingerprint} ${receivedAt}`;
}

function unasked(questions: readonly Question[], asked: Set<string>): Question[] {
  const open = uniqueBy(questions, keyOf).filter((question) => !asked.has(keyOf(question)));
  for (const question of open) asked.add(keyOf(question));
  return open;
}

/** Adds what was answered; gives what is new of it. */
async function take(
  evidence: Evidence,
  answers: readonly Asked[],
  now: number,
): Promise<Statement[]> {
  const taken = await Promise.all(answers.map((answer) => answered(answer, now)));
  const found = taken.flatMap((one) => one.statements);
  const statements = fresh(evidence.statements, found, nameOf);
  evidence.sources.push(...taken.map(({ source }) => source));
  evidence.statements.push(...statements);
  return statements;
}

/** Two ways to ask may bring the same record. */
function nameOf(statement: Statement): string {
  const { source, reference, transactionId, paidAt, wallet, standing, amount } = statement;
  return [source, reference, transactionId, paidAt, wallet, standing, amount].join(' ');
}

/** What could not be asked at first was asked in the end, with what was learnt meanwhile. */
function dropAnswered(evidence: Evidence): void {
  const { sources } = evidence;
  const put = new Set(
    sources.filter(({ result }) => result !== 'not-asked').map(({ source }) => source),
  );
  evidence.sources = sources.filter(
    ({ result, source }) => result !== 'not-asked' || !put.has(source),
  );
}

function localSources({ sent, confirmed }: Evidence, now: number): Source[] {
  const about = { family: 'other', asked: inquiries.thisMachine, at: now } as const;
  const row = (source: string, count: number, says: Source['says']): Source => {
    return { ...about, source, result: count > 0 ? 'found' : 'not-found', says };
  };
  return [
    row('journal', sent.length, inquiries.charges(sent.length)),
    row('confirmations', confirmed.length, inquiries.confirmations(confirmed.length)),
  ];
}
