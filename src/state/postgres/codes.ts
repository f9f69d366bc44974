import { sha256 } from '../../core/hash.js';
import { type Codes, codeText, parseCode, RECENT_MS } from '../codes.js';
import type { Server } from './server.js';
import { readBytes, readText, sql } from './sql.js';

/** The codes of all machines: a sealed row for each, under the hash of its text. */
export function postgresCodes(server: Pick<Server, 'query' | 'sealer'>): Codes {
  return {
    async keep(code) {
      const text = codeText(code);
      const [id, bank] = [sha256(text), code.baseUrl];
      const sealer = await server.sealer();
      await sealer.retryWithCurrentKey(() => {
        const sealed = sealer.seal(associatedData(bank, id), Buffer.from(text));
        return server.query(sql`INSERT INTO payctl.code (id, at, bank, sealed)
          VALUES (${id}, to_timestamp(${code.at / 1_000}), ${bank}, ${sealed}) ON CONFLICT DO NOTHING`);
      });
    },
    async recent(now) {
      const rows = await server.query(sql`SELECT id, bank, sealed FROM payctl.code
        WHERE at >= to_timestamp(${(now - RECENT_MS) / 1_000}) ORDER BY at, id`);
      const sealer = await server.sealer();
      return rows.flatMap((row) => {
        const associated = associatedData(readText(row, 'bank'), readText(row, 'id'));
        return parseCode(sealer.open(associated, readBytes(row, 'sealed')).toString());
      });
    },
  };
}

function associatedData(bank: string, id: string) {
  return { bank, name: `code/${id}` };
}
