import { CLAIM } from './claim.js';
import { CODE } from './code.js';
import { INBOX } from './inbox.js';
import { JOB } from './job.js';
import { META } from './meta.js';
import { PACE } from './pace.js';
import { SLIP } from './slip.js';
import type { Subject } from './subject.js';
import { TOKEN } from './token.js';
import { TRANSFER } from './transfer.js';

/** Every subject of the store brings its own tables. */
export const SUBJECTS: readonly Subject[] = [
  META,
  CLAIM,
  TRANSFER,
  TOKEN,
  INBOX,
  SLIP,
  CODE,
  JOB,
  PACE,
];
