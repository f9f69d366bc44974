import type { ReferenceRule } from './mapping.js';

/** A reference is a word; whatever is longer comes of broken quotes. */
export const LONGEST_REFERENCE = 200;

/** Whether a rule does more than take blanks away. */
export function changesReferences(rule: ReferenceRule): boolean {
  return !rule.trim || [rule.case, rule.prefix, rule.pattern].some((one) => one !== undefined);
}

/** A reference as it is compared: first its case, then without its prefix, then what the pattern keeps. */
export function normalizedReference(cell: string, rule: ReferenceRule): string {
  let text = rule.trim ? cell.trim() : cell;
  if (text.length > LONGEST_REFERENCE && rule.from !== 'text') return text;
  if (rule.case === 'upper') text = text.toUpperCase();
  else if (rule.case === 'lower') text = text.toLowerCase();
  if (rule.prefix !== undefined && text.startsWith(rule.prefix)) {
    text = text.slice(rule.prefix.length);
  }
  if (rule.pattern === undefined) return text;
  const match = rule.pattern.exec(text);
  // Of a text only what is found is a reference.
  if (match === null) return rule.from === 'text' ? '' : text;
  return match[1] ?? match[0];
}
