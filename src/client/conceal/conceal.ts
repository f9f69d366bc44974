import { type Needles, needlesFor, placesOf } from './needles.js';
import { type Span, unescaped } from './unescape.js';

/** What stands in place of a secret. */
export const HIDDEN = '[redacted]';

/** The text without the secrets, however the other side has spelled them. */
export function concealed(text: string, secrets: readonly string[]): string {
  const bytes = Buffer.from(text).toString('latin1');
  const rest = concealedBytes(bytes, secrets);
  return rest === bytes ? text : Buffer.from(rest, 'latin1').toString();
}

/** The same for bytes, one a character. */
export function concealedBytes(bytes: string, secrets: readonly string[]): string {
  const needles = needlesFor(secrets);
  if (needles === undefined || bytes.length < needles.shortest) return bytes;
  let rest = '';
  let end = 0;
  for (const [from, to] of merged(secretsIn(bytes, needles, MOST_LAYERS))) {
    rest += bytes.slice(end, from) + HIDDEN;
    end = to;
  }
  return end === 0 ? bytes : rest + bytes.slice(end);
}

/** JSON in a JSON text in a URL, in base64: deeper than this nobody goes by accident. */
const MOST_LAYERS = 4;

/** Where secrets stand in a text: as they are, or below escapes or an encoding. */
function secretsIn(
  text: string,
  needles: Needles,
  layers: number,
  words: readonly string[] = needles.words,
): Span[] {
  const found = placesOf(text, needles.exact, words);
  if (layers <= 0) return found;
  const plain = unescaped(text, needles.ascii);
  if (plain) {
    // Not spread: there may be more than a call takes arguments.
    for (const span of secretsIn(plain.text, needles, layers - 1, words))
      found.push(plain.sourceOf(span));
  }
  for (const [run, at] of runsIn(text, needles.base64)) {
    if (holdsSecret(run, needles, layers - 1)) found.push([at, at + run.length]);
  }
  for (const [run, at] of runsIn(text, needles.hexPairs)) {
    const digits = run.replace(/0x|[^0-9a-f]/gi, '');
    if (holdsSecret(digits, needles, layers - 1)) found.push([at, at + run.length]);
  }
  // Half an escape left over would break the JSON that it stands in.
  return plain ? found.map(plain.whole) : found;
}

function* runsIn(text: string, runs: RegExp): Generator<[run: string, at: number]> {
  // Asked first, for that is cheaper, and most answers have none.
  if (text.search(runs) < 0) return;
  for (const match of text.matchAll(runs)) yield [match[0], match.index];
}

/** Whether what may be base64 or hexadecimal digits decodes to something with a secret. */
function holdsSecret(run: string, needles: Needles, layers: number): boolean {
  const holds = (encoding: 'base64' | 'hex', digits: string, starts: readonly number[]) =>
    // What stands before it may look like a part of it.
    starts.some((start) => {
      const text = Buffer.from(digits.slice(start), encoding).toString('latin1');
      return text.search(needles.texts) >= 0 && secretsIn(text, needles, layers, []).length > 0;
    });
  if (holds('base64', run, [0, 1, 2, 3])) return true;
  return [...runsIn(run, needles.hex)].some(([digits]) => holds('hex', digits, [0, 1]));
}

/** In order, and none within another. */
function merged(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last === undefined || from > last[1]) result.push([from, to]);
    else result[result.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return result;
}
