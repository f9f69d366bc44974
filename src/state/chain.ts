import { isJsonObject, type JsonObject, jsonText, parseJson, stringifyJson } from '../core/json.js';
import { Message } from '../core/message.js';
import { type SealedLine, sealLine, unsealLine, wholeLines } from '../core/sealed-log.js';
import { damage } from '../messages/damage.js';

/** `prev` of a claim's very first line. */
export const ORIGIN = '0'.repeat(64);

/** A line on disk: its content, and the checksum that the next line names as `prev`. */
export interface Link {
  content: JsonObject;
  sum: string;
}

export interface Chain {
  links: Link[];
  /** The file ends in the middle of a line: its writer died. */
  torn: boolean;
  /** Why the file cannot be trusted. */
  broken?: { line: number; why: Message };
}

/**
 * A sealed line. Because the content holds the checksum of the line before (`prev`), an edit
 * anywhere shows in every later line.
 */
export function seal(content: JsonObject): SealedLine {
  return sealLine(stringifyJson(content), 64);
}

/** Where a chain ends: the number and the checksum of its last line. */
export interface ChainEnd {
  seq: number;
  sum: string;
}

export const CHAIN_START: ChainEnd = { seq: 0, sum: ORIGIN };

export function chainEnd(tail: Link | undefined): ChainEnd {
  return tail === undefined ? CHAIN_START : { seq: sequenceNumber(tail), sum: tail.sum };
}

/** Seals lines that follow on `after`, each with its number and the checksum of the one before it. */
export function chainLines(
  lines: readonly JsonObject[],
  after: ChainEnd,
): (Link & { text: string })[] {
  let { seq, sum } = after;
  return lines.map((line) => {
    seq += 1;
    const content = { ...line, seq: String(seq), prev: sum };
    const sealed = seal(content);
    sum = sealed.sum;
    return { content, ...sealed };
  });
}

/** Reads lines up to the first that is wrong. Within a file each line follows the one before, by `seq` and `prev`. */
export function readChain(bytes: Uint8Array): Chain {
  const { lines, torn } = wholeLines(bytes);
  return parseChain(lines, torn);
}

/** As `readChain`, of lines without their ends. */
export function parseChain(lines: readonly string[], torn = false): Chain {
  const links: Link[] = [];
  for (const line of lines) {
    const link = readLine(line);
    const why = link instanceof Message ? link : misplaced(links.at(-1), link);
    if (why !== undefined) return { links, torn, broken: { line: links.length + 1, why } };
    if (!(link instanceof Message)) links.push(link);
  }
  if (links.length > 0) return { links, torn };
  return { links, torn, broken: { line: 1, why: damage.noLine } };
}

export function chainContents({ links }: Chain): JsonObject[] {
  return links.map(({ content }) => content);
}

/** Why `next` does not follow `before`; undefined if it does, or nothing is before it. */
export function misplaced(before: Link | undefined, next: Link): Message | undefined {
  if (before === undefined) return undefined;
  if (jsonText(next.content.prev) !== before.sum) return damage.notContinued;
  return sequenceNumber(next) === sequenceNumber(before) + 1 ? undefined : damage.numberJumps;
}

export function sequenceNumber(link: Link): number {
  return Number(jsonText(link.content.seq) ?? Number.NaN);
}

function readLine(line: string): Link | Message {
  const sealed = unsealLine(line, 64);
  if (sealed === 'no-sum') return damage.notOfJournal;
  if (sealed === 'wrong-sum') return damage.checksum;
  try {
    const content = parseJson(sealed.json);
    return isJsonObject(content) ? { content, sum: sealed.sum } : damage.notObject;
  } catch {
    return damage.notJson;
  }
}

/**
 * The type of a claim's last line where all that came before lies in an archive. The revision that has
 * it stands for the whole claim, and nothing ever follows it.
 */
export const ARCHIVED = 'archived';

export function isArchived(lines: readonly JsonObject[]): boolean {
  return lines.some(({ type }) => jsonText(type) === ARCHIVED);
}
