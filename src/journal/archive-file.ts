import { asBuffer } from '../core/bytes.js';
import { PayctlError } from '../core/errors.js';
import { fromPlain, isJsonObject, type JsonObject, jsonText, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { withoutSum } from '../core/sealed-log.js';
import { damage } from '../messages/damage.js';
import { type Link, ORIGIN, seal, sequenceNumber } from '../state/chain.js';
import type { StoredClaim } from '../state/claims.js';
import { revisionHeads } from '../state/revision-heads.js';
import { type Damaged, type FileLine, readSealedFile, SealedFileWriter } from './sealed-file.js';

/**
 * An archive is a sealed file, in gzip: a header, the lines of each claim, and an end that counts them.
 * The entry of a line is that of the journal, unchanged, so that its chain can be checked.
 */
const VERSION = '1';

export interface ArchivedClaim {
  key: string;
  lines: ArchivedLine[];
  /** What the journal must still have of it: see `revisionHeads`. */
  heads: string;
}

interface ArchivedLine {
  revision: number;
  entry: JsonObject;
}

export interface Contents {
  claims: number;
  lines: number;
  /** Of the text, without the last line. */
  sha256: string;
}

/** A damaged archive: why, and at which line of the unpacked text, from 1. */
export class DamagedArchive extends PayctlError {
  readonly line: number;
  readonly why: Message;

  constructor(line: number, why: Message) {
    super('CONFIG', damage.archive(line, why), { hint: damage.anotherCopy });
    this.line = line;
    this.why = why;
  }
}

/** The text of an archive, a page of claims at a time; afterwards `contents` has what is in it. */
export async function* writeLines(
  header: { at: string; before: string },
  pages: AsyncIterable<readonly StoredClaim[]>,
  contents: Contents = { claims: 0, lines: 0, sha256: '' },
  writer = new SealedFileWriter(),
): AsyncGenerator<string> {
  yield writer.line({ archive: 'payctl journal', version: VERSION, ...header });
  for await (const claims of pages) {
    const lines = claims.flatMap(archiveLines);
    contents.claims += claims.length;
    contents.lines += lines.length;
    yield writer.lines(lines);
  }
  yield writer.end((sha256) => {
    contents.sha256 = sha256;
    return fromPlain(contents);
  });
}

/** As JSON. What the store has as text is not written anew. */
function archiveLines({ key, revisions }: StoredClaim): string[] {
  return revisions.flatMap(({ lines, metadata }, index) =>
    lines.map((entry, at) => {
      const { text, sealed } = metadata?.[at] ?? {};
      const json = text === undefined ? stringifyJson(entry) : withoutSum(text);
      const bytes = sealed && asBuffer(sealed.bytes).toString('base64');
      const original = sealed
        ? `,"original":${JSON.stringify({ bank: sealed.bank, sealed: bytes })}`
        : '';
      return `{"key":"${key}","part":"${index + 1}","entry":${json}${original}}`;
    }),
  );
}

/**
 * Reads an archive claim by claim, and checks all of it. Only when the generator has returned is it known
 * that the archive is whole. Rejects with `DamagedArchive`, and yields nothing after a damaged line.
 */
export async function* readClaims(
  text: AsyncIterable<Uint8Array>,
): AsyncGenerator<ArchivedClaim, Contents> {
  const contents: Contents = { claims: 0, lines: 0, sha256: '' };
  let claim: Omit<ArchivedClaim, 'heads'> | undefined;
  let end: FileLine | undefined;
  for await (const line of readSealedFile(text, damagedArchive)) {
    const { number, content, sha256 } = line;
    if (number === 1) checkHeader(content);
    else if (sha256 !== undefined) end = line;
    else {
      const { key, ...read } = parseArchivedLine(content, number);
      if (claim && claim.key !== key) yield checkChain(claim, number - 1);
      if (claim?.key !== key) {
        claim = { key, lines: [] };
        contents.claims += 1;
      }
      claim.lines.push(read);
      contents.lines += 1;
    }
  }
  const { number = 0, content, sha256 = '' } = end ?? {};
  if (claim) yield checkChain(claim, number - 1);
  contents.sha256 = sha256;
  const agrees = Object.entries(contents).every(
    ([name, value]) => jsonText(content?.[name]) === String(value),
  );
  if (!agrees) throw new DamagedArchive(number, damage.endDiffers);
  return contents;
}

const damagedArchive: Damaged = (line, why) => new DamagedArchive(line, why);

/** Reads all of an archive. Rejects with `DamagedArchive`. */
export async function verifyArchive(text: AsyncIterable<Uint8Array>): Promise<Contents> {
  const claims = readClaims(text);
  for (;;) {
    const next = await claims.next();
    if (next.done) return next.value;
  }
}

function checkHeader({ archive, version }: JsonObject): void {
  if (jsonText(archive) !== 'payctl journal') {
    throw new DamagedArchive(1, damage.notArchive);
  }
  if (jsonText(version) !== VERSION) {
    throw new DamagedArchive(1, damage.laterVersion);
  }
}

function parseArchivedLine(
  { key, part, entry }: JsonObject,
  number: number,
): ArchivedLine & { key: string } {
  const [name = '', place = ''] = [jsonText(key), jsonText(part)];
  const isLine = /^[0-9a-f]{32}$/.test(name) && /^[1-9][0-9]{0,8}$/.test(place);
  if (isLine && isJsonObject(entry)) return { key: name, revision: Number(place), entry };
  throw new DamagedArchive(number, damage.noEntry);
}

/** Checks that every line continues another one of its claim, or is its first. */
function checkChain(claim: Omit<ArchivedClaim, 'heads'>, last: number): ArchivedClaim {
  const links = claim.lines.map(({ entry }) => ({ content: entry, sum: seal(entry).sum }));
  const known = new Map<string, Link>(links.map((link) => [link.sum, link]));
  const loose = links.findIndex((link) => {
    const prev = jsonText(link.content.prev) ?? '';
    const before = known.get(prev);
    return (
      sequenceNumber(link) !==
      (prev === ORIGIN ? 1 : before ? sequenceNumber(before) + 1 : Number.NaN)
    );
  });
  if (loose < 0) return { ...claim, heads: archivedHeads(claim.lines) };
  throw new DamagedArchive(last - links.length + 1 + loose, damage.entryNotContinued);
}

/** As `revisionHeads` of the claim itself. */
function archivedHeads(lines: readonly ArchivedLine[]): string {
  const revisions = new Map<number, JsonObject[]>();
  for (const { revision, entry } of lines) {
    const before = revisions.get(revision);
    if (before) before.push(entry);
    else revisions.set(revision, [entry]);
  }
  return revisionHeads(Array.from(revisions.values(), (entries) => ({ lines: entries })));
}
