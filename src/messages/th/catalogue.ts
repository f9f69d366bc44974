import type { Catalogue } from '../../core/message.js';
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
