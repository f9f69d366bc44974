import { loadReferences } from '../bank/families.js';
import type { Reference } from '../bank/reference.js';
import { payctl } from '../core/command-line.js';
import { usageError } from '../core/errors.js';
import { uniqueBy } from '../core/fields.js';
import { fromPlain, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { likelyAmount } from '../core/typed-input.js';
import { inquiries } from '../messages/inquiries.js';
import { reportWords } from '../messages/report.js';
import { beginsAsPayload } from '../qr/reading.js';
import type { CodeRecord } from '../state/codes.js';
import { readAnswer } from './answer.js';
import {
  type AskedBank,
  type AskedQuestion,
  type Asker,
  type PaymentQuestion,
  questionKey,
  questionsFor,
  type Scope,
} from './ask.js';
import type {
  Evidence,
  EvidenceSource,
  IdReading,
  PaymentNote,
  PaymentStatement,
  ReceivedConfirmation,
  SentCharge,
} from './evidence.js';
import {
  leadFromTransfer,
  leadsFromCharge,
  leadsFromCode,
  leadsFromConfirmation,
  leadsFromStatement,
} from './leads.js';
import type { LocalEvidence } from './local-evidence.js';
import { recognisePayload, recogniseText } from './recognise.js';
import { severalReferences } from './spellings.js';

export interface Case {
  id: string;
  /** What the id holds: itself, the text of a file, the codes of a picture. */
  payloads: readonly string[];
  /** As a person typed it, where another spelling of it is looked up. */
  typed?: string;
  /** Other references of this machine that it may mean as well. */
  alike?: readonly string[];
  /** SHA-256 of the picture that they stood in. */
  picture?: string;
  scope: Omit<Scope, 'now'>;
  expectedAmount?: string;
}

export interface GatherParts {
  bank: Pick<AskedBank, 'clock' | 'ahead' | 'settings'>;
  /** One for all investigations of a run, so that together they keep the pace. */
  ask: Asker;
  local: LocalEvidence;
}

/** How often references may lead to further ones: slip, bill, confirmation, journal. */
const ROUNDS = 4;
/** Latest confirmations that are followed up for a reference which many have paid. */
const CONFIRMATIONS = 5;

/** Collects all that this machine and the bank know about an id. Reads only. */
export async function gather(investigated: Case, parts: GatherParts): Promise<Evidence> {
  const { bank, ask, local } = parts;
  const now = bank.clock.now();
  const { settings } = bank;
  const references = await loadReferences();
  const { readings, decoded, personal } = recognise(references, investigated, settings);
  const evidence: Evidence = {
    ...{ id: investigated.id, payloads: investigated.payloads, decoded, personal },
    ...{ readings: [], sources: [], statements: [], sent: [], confirmed: [] },
    typed: investigated.typed,
    alike: investigated.alike,
    expectedAmount: investigated.expectedAmount,
    billerId: settings('billerId'),
    bankCode: settings('payerBankCode'),
    now,
  };
  const scope = { ...investigated.scope, now: now + (bank.ahead ?? 0) };
  const asked = new Set<string>();
  let leads = readings;
  for (let round = 0; round < ROUNDS && leads.length > 0; round++) {
    const added = await lookUp(evidence, leads, local, references);
    const questions = takeUnasked(
      added.flatMap((reading) => questionsFor(references, reading, scope)),
      asked,
    );
    leads = (await addAnswers(evidence, await ask(questions), now)).flatMap(leadsFromStatement);
  }
  const sources = withoutAnswered([...localSources(evidence, now), ...evidence.sources]);
  return { ...evidence, sources };
}

/** Adds what this machine has for these leads, and for those that follow; returns all new readings. */
async function lookUp(
  evidence: Evidence,
  first: readonly IdReading[],
  local: LocalEvidence,
  references: readonly Reference[],
): Promise<IdReading[]> {
  const added: IdReading[] = [];
  for (let next = onlyNew(evidence.readings, first, keyOfReading); next.length > 0; ) {
    added.push(...next);
    evidence.readings.push(...next);
    const values = [...new Set(next.map(({ value }) => value))];
    const all = async <T>(look: (value: string) => Promise<T[]>) =>
      (await Promise.all(values.map(look))).flat();
    const [found, received, notes] = await Promise.all([
      all(async (value) => [await local.journal(value)]),
      all(local.confirmed),
      all(async (value) => (await local.noted?.(value)) ?? []),
    ]);
    const initiated = found.flatMap((one) => one.initiated);
    const sent = onlyNew(
      evidence.sent,
      found.flatMap((one) => one.sent),
      keyOfSent,
    );
    const confirmed = onlyNew(evidence.confirmed, received, keyOfConfirmed);
    evidence.sent.push(...sent);
    evidence.confirmed.push(...confirmed);
    if (notes.length > 0)
      evidence.notes = uniqueBy([...(evidence.notes ?? []), ...notes], keyOfNote);
    const codes = values.flatMap((value) => local.created?.(value) ?? []);
    const leads = [
      ...sent.flatMap(leadsFromCharge),
      ...confirmed.slice(-CONFIRMATIONS).flatMap(leadsFromConfirmation),
      ...initiated.map(leadFromTransfer),
      ...codes.flatMap((code) => addCode(evidence, code, references)),
    ];
    next = onlyNew(evidence.readings, leads, keyOfReading);
  }
  return added;
}

/** Adds a code that this machine had made; returns what it leads to. */
function addCode(
  evidence: Evidence,
  code: CodeRecord,
  references: readonly Reference[],
): IdReading[] {
  const leads = leadsFromCode(references, code);
  const { reference, at } = code;
  const codes = leads.map(({ family }) => ({ family, reference, at }));
  evidence.created = uniqueBy([...(evidence.created ?? []), ...codes], (one) =>
    JSON.stringify(one),
  );
  return leads;
}

/** Of a requestUId; the longest that the bank and payctl make. */
const LONGEST_ID = 36;

type Recognised = Pick<Evidence, 'readings' | 'decoded' | 'personal'>;

/** What the id may be, and what it says of itself. Throws USAGE where it can be nothing. */
export function recognise(
  references: readonly Reference[],
  named: Pick<Case, 'id' | 'payloads'>,
  settings: AskedBank['settings'],
): Recognised {
  const recognised = recognisePayloads(references, named, settings);
  if (recognised) return recognised;
  throw usageError(
    reportWords.noReference(JSON.stringify(named.id.slice(0, 60))),
    howToLookUp(named.id),
  );
}

function howToLookUp(typed: string): Message {
  const amount = likelyAmount(typed);
  if (amount !== undefined) return reportWords.findAmount(payctl`find --amount ${amount}`);
  const [first] = severalReferences(typed);
  if (first === undefined) return reportWords.giveReference;
  return reportWords.lookUpEach(payctl`investigate ${first}`);
}

/** Whether it can be a reference at all. */
export function isReference(
  ...asked: [readonly Reference[], Pick<Case, 'payloads'>, AskedBank['settings']]
): boolean {
  return recognisePayloads(...asked) !== undefined;
}

function recognisePayloads(
  references: readonly Reference[],
  { payloads }: Pick<Case, 'payloads'>,
  settings: AskedBank['settings'],
): Recognised | undefined {
  const marks = {
    outTradeNoPrefix: settings('outTradeNoPrefix'),
    billerId: settings('billerId'),
  };
  // A random id can begin like a tag, but no whole payload is that short.
  const isBare = (text: string) =>
    text.length <= LONGEST_ID &&
    !beginsAsPayload(text) &&
    references.some(({ shape }) => shape.test(text));
  const recognised = payloads.map((text) =>
    isBare(text.trim()) ? undefined : recognisePayload(text),
  );
  const decoded = recognised.flatMap((one) => one?.payload ?? []);
  // Next to a payment code, other codes of a picture are not references.
  const texts = decoded.length > 0 ? [] : payloads;
  const readings = [
    ...recognised.flatMap((one) => one?.readings ?? []),
    ...texts.flatMap((text) => recogniseText(references, text.trim(), marks)),
  ];
  const personal = recognised.flatMap((one) => one?.personal ?? []);
  const isAnything = readings.length > 0 || decoded.length > 0;
  return isAnything ? { readings, decoded, personal } : undefined;
}

/** The candidates that are not there yet, without repetitions. */
function onlyNew<T>(
  before: readonly T[],
  candidates: readonly T[],
  keyOf: (one: T) => string,
): T[] {
  const knownKeys = new Set(before.map(keyOf));
  return uniqueBy(candidates, keyOf).filter((one) => !knownKeys.has(keyOf(one)));
}

function keyOfReading({ as, family, value, known }: IdReading): string {
  return `${as} ${family} ${value} ${stringifyJson(fromPlain(known))}`;
}

function keyOfSent({ requestUId, at }: SentCharge): string {
  return `${requestUId} ${at}`;
}

function keyOfNote({ at, by, text }: PaymentNote): string {
  return `${at} ${by} ${text}`;
}

/** Two of one id may differ in their contents. */
function keyOfConfirmed({ id, fingerprint, receivedAt }: ReceivedConfirmation): string {
  return `${id} ${fingerprint} ${receivedAt}`;
}

function takeUnasked(questions: readonly PaymentQuestion[], asked: Set<string>): PaymentQuestion[] {
  const open = uniqueBy(questions, questionKey).filter(
    (question) => !asked.has(questionKey(question)),
  );
  for (const question of open) asked.add(questionKey(question));
  return open;
}

/** Adds the answers to the evidence; returns the statements that are new. */
async function addAnswers(
  evidence: Evidence,
  answers: readonly AskedQuestion[],
  now: number,
): Promise<PaymentStatement[]> {
  const read = await Promise.all(answers.map((answer) => readAnswer(answer, now)));
  const candidates = read.flatMap((one) => one.statements);
  const statements = onlyNew(evidence.statements, candidates, keyOfStatement);
  evidence.sources.push(...read.map(({ source }) => source));
  evidence.statements.push(...statements);
  return statements;
}

/** Two inquiries may return the same record. */
function keyOfStatement(statement: PaymentStatement): string {
  const { source, reference, transactionId, paidAt, wallet, standing, amount } = statement;
  return [source, reference, transactionId, paidAt, wallet, standing, amount].join(' ');
}

/** What nobody knows, with what was asked about another spelling of it. */
export function withSpelling(evidence: Evidence, { readings, sources }: Evidence): Evidence {
  const more = sources.filter(({ family, result }) => family !== 'other' && result !== 'not-asked');
  return {
    ...evidence,
    readings: [...evidence.readings, ...onlyNew(evidence.readings, readings, keyOfReading)],
    sources: withoutAnswered([...evidence.sources, ...more]),
  };
}

/** Without the "not asked" of inquiries that could be sent elsewhere. */
function withoutAnswered(sources: readonly EvidenceSource[]): EvidenceSource[] {
  const askedSources = new Set(
    sources.filter(({ result }) => result !== 'not-asked').map(({ source }) => source),
  );
  return sources.filter(
    ({ result, source }) => result !== 'not-asked' || !askedSources.has(source),
  );
}

function localSources({ sent, confirmed }: Evidence, now: number): EvidenceSource[] {
  const about = { family: 'other', asked: inquiries.thisMachine, at: now } as const;
  const row = (source: string, count: number, says: EvidenceSource['says']): EvidenceSource => {
    return { ...about, source, result: count > 0 ? 'found' : 'not-found', says };
  };
  return [
    row('journal', sent.length, inquiries.charges(sent.length)),
    row('confirmations', confirmed.length, inquiries.confirmations(confirmed.length)),
  ];
}
