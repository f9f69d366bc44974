import { maskPersonal } from '../../bank/privacy.js';
import type { Problem } from '../../core/errors.js';
import { isJsonObject, type Json, stringifyJson, textOf } from '../../core/json.js';
import { visible, visibleLines } from '../../core/text.js';
import { cellText } from '../../format/cell.js';
import type { Style } from '../../format/style.js';
import { type Failure, failureObject } from '../../runtime/failure.js';

/** The one line of JSON that `-o json` puts on standard error. */
export function failureJson(failure: Failure): string {
  return `${visibleLines(stringifyJson({ error: failureObject(failure) }))}\n`;
}

/**
 * What happened in one line, then a line for each problem of an input, for what the code means
 * (`meaning`, the short form of `explain`) and for the hint.
 */
export function failureText(failure: Failure, style: Style, meaning?: string): string {
  const message = visible(failure.message);
  const head = failure.found ? message : `${style.bad('error:')} ${message}`;
  const problems = problemsOf(failure.details).map(({ field, message }) => {
    return `  ${style.head(visible(field))} ${visible(message)}`;
  });
  const details =
    problems.length === 0 && failure.details ? cellText(maskPersonal(failure.details)) : '';
  const notes = [
    details && `  ${style.faint('details:')} ${details}`,
    meaning && `  ${style.faint('meaning:')} ${visible(meaning)}`,
    failure.hint && `  ${style.faint('hint:')} ${visible(failure.hint)}`,
  ].filter((line) => typeof line === 'string' && line !== '');
  return `${[head, ...problems, ...notes].join('\n')}\n`;
}

/** Problems of an input by flag, or by field where there is no flag. */
function problemsOf(details: Json | undefined): Problem[] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((item) => {
    if (!isJsonObject(item)) return [];
    const field = textOf(item.flag) ?? textOf(item.field);
    const message = textOf(item.message);
    return field !== undefined && message !== undefined ? [{ field, message }] : [];
  });
}
