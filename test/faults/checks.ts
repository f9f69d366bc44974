import { APPROVALS } from './checks/approvals.js';
import { BOOKS } from './checks/books.js';
import { CHARGES } from './checks/charges.js';
import { CLIENT } from './checks/client.js';
import { DESK } from './checks/desk.js';
import { EVIDENCE } from './checks/evidence.js';
import { FENCE } from './checks/fence.js';
import { FILES } from './checks/files.js';
import { KEPT } from './checks/kept.js';
import { RETENTION } from './checks/retention.js';
import { RUN } from './checks/run.js';
import { SPELLINGS } from './checks/spellings.js';
import { TOKENS } from './checks/tokens.js';
import { TRANSFERS } from './checks/transfers.js';
import { TRUST } from './checks/trust.js';

/** What the simulation does not reach: each tells whether the parts keep one promise. */
export const CHECKS = {
  ...APPROVALS,
  ...BOOKS,
  ...CHARGES,
  ...CLIENT,
  ...DESK,
  ...EVIDENCE,
  ...FENCE,
  ...FILES,
  ...KEPT,
  ...RETENTION,
  ...RUN,
  ...SPELLINGS,
  ...TOKENS,
  ...TRANSFERS,
  ...TRUST,
};

export type Check = keyof typeof CHECKS;
