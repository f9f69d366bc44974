import type { KeyObject } from 'node:crypto';
import { PayctlError } from '../core/errors.js';
import {
  fromPlain,
  isJsonObject,
  type JsonObject,
  readJson,
  stringifyJson,
  textOf,
} from '../core/json.js';
import { sealLine, unsealLine } from '../core/sealed-log.js';
import { checkpointMessages as messages } from '../messages/checkpoint.js';
import { isArchived, seal } from '../state/chain.js';
import type { Claims, Fault, StoredRevision } from '../state/claims.js';
import { linesIn } from './archive-file.js';
import type { Inspection } from './history.js';
import type { Journal } from './journal.js';
import { inspectAll } from './verify.js';

/**
 * A checkpoint is gzip of JSON lines: a header, the heads of each claim, and a last line with the
 * SHA-256 of all text before it, signed (Ed25519, over the hexadecimal digits). The head of a revision
 * is how many lines it has, and the sum of the last, which stands for all before it. Whoever has a
 * checkpoint elsewhere, and the public key, can tell whether a line that it covers was removed or
 * changed since, also by somebody who wrote every chain anew.
 */
const VERSION = '1';
const DIGITS = 16;

/** Clocks of machines differ: a claim that began so shortly before may be missing. */
const CLOCKS_MS = 5 * 60_000;

export interface Checkpoint {
  /** ISO 8601 in UTC. */
  at: string;
  claims: number;
  /** Of its text without the last line, hexadecimal. */
  sha256: string;
  /** SHA-256 of the public key (SPKI, DER), hexadecimal. */
  key: string;
}

interface Heads extends Checkpoint {
  /** By key of the claim. */
  heads: Map<string, string>;
}

/** The text of a checkpoint, a line at a time. Rejects with CONFIG where the journal is damaged. */
export async function* checkpointLines(
  journal: Journal,
  at: string,
  key: KeyObject,
  onProgress: (claims: number) => void,
): AsyncGenerator<string, Checkpoint> {
  const { createHash, sign } = await import('node:crypto');
  const hash = createHash('sha256');
  const sealed = (content: JsonObject): string => {
    const { text } = sealLine(stringifyJson(content), DIGITS);
    hash.update(text);
    return text;
  };
  let claims = 0;
  yield sealed({ checkpoint: 'payctl journal', version: VERSION, at });
  for await (const { inspection } of inspectAll(journal)) {
    if (inspection.faults.length > 0)
      throw new PayctlError('CONFIG', messages.damagedJournal, {
        hint: messages.verifyFirst,
      });
    onProgress(++claims);
    yield sealed({ key: inspection.history.key, heads: headsOf(inspection.revisions) });
  }
  const sha256 = hash.digest('hex');
  const signature = sign(null, Buffer.from(sha256), key).toString('base64');
  const { der, fingerprint } = await publicKeyOf(key);
  const end = { claims, sha256, key: der.toString('base64'), signature };
  yield sealLine(stringifyJson(fromPlain({ end })), DIGITS).text;
  return { at, claims, sha256, key: fingerprint };
}

function headsOf(revisions: readonly StoredRevision[]): string {
  return revisions.map(({ lines }) => `${lines.length}:${sumAt(lines, lines.length)}`).join(' ');
}

/** Of a line, counted from 1; '' where there is none. */
function sumAt(lines: readonly JsonObject[], number: number): string {
  const line = lines[number - 1];
  return line === undefined ? '' : seal(line).sum;
}

async function publicKeyOf(key: KeyObject): Promise<{ der: Buffer; fingerprint: string }> {
  const { createHash, createPublicKey } = await import('node:crypto');
  const known = key.type === 'private' ? createPublicKey(key) : key;
  const der = known.export({ type: 'spki', format: 'der' });
  return { der, fingerprint: createHash('sha256').update(der).digest('hex') };
}

/** Reads a checkpoint and checks its signature, by `wanted` where one key must have signed it. Rejects with CONFIG. */
export async function readCheckpoint(
  text: AsyncIterable<Uint8Array>,
  wanted: KeyObject | undefined,
): Promise<Heads> {
  const { createHash, createPublicKey, verify } = await import('node:crypto');
  const hash = createHash('sha256');
  const heads = new Map<string, string>();
  let [at, end]: [string | undefined, JsonObject | undefined] = [undefined, undefined];
  for await (const line of linesIn(text)) {
    const content = contentOf(line);
    if (end !== undefined) throw damaged();
    if (isJsonObject(content.end)) {
      end = content.end;
      continue;
    }
    hash.update(`${line}\n`);
    if (at === undefined) at = startOf(content);
    else heads.set(textOf(content.key) ?? '', textOf(content.heads) ?? '');
  }
  const sha256 = hash.digest('hex');
  const isWhole = textOf(end?.sha256) === sha256 && textOf(end?.claims) === String(heads.size);
  if (at === undefined || !isWhole) throw damaged();
  const der = Buffer.from(textOf(end?.key) ?? '', 'base64');
  const signature = Buffer.from(textOf(end?.signature) ?? '', 'base64');
  const key = createPublicKey({ key: der, type: 'spki', format: 'der' });
  if (!verify(null, Buffer.from(sha256), key, signature)) throw damaged();
  const { fingerprint } = await publicKeyOf(key);
  const expected = wanted && (await publicKeyOf(wanted)).fingerprint;
  if (expected !== undefined && expected !== fingerprint) {
    throw new PayctlError('CONFIG', messages.otherKey(fingerprint, expected));
  }
  return { at, claims: heads.size, sha256, key: fingerprint, heads };
}

function startOf({ checkpoint, version, at }: JsonObject): string {
  const start = textOf(at);
  if (textOf(checkpoint) === 'payctl journal' && textOf(version) === VERSION && start) return start;
  throw new PayctlError('CONFIG', messages.notCheckpoint);
}

function contentOf(line: string): JsonObject {
  const sealed = unsealLine(line, DIGITS);
  const content = typeof sealed === 'string' ? undefined : readJson(sealed.json);
  if (isJsonObject(content)) return content;
  throw damaged();
}

function damaged(): PayctlError {
  return new PayctlError('CONFIG', messages.damaged, { hint: messages.anotherCopy });
}

/** Holds the journal, claim by claim, against a checkpoint. */
export class Comparison {
  readonly #claims: Claims;
  readonly #checkpoint: Heads;
  readonly #faults: Fault[] = [];
  readonly #seen = new Set<string>();

  constructor({ store }: Journal, checkpoint: Heads) {
    this.#claims = store.claims;
    this.#checkpoint = checkpoint;
  }

  compare(inspection: Inspection): void {
    const { key } = inspection.history;
    const { heads, at } = this.#checkpoint;
    const recorded = heads.get(key);
    if (recorded === undefined) {
      if (startedAt(inspection) < Date.parse(at) - CLOCKS_MS)
        this.#fault(key, 1, messages.backDated(at));
      return;
    }
    this.#seen.add(key);
    const changed = firstChange(recorded, inspection.revisions);
    if (changed > 0) this.#fault(key, changed, messages.changed(at));
  }

  /** Once every claim was compared. */
  faults(): Fault[] {
    const { heads, at } = this.#checkpoint;
    for (const key of heads.keys()) {
      if (!this.#seen.has(key)) this.#fault(key, 1, messages.removed(at));
    }
    return this.#faults;
  }

  #fault(key: string, revision: number, why: Fault['why']): void {
    this.#faults.push({ file: this.#claims.placeOf(key, revision), line: 1, why });
  }
}

function startedAt({ history }: Inspection): number {
  const [first] = history.entries;
  return first ? (first.metadata?.at?.at ?? Date.parse(first.at)) : Number.NaN;
}

/** Number of the first revision that lacks what was recorded of it; 0 if none does. */
function firstChange(recorded: string, revisions: readonly StoredRevision[]): number {
  const heads = recorded.split(' ').map((head) => head.split(':'));
  const [, newest] = heads.at(-1) ?? [];
  // Its lines lie in an archive; the revision that stands for them continues the newest of them.
  const [standing] = revisions;
  const isCompacted = standing !== undefined && isArchived(standing.lines);
  if (isCompacted && textOf(standing.lines[0]?.prev) === newest) return 0;
  return (
    heads.findIndex(([count, sum], index) => {
      const lines = revisions[index]?.lines ?? [];
      return sumAt(lines, Number(count)) !== sum;
    }) + 1
  );
}
