import { chunksOf } from '../../core/bytes.js';
import { PayctlError, usageError } from '../../core/errors.js';
import type { Message, Say } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { mappingMessages as words } from '../../messages/mapping.js';
import { unreadFiles } from '../../messages/unread-files.js';
import { type BadLine, rejectedAt } from '../../reconcile/bad-line.js';
import { Columns } from '../../reconcile/columns.js';
import { detectEncoding } from '../../reconcile/decode.js';
import { guessFrom, guessFromRows, guessStatement } from '../../reconcile/guess.js';
import { MOST_LINES } from '../../reconcile/guess-fixed.js';
import type { Guess } from '../../reconcile/guess-values.js';
import type { Role } from '../../reconcile/mapping.js';
import { readMapping } from '../../reconcile/mapping-file.js';
import { readInput, type SourceFile } from '../../reconcile/read.js';
import { isZip, kindOfText } from '../../reconcile/recognise.js';
import { Texts } from '../../reconcile/texts.js';
import { unpack } from '../../reconcile/unpack.js';
import type { Result } from '../../runtime/command.js';
import type { Services } from '../../runtime/services.js';
import { openSources } from './options.js';

/** Enough to tell what the lines look like. */
const LOOKED_AT = 64 * 1024;

export async function run(services: Services, file: string, role: Role): Promise<Result> {
  const [source] = openSources(services, role, [file]);
  if (source === undefined) throw new TypeError('no file');
  const bytes = await readBeginning(source);
  const statement = await guessStatement(file, chunksOf(bytes));
  const guess = statement ?? (await guessTable(visible(file), bytes));
  const text = mappingYaml(role, guess, await services.say());
  await services.note(
    guess.remarks.length > 0
      ? words.toComplete(guess.remarks)
      : await tryMapping(text, role, source, bytes),
  );
  return { text };
}

/** The first bytes of the file; an archive has its directory at its end. */
async function readBeginning(source: SourceFile): Promise<Uint8Array[]> {
  const bytes: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.chunks()) {
    bytes.push(chunk);
    size += chunk.length;
    const [first] = bytes;
    if (size >= LOOKED_AT && !(first && isZip(first))) break;
  }
  return bytes;
}

async function guessTable(file: string, bytes: readonly Uint8Array[]): Promise<Guess> {
  const unpacked = await unpack(file, chunksOf(bytes));
  if ('workbook' in unpacked) {
    const { eachRow } = await import('../../reconcile/statement/xlsx.js');
    const rows: string[][] = [];
    await eachRow(file, unpacked.workbook, undefined, ({ cells }) => {
      if (rows.length < MOST_LINES) rows.push([...cells]);
    });
    return guessFromRows(rows);
  }
  const beginning = await textBytes(file, bytes);
  const encoding = detectEncoding(beginning);
  const text = new TextDecoder(encoding).decode(beginning, { stream: true });
  if (text.trim() === '') throw usageError(unreadFiles.empty(file));
  const kind = kindOfText(text);
  if (typeof kind === 'object') throw usageError(unreadFiles.foreign(file, kind.foreign));
  return guessFrom(text, encoding === 'windows-874');
}

/** The first bytes of a file of text. */
async function textBytes(file: string, bytes: readonly Uint8Array[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  try {
    const unpacked = await unpack(file, chunksOf(bytes));
    if ('workbook' in unpacked) throw new TypeError('no text');
    for await (const part of unpacked.chunks) parts.push(part);
  } catch (error) {
    // A packed file is cut off here; what could be unpacked of it is enough.
    if (parts.length === 0) throw error;
  }
  return Buffer.concat(parts).subarray(0, LOOKED_AT);
}

/** How many of the lines that were looked at the mapping reads, and why it does not read the first other one. */
async function tryMapping(
  text: string,
  role: Role,
  source: SourceFile,
  bytes: readonly Uint8Array[],
): Promise<Message> {
  const mapping = readMapping(text, String(words.theGuess))[role];
  const bad: BadLine[] = [];
  const lines = new Columns();
  const whole = { ...source, chunks: () => chunksOf(bytes) };
  try {
    await readInput(whole, { lines, texts: new Texts(() => 0), mapping, cutoff: 0, bad });
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return words.unreadYet(error.said);
  }
  const [first] = bad;
  const { count } = lines;
  return first === undefined
    ? words.reads(count)
    : words.readsSome({ count, bad: bad.length, first: rejectedAt(first) });
}

/** The mapping for a person to edit, without what is the default. */
function mappingYaml(role: Role, guess: Guess, say: Say): string {
  const { encoding, format, delimiter, records, columns, amount, date, time, remarks } = guess;
  if (guess.statement !== undefined) return statementYaml(role, guess.statement, say);
  const quoted = (text: string) => JSON.stringify(text);
  const place = (text: string) => (format === 'fixed' ? text : quoted(text));
  const flow = (entries: readonly (readonly [string, string])[]) =>
    `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
  const lines = [
    ...[words.guessed, ...remarks].map((remark) => `# ${visible(say(remark))}`),
    `${role}:`,
    ...(encoding ? [`  encoding: ${encoding}`] : []),
    ...(format === 'xlsx' ? [] : [`  format: ${format}`]),
    ...(delimiter === undefined ? [] : [`  delimiter: ${quoted(delimiter)}`]),
  ];
  const marks = Object.entries(records ?? {});
  if (marks.length > 0) lines.push('  records:');
  for (const [name, { at, is }] of marks) {
    lines.push(`    ${name}: { at: ${at}, is: ${quoted(is)} }`);
  }
  lines.push('  columns:');
  for (const [column, at] of Object.entries(columns)) lines.push(`    ${column}: ${place(at)}`);
  const amounts = Object.entries(amount).map(
    ([key, value]) => [key, key === 'thousands' ? quoted(value) : value] as const,
  );
  if (amounts.length > 0) lines.push(`  amount: ${flow(amounts)}`);
  const dates = Object.entries(date).map(
    ([key, value]) => [key, key === 'format' ? quoted(value) : value] as const,
  );
  if (dates.length > 0) lines.push(`  date: ${flow(dates)}`);
  if (time !== undefined) lines.push(`  time: { format: ${quoted(time)} }`);
  return `${lines.join('\n')}\n`;
}

/** A statement says by itself how it is to be read; a person says what in it is the reference. */
function statementYaml(
  role: Role,
  { format, from }: NonNullable<Guess['statement']>,
  say: Say,
): string {
  const pattern = from === 'text' ? `, pattern: "[A-Z0-9-]{6,}"` : '';
  const lines = [
    ...[words.guessed, words.isStatement(format)].map((remark) => `# ${visible(say(remark))}`),
    `${role}:`,
    `  reference: { from: ${from}${pattern} }`,
  ];
  return `${lines.join('\n')}\n`;
}
