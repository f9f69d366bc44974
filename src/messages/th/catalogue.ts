import type { Catalogue } from '../../core/message.js';
import { breaks } from './breaks.js';
import { columnNames } from './column-names.js';
import { common } from './common.js';
import { mapping } from './mapping.js';
import { mcp } from './mcp.js';
import { planKeys } from './plan-keys.js';
import { reconcile } from './reconcile.js';
import { reconcileReport } from './reconcile-report.js';
import { recordClasses } from './record-classes.js';
import { rejectedLines } from './rejected-lines.js';
import { smoke } from './smoke.js';
import { smokeFacts } from './smoke-facts.js';
import { smokePlans } from './smoke-plans.js';
import { smokeReport } from './smoke-report.js';
import { terminal } from './terminal.js';
import { unreadFiles } from './unread-files.js';
import { yaml } from './yaml.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  breaks,
  columnNames,
  common,
  mapping,
  mcp,
  planKeys,
  reconcile,
  reconcileReport,
  recordClasses,
  rejectedLines,
  smoke,
  smokeFacts,
  smokePlans,
  smokeReport,
  terminal,
  unreadFiles,
  yaml,
};
