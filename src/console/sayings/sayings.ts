import { BREAKS } from '../../reconcile/sayings.js';
import { Sayings } from '../../web/sayings.js';
import { HEALTH } from './health.js';
import { INQUIRIES } from './inquiries.js';
import { LOOKING } from './looking.js';
import { MACHINE } from './machine.js';
import { SANDBOX } from './sandbox.js';

/** The pages' own come first: what they say of a break is a link, in a report it is a command. */
export const SAYINGS_LISTED = [
  ...[...MACHINE, ...LOOKING, ...SANDBOX, ...HEALTH],
  ...[...INQUIRIES, ...BREAKS],
];

/** What the commands behind the pages say. */
export const SAYINGS = new Sayings(SAYINGS_LISTED);
