import { join } from 'node:path';
import { type JsonObject, jsonText } from '../core/json.js';
import { sealLine, wholeLines } from '../core/sealed-log.js';
import { bangkokDate, channelDateTime } from '../core/time.js';
import type { Host } from '../host/host.js';
import { hostNameInMark } from '../host/identity.js';
import { type AuditLogName, findAuditEnd, listDays, readAuditLine } from './audit-chain.js';
import { statePath } from './paths.js';

/** What somebody did: `action` by its name, and what more is known of it. */
export interface AuditRecord {
  profile: string;
  action: string;
  /** What it was about; never a name, an address or a number of somebody. */
  what?: string | undefined;
  amount?: string | undefined;
  exit?: number | undefined;
  /** Where the request came from, where people sign in. */
  address?: string | undefined;
}

/** Who did what on this machine: one line each, a file for each day, each line chained to the one before. */
export class AuditLog {
  readonly #host: Pick<Host, 'files' | 'clock' | 'process'>;
  readonly #directory: string;

  constructor(
    host: Pick<Host, 'files' | 'clock' | 'process'>,
    stateDir: string,
    name: AuditLogName,
  ) {
    this.#host = host;
    this.#directory = statePath(stateDir, name);
  }

  /** Throws CONFIG where it cannot be written. */
  write(record: AuditRecord): void {
    const { files, clock, process } = this.#host;
    const now = clock.now();
    const { self, operator } = process;
    const who = { ...operator, host: hostNameInMark(self), pid: self.pid };
    const content = { at: channelDateTime(now), ...who, ...record };
    const day = `${bangkokDate(now)}.jsonl`;
    const path = join(this.#directory, day);
    files.makeDirectory(this.#directory);
    const { torn, ...after } = findAuditEnd(files, this.#directory, day);
    const { text } = sealLine(JSON.stringify({ ...content, ...after }), 64);
    // What a killed writer left of a line must not become a part of this one.
    const bytes = new TextEncoder().encode(torn ? `\n${text}` : text);
    const isFirst = files.stat(path) === undefined;
    if (!isFirst || !files.create(path, bytes)) files.append(path, bytes);
  }

  /** The lines since a moment, oldest first, a day's file at a time. */
  *since(moment: number, onDamaged: (place: string) => void): Generator<JsonObject> {
    const first = `${bangkokDate(moment)}.jsonl`;
    for (const name of listDays(this.#host.files, this.#directory)) {
      if (name < first) continue;
      const path = join(this.#directory, name);
      const { lines, torn } = wholeLines(this.#host.files.read(path) ?? new Uint8Array());
      if (torn) onDamaged(path);
      for (const [index, line] of lines.entries()) {
        const content = readAuditLine(line);
        if (content === undefined) onDamaged(`${path}:${index + 1}`);
        else if (Date.parse(jsonText(content.at) ?? '') >= moment) yield content;
      }
    }
  }
}
