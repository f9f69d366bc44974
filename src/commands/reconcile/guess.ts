import { PayctlError } from '../../core/errors.js';
import type { Message, Say } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { mappingMessages as words } from '../../messages/mapping.js';
import { unreadFiles } from '../../messages/unread-files.js';
import { type BadLine, rejectedAt } from '../../reconcile/bad-line.js';
import { Columns } from '../../reconcile/columns.js';
import { foreignKind, textOf } from '../../reconcile/decode.js';
import { guessFrom } from '../../reconcile/guess.js';
import type { Guess } from '../../reconcile/guess-values.js';
import type { Role } from '../../reconcile/mapping.js';
import { readMapping } from '../../reconcile/mapping-file.js';
import { readInput, type Source } from '../../reconcile/read.js';
import { Texts } from '../../reconcile/texts.js';
import type { Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { sourcesOf } from './options.js';

/** Enough to tell what the lines look like. */
const LOOKED_AT = 64 * 1024;

export async function run(context: Context, file: string, role: Role): Promise<Result> {
  const [source] = sourcesOf(context, role, [file]);
  if (source === undefined) throw new TypeError('no file');
  const beginning = await beginningOf(source);
  const kind = foreignKind(beginning.text);
  if (kind !== undefined) throw new PayctlError('USAGE', unreadFiles.foreign(visible(file), kind));
  if (beginning.text.trim() === '')
    throw new PayctlError('USAGE', unreadFiles.empty(visible(file)));
  const guess = guessFrom(beginning.text, beginning.isForeign);
  const text = yamlOf(role, guess, await context.services.say());
  await context.note(
    guess.remarks.length > 0
      ? words.toComplete(guess.remarks)
      : await tryMapping(text, role, source, beginning),
  );
  return { text };
}

interface FileBeginning {
  bytes: Uint8Array[];
  text: string;
  isForeign: boolean;
}

/** The first bytes of the file, and their text. */
async function beginningOf(source: Source): Promise<FileBeginning> {
  const name = visible(source.file);
  const bytes: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.chunks()) {
    bytes.push(chunk);
    size += chunk.length;
    if (size >= LOOKED_AT) break;
  }
  const read = async (encoding: 'utf-8' | 'windows-874') => {
    let text = '';
    try {
      for await (const part of textOf(name, replayed(bytes), encoding)) {
        text += part;
        if (text.length > LOOKED_AT) break;
      }
    } catch (error) {
      // A packed file is cut off here; what could be unpacked of it is enough.
      if (text === '') throw error;
    }
    return text.slice(0, LOOKED_AT);
  };
  const asUtf8 = await read('utf-8');
  const isForeign = asUtf8.slice(0, -4).includes('\ufffd');
  return { bytes, text: isForeign ? await read('windows-874') : asUtf8, isForeign };
}

async function* replayed(bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

/** How many of the lines that were looked at the mapping reads, and why it does not read the first other one. */
async function tryMapping(
  text: string,
  role: Role,
  source: Source,
  { bytes }: FileBeginning,
): Promise<Message> {
  const mapping = readMapping(text, String(words.theGuess))[role];
  const bad: BadLine[] = [];
  const lines = new Columns();
  const whole = { ...source, chunks: () => replayed(bytes) };
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
function yamlOf(role: Role, guess: Guess, say: Say): string {
  const { encoding, format, delimiter, records, columns, amount, date, time, remarks } = guess;
  const quoted = (text: string) => JSON.stringify(text);
  const place = (text: string) => (format === 'fixed' ? text : quoted(text));
  const flow = (entries: readonly (readonly [string, string])[]) =>
    `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
  const lines = [
    ...[words.guessed, ...remarks].map((remark) => `# ${visible(say(remark))}`),
    `${role}:`,
    ...(encoding ? [`  encoding: ${encoding}`] : []),
    `  format: ${format}`,
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
