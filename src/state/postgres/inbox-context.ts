import type { ReadPayment } from '../inbox.js';
import type { Sealer } from '../seal.js';
import type { DatabaseHost } from './database.js';
import type { InboxMarks } from './inbox-marks.js';
import type { InboxRows } from './inbox-rows.js';
import type { Server } from './server.js';

/** What the parts of an inbox work with. */
export interface InboxContext {
  server: Pick<Server, 'query' | 'greeting'>;
  host: DatabaseHost;
  sealer: Sealer;
  rows: InboxRows;
  marks: InboxMarks;
  readPayment: ReadPayment;
  /** Names the inbox on all machines. */
  inbox: string;
  machine: string;
  /** Names this process among those that forward. */
  name: string;
}

/** Messages that one statement takes or brings. */
export const PAGE = 200;
