import {
  fromPlain,
  isJsonObject,
  type Json,
  parseJson,
  stringifyJson,
  textOf,
} from '../core/json.js';
import { DAY_MS } from '../core/time.js';

/** A code that the bank was had to make, so that somebody could pay by it. */
export interface CodeRecord {
  /** Under which its payment is known. */
  reference: string;
  /** Id of the inquiry that knows it. */
  inquiry: string;
  /** What that inquiry takes beside the reference. */
  known: Readonly<Record<string, string>>;
  baseUrl: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The codes that were made. Only a help to find them: no decision about money reads it. */
export interface Codes {
  keep(code: CodeRecord): Promise<void>;
  /** Those of the last three months, oldest first: nobody pays an older one. */
  recent(now: number): Promise<CodeRecord[]>;
}

export const RECENT_MS = 92 * DAY_MS;

export function codeText(code: CodeRecord): string {
  return stringifyJson(fromPlain(code));
}

/** None for what is no code. */
export function codeIn(text: string): CodeRecord[] {
  const data = parsed(text);
  if (!isJsonObject(data)) return [];
  const { known } = data;
  const [reference, inquiry, baseUrl] = [data.reference, data.inquiry, data.baseUrl].map(textOf);
  const at = Number(textOf(data.at));
  if (!reference || !inquiry || !baseUrl || !Number.isFinite(at)) return [];
  const facts = Object.entries(isJsonObject(known) ? known : {});
  const texts = facts.flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return [{ reference, inquiry, baseUrl, at, known: Object.fromEntries(texts) }];
}

function parsed(text: string): Json {
  try {
    return text === '' ? null : parseJson(text);
  } catch {
    return null;
  }
}
