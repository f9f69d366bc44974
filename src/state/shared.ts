import type { Jobs } from './jobs.js';
import type { Paces } from './pace.js';

/** What makes sense only for several machines; files of one have none of it. */
export interface Shared {
  readonly jobs: Jobs;
  readonly paces: Paces;
}
