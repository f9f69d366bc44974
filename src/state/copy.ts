import { type JsonObject, jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';
import { damage } from '../messages/damage.js';
import { stateMessages } from '../messages/state.js';
import { isArchived } from './chain.js';
import type { Claims, RevisionCount } from './claims.js';
import { type Codes, codeText } from './codes.js';
import { ANYWHERE, type InboxStore, messageKey, waitingMessages } from './inbox.js';
import type { Slips, Store } from './store.js';
import { otherTransferKey } from './transfer-line.js';

/** How much was copied from one store to another. */
export interface Copied {
  claims: number;
  transfers: number;
  slips: number;
  /** What the other store had already, with other contents: those stay. */
  differences: CopyDifference[];
}

export interface CopyDifference {
  /** References of the charges or the transfer that differ; empty where they cannot be read. */
  references: string[];
  place: string;
  why: Message;
  /** The other store has a claim of its own, which forbids to charge the reference again. */
  isClaimed?: boolean;
  /** The claim cannot be read, and the other store forbids nothing: there the reference could be charged again. */
  isLacking?: boolean;
}

/** What is asked about a claim, by its lines. */
export interface ClaimRules {
  /** It is left out. */
  skips(lines: readonly JsonObject[]): boolean;
  /** It is proven that nothing was executed: its reference may be charged again. */
  mayRepeat(lines: readonly JsonObject[]): boolean;
}

/** Copies what the other store lacks; may run any number of times. */
export async function copyStore(from: Store, to: Store, rules: ClaimRules): Promise<Copied> {
  const differences: CopyDifference[] = [];
  const claims = await copyClaims(from, to, rules, differences);
  const transfers = await copyTransfers(from, to, differences);
  const slips = await copySlips(from.slips, to.slips);
  return { claims, transfers, slips, differences };
}

async function copyClaims(
  from: Store,
  to: Store,
  rules: ClaimRules,
  differences: CopyDifference[],
): Promise<number> {
  let copied = 0;
  const there = await to.claims.list();
  const initiated = await from.transfers.list();
  for (const [key, count] of await from.claims.list()) {
    const one = { key, count, rules, isNew: !there.has(key), isInitiation: initiated.has(key) };
    const result = await copyClaim(from.claims, to.claims, one);
    if (result === 'copied') copied += 1;
    else if (typeof result === 'object') differences.push(result);
  }
  return copied;
}

interface OneClaim {
  key: string;
  count: RevisionCount;
  isNew: boolean;
  /** It is the claim of an initiated transfer, which has moved no money. */
  isInitiation: boolean;
  rules: ClaimRules;
}

async function copyClaim(
  from: Claims,
  to: Claims,
  { key, count, isNew, isInitiation, rules }: OneClaim,
): Promise<'copied' | 'same' | CopyDifference> {
  const source = await from.read(key, count.newest);
  const revisions = source.revisions.map(({ lines }) => lines.map(unchained));
  const ours = revisions.flat();
  if (rules.skips(ours)) return 'same';
  const references = collectReferences(ours);
  const [fault = source.missing] = source.revisions.flatMap(({ faults }) => faults);
  if (fault) {
    const why = stateMessages.damagedAs(fault.why);
    const theirs = isNew ? [] : (await to.read(key)).revisions.flatMap(({ lines }) => lines);
    const isLacking = isNew || rules.mayRepeat(theirs);
    return { references, place: fault.file, why, isLacking };
  }
  // The last revision of an archived claim stands for all of it, whatever the other store has of it.
  const archived = isArchived(ours);
  for (let known = isNew ? undefined : await to.read(key), added = false; ; ) {
    const theirs = known?.revisions.flatMap(({ lines }) => lines.map(unchained)) ?? [];
    const isOther = !isInitiation && isOtherCharge(ours, theirs);
    const differs = () => {
      const why = stateMessages.otherLinesThere;
      return { references, place: to.locate(key, 1), why, isClaimed: true };
    };
    if (isArchived(theirs)) {
      if (isOther && !rules.mayRepeat(ours)) return differs();
      return added ? 'copied' : 'same';
    }
    // All lines at once: from the first ones alone a reader would conclude what the last ones contradict.
    const lines = archived ? (revisions.at(-1) ?? []) : linesLacking(ours, theirs);
    if (lines.length === 0) return added ? 'copied' : 'same';
    // Left alone, theirs would let the reference be charged again, or another transfer be confirmed
    // under it. A claim that names two transfers confirms neither.
    const mayAdd =
      isInitiation ||
      (archived && !isOther) ||
      isBeginning(theirs, ours) ||
      rules.mayRepeat(theirs);
    if (!mayAdd) return differs();
    await to.add(known ?? { key, newest: 0 }, { lines });
    added = true;
    known = await to.read(key);
  }
}

/** Our lines to append to theirs. A line belongs to the intent before it, so an earlier attempt is added whole. */
function linesLacking(ours: readonly JsonObject[], theirs: readonly JsonObject[]): JsonObject[] {
  if (isBeginning(theirs, ours)) return ours.slice(theirs.length);
  const there = new Set(theirs.map((line) => JSON.stringify(line)));
  const lacks = (line: JsonObject) => !there.has(JSON.stringify(line));
  let last = JSON.stringify(theirs.findLast(isIntent));
  return linesByAttempt(ours).flatMap((lines) => {
    if (!lines.some(lacks)) return [];
    const intent = JSON.stringify(lines[0]);
    if (intent === last) return lines.filter(lacks);
    last = intent;
    return lines;
  });
}

function linesByAttempt(lines: readonly JsonObject[]): JsonObject[][] {
  const starts = lines.flatMap((line, at) => (at === 0 || isIntent(line) ? [at] : []));
  return starts.map((start, index) => lines.slice(start, starts[index + 1]));
}

function isBeginning(part: readonly JsonObject[], whole: readonly JsonObject[]): boolean {
  return JSON.stringify(part) === JSON.stringify(whole.slice(0, part.length));
}

function isIntent({ type }: JsonObject): boolean {
  return jsonText(type) === 'intent';
}

/** Whether both were charged, and have no attempt in common; of an archived one that which decided is left. */
function isOtherCharge(ours: readonly JsonObject[], theirs: readonly JsonObject[]): boolean {
  const there = new Set(theirs.filter(isIntent).map(attemptName));
  const here = ours.filter(isIntent).map(attemptName);
  return here.length > 0 && there.size > 0 && !here.some((name) => there.has(name));
}

function attemptName({ at, by, up, requestUId }: JsonObject): string {
  return JSON.stringify([at, by, up, requestUId]);
}

function collectReferences(lines: readonly JsonObject[]): string[] {
  const found = lines.filter(isIntent).flatMap(({ reference }) => jsonText(reference) ?? []);
  return [...new Set(found)];
}

/** A line without its place in the chain, so that lines of two stores can be compared. */
function unchained({ seq: _seq, prev: _prev, ...line }: JsonObject): JsonObject {
  return line;
}

/** Runs after the claims are copied: one that names both transfers confirms neither. */
async function copyTransfers(
  from: Store,
  to: Store,
  differences: CopyDifference[],
): Promise<number> {
  let copied = 0;
  const there = await to.transfers.list();
  for (const [key, record] of await from.transfers.list()) {
    if (record === undefined) {
      const place = from.transfers.locate(key);
      differences.push({ references: [], place, why: damage.damaged });
      continue;
    }
    const kept = await to.transfers.keep(key, record);
    if (kept.tokenizerId !== record.tokenizerId) {
      const lines = (await to.claims.read(key)).revisions.flatMap((revision) => revision.lines);
      // By neither it is confirmed where the claim names both, or this record stands beside it.
      if (isArchived(lines)) await to.transfers.keep(otherTransferKey(key), record);
      const isClaimed = isArchived(lines) || lines.filter(isIntent).length > 1;
      const references = [record.reference];
      const why = stateMessages.otherTransferThere;
      differences.push({ references, place: to.transfers.locate(key), why, isClaimed });
    } else if (!there.has(key)) copied += 1;
  }
  return copied;
}

async function copySlips(from: Slips, to: Slips): Promise<number> {
  let copied = 0;
  for (const [slip, moment] of await from.list()) {
    if ((await to.firstSeen(slip, moment)) === undefined) copied += 1;
  }
  return copied;
}

/**
 * Returns how many messages were new. A message that waits to be forwarded here waits there from now on,
 * for any forwarder; one that either store has forwarded waits no more.
 */
export async function copyInbox(from: InboxStore, to: InboxStore): Promise<number> {
  const { entries } = await from.read();
  const waitsHere = waitingMessages(entries);
  const waitsThere = waitingMessages((await to.read()).entries);
  const copied = new Set<string>();
  for (const entry of entries) {
    const key = messageKey(entry);
    if (entry.type === 'received') {
      const { id, fingerprint, body } = entry;
      const forwardTo = waitsHere.has(key) ? ANYWHERE : undefined;
      const { as } = await to.receive({ id, fingerprint, body, forwardTo });
      if (as !== 'duplicate') copied.add(key);
    } else if (copied.has(key) || (entry.type !== 'judged' && waitsThere.has(key))) {
      // What the other store already knows of the message stays.
      const { id, fingerprint, at: _at, ...learnt } = entry;
      await to.learn({ id, fingerprint }, learnt);
    }
  }
  return copied.size;
}

export async function copyCodes(from: Codes, to: Codes, now: number): Promise<number> {
  const there = new Set((await to.recent(now)).map(codeText));
  const lacking = (await from.recent(now)).filter((code) => !there.has(codeText(code)));
  for (const code of lacking) await to.keep(code);
  return lacking.length;
}
