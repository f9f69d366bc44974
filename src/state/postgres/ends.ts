import { PayctlError } from '../../core/errors.js';
import { sealLine, unsealLine } from '../../core/sealed-log.js';
import type { Ends, EndValues, StoredEnd } from '../store.js';
import { textIn } from './row.js';
import type { Server } from './server.js';
import { list, raw, sql } from './sql.js';

/** How a charge ended, beside its claim; it is gone where anything follows. */
export class PostgresEnds implements Ends {
  readonly #server: Pick<Server, 'query'>;

  constructor(server: Pick<Server, 'query'>) {
    this.#server = server;
  }

  async read(): Promise<StoredEnd[]> {
    const rows = await this.#server.query(
      raw('SELECT ended FROM payctl.claim WHERE ended IS NOT NULL ORDER BY key'),
    );
    return rows.flatMap((row) => endIn(textIn(row, 'ended')));
  }

  async add(ends: readonly EndValues[]): Promise<void> {
    if (ends.length === 0) return;
    const values = ends.map(
      ({ key, newest, values }) => sql`(${key}, ${newest}::integer, ${endText(values)})`,
    );
    try {
      await this.#server.query(sql`UPDATE payctl.claim SET ended = found.text
        FROM (VALUES ${list(values)}) AS found (key, part, text)
        WHERE claim.key = found.key AND claim.part = found.part AND ended IS NULL`);
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
    }
  }

  async drop(keys: ReadonlySet<string>): Promise<void> {
    await this.#server.query(
      sql`UPDATE payctl.claim SET ended = NULL WHERE key = ANY (${[...keys]})`,
    );
  }
}

export function endText(values: EndValues['values']): string {
  return sealLine(JSON.stringify(values), 16).text.trimEnd();
}

function endIn(line: string): StoredEnd[] {
  const sealed = unsealLine(line, 16);
  if (typeof sealed === 'string') return [];
  const values: unknown = JSON.parse(sealed.json);
  return Array.isArray(values) ? [{ values, sound: true }] : [];
}
