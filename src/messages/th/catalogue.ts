import type { Catalogue } from '../../core/message.js';
import { common } from './common.js';
import { terminal } from './terminal.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  common,
  terminal,
};
