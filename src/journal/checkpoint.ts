import type { KeyObject } from 'node:crypto';
import { configError, type PayctlError } from '../core/errors.js';
import { sha256 as digest } from '../core/hash.js';
import { fromPlain, type JsonObject, jsonText } from '../core/json.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import { checkpointMessages as messages } from '../messages/checkpoint.js';
import type { AuditHead } from '../state/audit-chain.js';
import type { Damage } from '../state/claims.js';
import { DESK_KINDS, type Desk } from '../state/desk.js';
import { verifyDesk } from '../state/desk-verify.js';
import { revisionHeads } from '../state/revision-heads.js';
import type { CoveredClaim } from './covered-claims.js';
import { CoveredDesk, type DeskEnd } from './covered-desk.js';
import type { History } from './history.js';
import type { Journal } from './journal.js';
import { chargeRow } from './rows.js';
import { readSealedFile, SealedFileWriter } from './sealed-file.js';
import { groupAttempts, isOpen } from './state.js';
import { inspectAll } from './verify.js';

/**
 * A checkpoint is a sealed file, in gzip: a header, a line for each claim and for all that was proposed or
 * noted of one subject, and an end whose digest is signed (Ed25519, over its hexadecimal digits). Whoever
 * has it elsewhere, and the public key, can tell whether a line that it covers was removed or changed
 * since, also by somebody who wrote every chain anew.
 */
const VERSION = '2';

/** Of a claim. */
const KEY = /^[0-9a-f]{32}$/;

export interface Checkpoint {
  /** ISO 8601 in UTC. */
  at: string;
  claims: number;
  /** Of its text without the last line, hexadecimal. */
  sha256: string;
  /** SHA-256 of the public key (SPKI, DER), hexadecimal. */
  key: string;
}

/** What a checkpoint says beside its claims, which `coveredClaims` reads. */
export interface CoveredJournal extends Checkpoint {
  auditHeads: readonly AuditHead[];
  desk: CoveredDesk;
}

interface Signing {
  key: KeyObject;
  /** Of the logs of this machine. */
  heads: readonly AuditHead[];
  desk: Pick<Desk, 'all' | 'misplaced'>;
  onProgress(claims: number): void;
}

/** The text of a checkpoint, a line at a time. Rejects with CONFIG where the journal is damaged. */
export async function* checkpointLines(
  journal: Journal,
  at: string,
  { key, heads, desk, onProgress }: Signing,
): AsyncGenerator<string> {
  const { sign } = await import('node:crypto');
  const writer = new SealedFileWriter();
  const { der } = await exportPublicKey(key);
  let claims = 0;
  yield writer.line({ checkpoint: 'payctl journal', version: VERSION, at });
  for (const { file, offset, prev } of heads) {
    yield writer.line({ audit: file, offset: String(offset), prev });
  }
  for await (const { inspection } of inspectAll(journal)) {
    refuseDamage(inspection.faults);
    onProgress(++claims);
    const { history, revisions } = inspection;
    const charge = chargeDigest(journal, history);
    yield writer.line({ key: history.key, heads: revisionHeads(revisions), charge });
  }
  const covered = new CoveredDesk();
  refuseDamage((await verifyDesk(desk, { onEvent: (event) => covered.add(event) })).faults);
  for (const { kind, subject, seq, sum } of covered.ends()) {
    yield writer.line({ desk: kind, subject, seq: String(seq), sum });
  }
  yield writer.end((sha256) => {
    const signature = sign(null, Buffer.from(sha256), key).toString('base64');
    return fromPlain({ claims, sha256, key: der.toString('base64'), signature });
  });
}

function refuseDamage(faults: readonly Damage[]): void {
  if (faults.length === 0) return;
  throw configError(messages.damagedJournal, messages.verifyFirst);
}

/** A digest of the charge of a claim, and its state where that is final. */
export function chargeDigest(journal: Journal, history: History): string {
  const row = chargeRow(journal, history);
  if (row === undefined) return '';
  const { operation, reference, amount, state } = row;
  const contents = groupAttempts(history.entries).flatMap(({ intent, archived }) =>
    archived?.contents ? archived.contents.map((one) => one || intent.contents) : intent.contents,
  );
  const what = digest(JSON.stringify([operation, reference, amount, ...contents]));
  return state === 'corrupt' || isOpen(state) ? what : `${what} ${state}`;
}

async function exportPublicKey(key: KeyObject): Promise<{ der: Buffer; fingerprint: string }> {
  const { createHash, createPublicKey } = await import('node:crypto');
  const known = key.type === 'private' ? createPublicKey(key) : key;
  const der = known.export({ type: 'spki', format: 'der' });
  return { der, fingerprint: createHash('sha256').update(der).digest('hex') };
}

/**
 * Reads a checkpoint and checks its signature, by `wanted` where one key must have signed it; what it has of
 * claims is read by `coveredClaims`. Rejects with CONFIG.
 */
export async function readCheckpoint(
  text: AsyncIterable<Uint8Array>,
  wanted: KeyObject | undefined,
): Promise<CoveredJournal> {
  const auditHeads: AuditHead[] = [];
  const desk = new CoveredDesk();
  let claims = 0;
  let at = '';
  let end: JsonObject = {};
  let digits = '';
  for await (const { number, content, sha256 } of readSealedFile(text, damagedError)) {
    if (number === 1) at = parseStart(content);
    else if (sha256 !== undefined) [end, digits] = [content, sha256];
    else if (content.audit !== undefined) auditHeads.push(parseHead(content));
    else if (content.desk !== undefined) desk.add(parseDeskEnd(content));
    else {
      parseClaim(content);
      claims += 1;
    }
  }
  if (jsonText(end.sha256) !== digits || jsonText(end.claims) !== String(claims))
    throw damagedError();
  const fingerprint = await verifySignature(end, digits);
  const expected = wanted && (await exportPublicKey(wanted)).fingerprint;
  if (expected !== undefined && expected !== fingerprint) {
    throw configError(messages.otherKey(fingerprint, expected));
  }
  return { at, claims, sha256: digits, key: fingerprint, auditHeads, desk };
}

/** The claims of a checkpoint, from its text; rejects with CONFIG where it is not the one that was verified. */
export async function* coveredClaims(
  text: AsyncIterable<Uint8Array>,
  verified: Checkpoint,
): AsyncGenerator<CoveredClaim> {
  for await (const { content, sha256 } of readSealedFile(text, damagedError)) {
    if (sha256 !== undefined && sha256 !== verified.sha256) throw damagedError();
    if (content.key !== undefined && sha256 === undefined) yield parseClaim(content);
  }
}

function parseClaim({ key: name, heads, charge }: JsonObject): CoveredClaim {
  const key = jsonText(name) ?? '';
  if (!KEY.test(key)) throw damagedError();
  return { key, heads: jsonText(heads) ?? '', charge: jsonText(charge) ?? '' };
}

function parseDeskEnd({ desk, subject, seq, sum }: JsonObject): DeskEnd {
  const kind = DESK_KINDS.find((one) => one === desk);
  const [name, number, digits] = [subject, seq, sum].map(jsonText);
  if (kind === undefined || name === undefined || digits === undefined) throw damagedError();
  return { kind, subject: name, seq: Number(number), sum: digits };
}

function parseHead({ audit, offset, prev }: JsonObject): AuditHead {
  const [file = '', place = '', sum = ''] = [audit, offset, prev].map(jsonText);
  return { file, offset: Number(place), prev: sum };
}

async function verifySignature(end: JsonObject, sha256: string): Promise<string> {
  const { createPublicKey, verify } = await import('node:crypto');
  const [der, signature] = [end.key, end.signature].map((field) =>
    Buffer.from(jsonText(field) ?? '', 'base64'),
  );
  if (der === undefined || signature === undefined) throw damagedError();
  const key = tryOrUndefined(() => createPublicKey({ key: der, type: 'spki', format: 'der' }));
  if (key?.asymmetricKeyType !== 'ed25519') throw damagedError();
  if (!verify(null, Buffer.from(sha256), key, signature)) throw damagedError();
  return (await exportPublicKey(key)).fingerprint;
}

function parseStart({ checkpoint, version, at }: JsonObject): string {
  const start = jsonText(at);
  if (jsonText(checkpoint) === 'payctl journal' && jsonText(version) === VERSION && start)
    return start;
  throw configError(messages.notCheckpoint);
}

function damagedError(): PayctlError {
  return configError(messages.damaged, messages.anotherCopy);
}
