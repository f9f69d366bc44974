import { joined, type Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { reconcileMessages as words } from '../messages/reconcile.js';
import { statementWords } from '../messages/statements.js';
import { baht } from './amounts.js';
import type { Input } from './read.js';

/** What a file says of itself and is not so, with both figures. */
export function controlFault({ file, rows, total, control }: Input): Message {
  const { faults = [] } = control ?? {};
  if (faults.length > 0) return statementWords.at(visible(file), joined(faults));
  const stated = { rows: control?.rows, total: control?.total };
  if (stated.rows === undefined && stated.total === undefined) {
    return words.noTrailer(visible(file), rows, String(total));
  }
  return words.trailer({
    file: visible(file),
    rows: stated.rows,
    total: stated.total === undefined ? undefined : baht(stated.total),
    readRows: rows,
    readTotal: String(total),
  });
}
