import type { Catalogue } from '../../core/message.js';
import { bankChecks } from './bank-checks.js';
import { checkNames, checks } from './checks.js';
import { common } from './common.js';
import { journalChecks } from './journal-checks.js';
import { machineChecks } from './machine-checks.js';
import { storeChecks } from './store-checks.js';
import { terminal } from './terminal.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  bankChecks,
  checkNames,
  checks,
  common,
  journalChecks,
  machineChecks,
  storeChecks,
  terminal,
};
