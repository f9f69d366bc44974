import { sha256 } from '../core/hash.js';
import { sealLine, unsealedJson } from '../core/sealed-log.js';
import type { CachedOutcome, EndedCharge } from './claim-index.js';

/** A cached outcome decides nothing, so its checksum need not be long. */
const SUM_DIGITS = 16;

/** Values as one line, closed by a checksum and a line feed. */
function sealValues(values: readonly unknown[]): string {
  return sealLine(JSON.stringify(values), SUM_DIGITS).text;
}

export function sealOutcome(outcome: CachedOutcome): string {
  return sealValues(outcomeValues(outcome));
}

/** undefined where the checksum does not fit, or there is none. */
export function parseValues(line: string): readonly unknown[] | undefined {
  const values = unsealedJson(line, SUM_DIGITS);
  return Array.isArray(values) ? values : undefined;
}

/** A new revision of a claim, as the log of outcomes notes it. */
export interface RevisionNote {
  key: string;
  number: number;
  /** When the directory of the claims was last changed, before the revision and after it: milliseconds since the epoch. */
  before: number;
  after: number;
}

export function sealRevisionNote({ key, number, before, after }: RevisionNote): string {
  return sealValues([number, key, before, after]);
}

export function toRevisionNote([number, key, before, after]: readonly unknown[]):
  | RevisionNote
  | undefined {
  if (typeof number !== 'number' || !isKey(key)) return undefined;
  if (typeof before !== 'number' || typeof after !== 'number') return undefined;
  return { key, number, before, after };
}

/** The values that `toOutcome` reads: without names, because there may be very many. */
export function outcomeValues({ key, newest, charge, hashes }: CachedOutcome): unknown[] {
  const { attempts, amount, machine = null, archive = null } = charge;
  const { operation, reference, state, class: kind, user } = charge;
  const { requestUId, startedAt, endedAt, profile, baseUrl } = charge;
  return [
    ...[newest, key, attempts, amount, machine, archive, hashes],
    ...[operation, reference, state, kind, user],
    ...[requestUId, startedAt, endedAt, profile, baseUrl],
  ];
}

export function toOutcome(values: readonly unknown[]): CachedOutcome | undefined {
  const [newest, key, attempts, amount, machine, archive, hashes, ...rest] = values;
  const texts = rest.filter(isText);
  const [operation = '', reference = '', state = '', kind = '', user = '', ...more] = texts;
  const [requestUId = '', startedAt = '', endedAt = '', profile = '', baseUrl] = more;
  if (typeof newest !== 'number' || typeof attempts !== 'number' || !isKey(key)) return undefined;
  if (!isTextOrNull(amount) || !isTextOrNull(machine) || !isTextOrNull(archive)) return undefined;
  if (baseUrl === undefined || !Array.isArray(hashes)) return undefined;
  const charge: EndedCharge = {
    operation,
    reference,
    amount,
    state,
    requestUId,
    startedAt,
    endedAt,
    attempts,
    profile,
    baseUrl,
    class: kind,
    user,
  };
  if (machine !== null) charge.machine = machine;
  if (archive !== null) charge.archive = archive;
  return { key, newest, charge, hashes: hashes.filter(isText) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

/** When a charge was started, in milliseconds since the epoch; 0 where that is no time. */
export function startTime({ startedAt }: Pick<EndedCharge, 'startedAt'>): number {
  const at = Date.parse(startedAt);
  return at > 0 ? at : 0;
}

/** Whether a line of the log tells of the claim that the index has. */
export function matchesClaim(
  { key, newest, charge }: CachedOutcome,
  claim: { key: string; newest: number; at: number },
): boolean {
  return key === claim.key && newest === claim.newest && startTime(charge) === claim.at;
}

export function searchHash(text: string): string {
  return sha256(text).slice(0, 12);
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}
