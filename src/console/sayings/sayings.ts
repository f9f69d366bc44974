import { Sayings } from '../../web/sayings.js';
import { HEALTH } from './health.js';
import { INQUIRIES } from './inquiries.js';
import { LOOKING } from './looking.js';
import { MACHINE } from './machine.js';
import { SANDBOX } from './sandbox.js';

export const SAYINGS_LISTED = [...[...MACHINE, ...LOOKING, ...SANDBOX, ...HEALTH], ...INQUIRIES];

/** What the commands behind the pages say. */
export const SAYINGS = new Sayings(SAYINGS_LISTED);
