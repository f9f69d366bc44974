import { maskPersonal } from '../../bank/privacy.js';
import { isJsonObject, type Json, jsonText, stringifyJson } from '../../core/json.js';
import { type Say, type Text, wordedData } from '../../core/message.js';
import { visible, visibleLines } from '../../core/text.js';
import { cellText } from '../../format/cell.js';
import type { Style } from '../../format/style.js';
import { sentenceLines, width } from '../../format/width.js';
import { terminalMessages as words } from '../../messages/terminal.js';
import { type Failure, failureObject } from '../../runtime/failure.js';

/** The one line of JSON that `-o json` puts on standard error. */
export function failureJson(failure: Failure, say: Say): string {
  return `${visibleLines(stringifyJson({ error: failureObject(failure, say) }))}\n`;
}

/**
 * What happened, then each problem of an input, what the code means (`meaning`, the short form of
 * `explain`) and the hint: a line each, broken within `space` cells between words.
 * @param say words commands as `unbreakable`
 */
export function failureText(
  failure: Failure,
  style: Style,
  say: Say,
  meaning?: Text,
  space = Number.POSITIVE_INFINITY,
): string {
  const line = (text: string, label = '', paint = style.faint) => {
    const taken = INDENT.length + (label === '' ? 0 : width(label) + 1);
    const [first = '', ...rest] = sentenceLines(text, space - taken);
    return [label ? `${paint(label)} ${first}` : first, ...rest.map((one) => INDENT + one)];
  };
  const message = visible(say(failure.message));
  const head = failure.found ? line(message) : line(message, say(words.error), style.bad);
  const given = failure.details === undefined ? undefined : wordedData(failure.details, say);
  const problems = inputProblems(given).map(({ field, message }) => {
    return line(visible(message), visible(field), style.head);
  });
  const details = problems.length === 0 && given ? cellText(maskPersonal(given), say) : '';
  const notes = [
    details && line(details, say(words.details)),
    meaning && line(visible(say(meaning)), say(words.meaning)),
    failure.hint && line(visible(say(failure.hint)), say(words.hint)),
  ].filter((lines) => typeof lines === 'object');
  const below = [...problems, ...notes].flat().map((one) => INDENT + one);
  return [...head, ...below].map((one) => `${one}\n`).join('');
}

const INDENT = '  ';

/** Problems of an input by flag, or by field where there is no flag. */
function inputProblems(details: Json | undefined): { field: string; message: string }[] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((item) => {
    if (!isJsonObject(item)) return [];
    const field = jsonText(item.flag) ?? jsonText(item.field);
    const message = jsonText(item.message);
    return field !== undefined && message !== undefined ? [{ field, message }] : [];
  });
}
