import type { Catalogue } from '../../core/message.js';
import { bankChecks } from './bank-checks.js';
import { checkNames, checks } from './checks.js';
import { common } from './common.js';
import { customer } from './customer.js';
import { freeCalls } from './free-calls.js';
import { helpPages } from './help-pages.js';
import { journalChecks } from './journal-checks.js';
import { machineChecks } from './machine-checks.js';
import { profiles } from './profiles.js';
import { recordLists } from './record-lists.js';
import { sandboxOperator } from './sandbox-operator.js';
import { sandboxServer } from './sandbox-server.js';
import { setup } from './setup.js';
import { sharedStore } from './shared-store.js';
import { storeChecks } from './store-checks.js';
import { storeTrust } from './store-trust.js';
import { terminal } from './terminal.js';
import { tokens } from './tokens.js';
import { transfers } from './transfers.js';
import { walletCodes } from './wallet-codes.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  bankChecks,
  checkNames,
  checks,
  common,
  customer,
  freeCalls,
  helpPages,
  journalChecks,
  machineChecks,
  profiles,
  recordLists,
  sandboxOperator,
  sandboxServer,
  setup,
  sharedStore,
  storeChecks,
  storeTrust,
  terminal,
  tokens,
  transfers,
  walletCodes,
};
