import type { Catalogue } from '../../core/message.js';
import { certificates } from './certificates.js';
import { charging } from './charging.js';
import { common } from './common.js';
import { damage } from './damage.js';
import { inquiring } from './inquiring.js';
import { journal } from './journal.js';
import { profiles } from './profiles.js';
import { settings } from './settings.js';
import { state } from './state.js';
import { terminal } from './terminal.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  certificates,
  charging,
  common,
  damage,
  inquiring,
  journal,
  profiles,
  settings,
  state,
  terminal,
};
