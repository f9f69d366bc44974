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
import { address } from './address.js';
import { bank } from './bank.js';
import { common } from './common.js';
import { csv } from './csv.js';
import { disk } from './disk.js';
import { drawing } from './drawing.js';
import { field } from './field.js';
import { lists } from './lists.js';
import { machine } from './machine.js';
import { network } from './network.js';
import { payload } from './payload.js';
import { pictures } from './pictures.js';
import { qr } from './qr.js';
import { recording } from './recording.js';
import { reference } from './reference.js';
import { request } from './request.js';
import { tags } from './tags.js';
import { terminal } from './terminal.js';
import { verdict } from './verdict.js';
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
  address,
  bank,
  common,
  csv,
  disk,
  drawing,
  field,
  lists,
  machine,
  network,
  payload,
  pictures,
  qr,
  recording,
  reference,
  request,
  tags,
  terminal,
  verdict,
  yaml,
};
