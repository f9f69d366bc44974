import { join } from 'node:path';
import {
  fromPlain,
  isJsonObject,
  jsonText,
  readJson,
  stringifyJson,
  textFields,
} from '../core/json.js';
import { bangkokDate, DAY_MS } from '../core/time.js';
import type { Files } from '../host/host.js';
import { statePath } from './paths.js';

/** A code that the bank made at our request, so that somebody can pay by it. */
export interface CodeRecord {
  reference: string;
  inquiry: string;
  /** What that inquiry needs beside the reference. */
  known: Readonly<Record<string, string>>;
  baseUrl: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The codes that were made: they help to find payments, and no decision about money reads them. */
export interface Codes {
  keep(code: CodeRecord): Promise<void>;
  /** The codes of the last three months, oldest first: older ones are not paid any more. */
  recent(now: number): Promise<CodeRecord[]>;
}

export const RECENT_MS = 92 * DAY_MS;

export function codeText(code: CodeRecord): string {
  return stringifyJson(fromPlain(code));
}

/** The code in a line; empty for anything else. */
export function parseCode(text: string): CodeRecord[] {
  const data = readJson(text);
  if (!isJsonObject(data)) return [];
  const [reference, inquiry, baseUrl] = [data.reference, data.inquiry, data.baseUrl].map(jsonText);
  const at = Number(jsonText(data.at));
  if (!reference || !inquiry || !baseUrl || !Number.isFinite(at)) return [];
  return [{ reference, inquiry, baseUrl, at, known: textFields(data.known) }];
}

/** The codes of a state directory, a file a month, which stays until a person removes it. */
export function fileCodes(files: Files, stateDir: string) {
  const directory = statePath(stateDir, 'codes');

  const readLines = (name: string): string[] => {
    const bytes = files.read(join(directory, name)) ?? new Uint8Array();
    return Buffer.from(bytes).toString('utf8').split('\n');
  };
  const months = (): string[] =>
    files.list(directory).filter((name) => /^[0-9]{4}-[0-9]{2}\.jsonl$/.test(name));

  return {
    async keep(code: CodeRecord): Promise<void> {
      const path = join(directory, fileName(code.at));
      // A line that was cut off ends here, so that it does not spoil this one.
      const line = Buffer.from(`\n${codeText(code)}\n`);
      files.makeDirectory(directory);
      if (files.stat(path) || !files.create(path, line)) files.append(path, line);
    },
    /** Skips a line that was cut off when its writer died. */
    async recent(now: number): Promise<CodeRecord[]> {
      return months()
        .filter((name) => name >= oldestFile(now))
        .flatMap((name) => readLines(name).flatMap(parseCode));
    },
    /** Files of months that `recent` does not read any more. */
    outdated: (now: number): string[] =>
      months()
        .filter((name) => name < oldestFile(now))
        .map((name) => join(directory, name)),
    /** Drops the codes of an embedded bank that was reset. */
    async forget(baseUrl: string): Promise<void> {
      for (const name of months()) {
        const lines = readLines(name);
        const left = lines.filter((line) => parseCode(line)[0]?.baseUrl !== baseUrl);
        if (left.length === lines.length) continue;
        files.replace(join(directory, name), Buffer.from(left.join('\n')));
      }
    },
  } satisfies Codes & Record<string, unknown>;
}

function oldestFile(now: number): string {
  return fileName(now - RECENT_MS);
}

function fileName(at: number): string {
  return `${bangkokDate(at).slice(0, 7)}.jsonl`;
}
