import { maskPersonal } from '../../bank/privacy.js';
import { isJsonObject, type Json, stringifyJson, textOf } from '../../core/json.js';
import { type Say, wordedData } from '../../core/message.js';
import { visible, visibleLines } from '../../core/text.js';
import { cellText } from '../../format/cell.js';
import type { Style } from '../../format/style.js';
import { terminalMessages as words } from '../../messages/terminal.js';
import { type Failure, failureObject } from '../../runtime/failure.js';

/** The one line of JSON that `-o json` puts on standard error. */
export function failureJson(failure: Failure, say: Say): string {
  return `${visibleLines(stringifyJson({ error: failureObject(failure, say) }))}\n`;
}

/**
 * What happened in one line, then a line for each problem of an input, for what the code means
 * (`meaning`, the short form of `explain`) and for the hint.
 */
export function failureText(failure: Failure, style: Style, say: Say, meaning?: string): string {
  const message = visible(say(failure.message));
  const head = failure.found ? message : `${style.bad(say(words.error))} ${message}`;
  const given = failure.details === undefined ? undefined : wordedData(failure.details, say);
  const problems = problemsOf(given).map(({ field, message }) => {
    return `  ${style.head(visible(field))} ${visible(message)}`;
  });
  const details = problems.length === 0 && given ? cellText(maskPersonal(given), say) : '';
  const notes = [
    details && `  ${style.faint(say(words.details))} ${details}`,
    meaning && `  ${style.faint(say(words.meaning))} ${visible(meaning)}`,
    failure.hint && `  ${style.faint(say(words.hint))} ${visible(say(failure.hint))}`,
  ].filter((line) => typeof line === 'string' && line !== '');
  return `${[head, ...problems, ...notes].join('\n')}\n`;
}

/** Problems of an input by flag, or by field where there is no flag. */
function problemsOf(details: Json | undefined): { field: string; message: string }[] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((item) => {
    if (!isJsonObject(item)) return [];
    const field = textOf(item.flag) ?? textOf(item.field);
    const message = textOf(item.message);
    return field !== undefined && message !== undefined ? [{ field, message }] : [];
  });
}
