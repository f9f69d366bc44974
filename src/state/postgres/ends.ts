import { PayctlError } from '../../core/errors.js';
import { sealLine } from '../../core/sealed-log.js';
import type { Ends, EndValues } from '../store.js';
import { KNOWN } from './claim-index.js';
import type { Server } from './server.js';
import { list, sql } from './sql.js';

/** How a charge ended, beside its claim; it is gone where anything follows. */
export class PostgresEnds implements Ends {
  readonly #server: Pick<Server, 'query'>;

  constructor(server: Pick<Server, 'query'>) {
    this.#server = server;
  }

  async add(ends: readonly EndValues[]): Promise<void> {
    if (ends.length === 0) return;
    const values = ends.map(
      ({ key, newest, values }) => sql`(${key}, ${newest}::integer, ${endText(values)})`,
    );
    try {
      await this.#server.query(sql`UPDATE payctl.claim SET ended = found.text
        FROM (VALUES ${list(values)}) AS found (key, part, text)
        WHERE claim.key = found.key AND claim.part = found.part AND NOT (${KNOWN})`);
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
