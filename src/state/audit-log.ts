import { join } from 'node:path';
import { isJsonObject, type JsonObject, parseJson, textOf } from '../core/json.js';
import { sealLine, unsealLine, wholeLines } from '../core/sealed-log.js';
import { bangkokDate, channelDateTime } from '../core/time.js';
import type { Host } from '../host/host.js';
import { hostNameOf } from '../host/identity.js';
import { statePath } from './paths.js';

const SUM_DIGITS = 16;

/** What somebody did: `action` by its name, and what more is known of it. */
export interface AuditRecord {
  profile: string;
  action: string;
  /** What it was about; never a name, an address or a number of somebody. */
  what?: string | undefined;
  amount?: string | undefined;
  exit?: number | undefined;
}

/**
 * Who did what on this machine: one line each, a file for each day, closed by a checksum. `console` has
 * the looks of the console, `decisions` what people decided by commands that no journal records.
 */
export class AuditLog {
  readonly #host: Pick<Host, 'files' | 'clock' | 'process'>;
  readonly #directory: string;

  constructor(
    host: Pick<Host, 'files' | 'clock' | 'process'>,
    stateDir: string,
    name: 'console' | 'decisions',
  ) {
    this.#host = host;
    this.#directory = statePath(stateDir, name);
  }

  /** Throws CONFIG where it cannot be written. */
  write(record: AuditRecord): void {
    const { files, clock, process } = this.#host;
    const now = clock.now();
    const { self, operator } = process;
    const who = { ...operator, host: hostNameOf(self), pid: self.pid };
    const line = JSON.stringify({ at: channelDateTime(now), ...who, ...record });
    const bytes = new TextEncoder().encode(sealLine(line, SUM_DIGITS).text);
    const file = join(this.#directory, `${bangkokDate(now)}.jsonl`);
    files.makeDirectory(this.#directory);
    const isFirst = files.stat(file) === undefined;
    if (!isFirst || !files.create(file, bytes)) files.append(file, bytes);
  }

  /** The lines since a moment, oldest first, a day's file at a time. */
  *since(moment: number, onDamaged: (place: string) => void): Generator<JsonObject> {
    const first = `${bangkokDate(moment)}.jsonl`;
    for (const name of this.#host.files.list(this.#directory)) {
      if (!/^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name) || name < first) continue;
      const path = join(this.#directory, name);
      const { lines, torn } = wholeLines(this.#host.files.read(path) ?? new Uint8Array());
      if (torn) onDamaged(path);
      for (const [index, line] of lines.entries()) {
        const content = contentOf(line);
        if (content === undefined) onDamaged(`${path}:${index + 1}`);
        else if (Date.parse(textOf(content.at) ?? '') >= moment) yield content;
      }
    }
  }
}

function contentOf(line: string): JsonObject | undefined {
  const sealed = unsealLine(line, SUM_DIGITS);
  if (typeof sealed === 'string') return undefined;
  const content = parseJson(sealed.json);
  return isJsonObject(content) ? content : undefined;
}
