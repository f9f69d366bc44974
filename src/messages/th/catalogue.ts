import type { Catalogue } from '../../core/message.js';
import { batch } from './batch.js';
import { batchRun } from './batch-run.js';
import { common } from './common.js';
import { jobs } from './jobs.js';
import { journalCommand } from './journal-command.js';
import { listen } from './listen.js';
import { rows } from './rows.js';
import { terminal } from './terminal.js';
import { tickets } from './tickets.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  batch,
  batchRun,
  common,
  jobs,
  journalCommand,
  listen,
  rows,
  terminal,
  tickets,
};
