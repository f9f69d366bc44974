import type { Server } from '../../src/state/postgres/server.js';
import { changed } from '../faults/mutants/mutant.js';

/** How PostgreSQL carries a statement out, as EXPLAIN tells it. */
export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  /** Not of a statement that writes, which is planned alone. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** How many rows this part of a plan reads, those included that it leaves out. */
export function rowsRead(plan: Plan): number {
  const removed = plan['Rows Removed by Filter'] ?? plan['Rows Removed by Index Recheck'] ?? 0;
  return ((plan['Actual Rows'] ?? 1) + removed) * (plan['Actual Loops'] ?? 1);
}

/** The server, and the statements that it was asked. */
export function listeningTo(server: Server): { asked: string[]; listening: Server } {
  const asked: string[] = [];
  const listening = changed(server, {
    query(statement, options) {
      asked.push(statement.text);
      return server.query(statement, options);
    },
  });
  return { asked, listening };
}
