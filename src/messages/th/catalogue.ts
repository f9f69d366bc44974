import type { Catalogue } from '../../core/message.js';
import { certificates } from './certificates.js';
import { charging } from './charging.js';
import { commandLine } from './command-line.js';
import { common } from './common.js';
import { confirmations } from './confirmations.js';
import { damage } from './damage.js';
import { input } from './input.js';
import { inquiring } from './inquiring.js';
import { journal } from './journal.js';
import { profiles } from './profiles.js';
import { running } from './running.js';
import { settings } from './settings.js';
import { sources } from './sources.js';
import { state } from './state.js';
import { terminal } from './terminal.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  certificates,
  charging,
  commandLine,
  common,
  confirmations,
  damage,
  input,
  inquiring,
  journal,
  profiles,
  running,
  settings,
  sources,
  state,
  terminal,
};
