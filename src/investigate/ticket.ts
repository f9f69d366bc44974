import type { ExitClass } from '../core/errors.js';
import type { Evidence } from './evidence.js';
import type { Report } from './report.js';

/** One investigation, with what it was made of. */
export interface Ticket {
  report: Report;
  evidence: Evidence;
  /** SHA-256 of the picture that it was read from. */
  picture?: string;
  carried?: Carried;
}

/** What a file of tickets says of one of them, in columns of its own. */
export interface Carried {
  ticket?: string;
  customer?: string;
  subject?: string;
}

/** A line of the file that could not be looked up, and how that ended. */
export interface FailedTicket {
  line: number;
  ended: ExitClass;
  carried?: Carried;
}
