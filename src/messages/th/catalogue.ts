import type { Catalogue } from '../../core/message.js';
import { breaks } from './breaks.js';
import { columnNames } from './column-names.js';
import { common } from './common.js';
import { mapping } from './mapping.js';
import { reconcile } from './reconcile.js';
import { reconcileReport } from './reconcile-report.js';
import { recordClasses } from './record-classes.js';
import { rejectedLines } from './rejected-lines.js';
import { terminal } from './terminal.js';
import { unreadFiles } from './unread-files.js';
import { yaml } from './yaml.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  breaks,
  columnNames,
  common,
  mapping,
  reconcile,
  reconcileReport,
  recordClasses,
  rejectedLines,
  terminal,
  unreadFiles,
  yaml,
};
