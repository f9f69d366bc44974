import type { Settings } from '../config/settings.js';
import type { Executed, ExitClass } from '../core/errors.js';
import type { Fields } from '../core/fields.js';
import type { Json } from '../core/json.js';
import type { ChargeId } from './operations.js';

/** The settings of a profile by their names, and where the journal lies: in `stateDir`, or in `store`. */
export interface PaymentsSettings extends Omit<Settings, 'environment' | 'readOnly' | 'lang'> {
  /** The bank's address with the prefix of its environment; https, or http on this machine. */
  baseUrl: string;
  apiKey: string;
  /** Default `live`: without the rules that hold in the test environment only. */
  environment?: 'test' | 'live';
  /** Refuses every call that can move money. */
  readOnly?: boolean;
  /** The language of the bank's texts. */
  lang?: 'en' | 'th';
  /** The journal's directory: an absolute path on a disk that outlives the process. */
  stateDir?: string;
  /** Attempts after the first, where the operation allows any; default 2. */
  retries?: number;
  /** Hears what somebody should do something about, and no outcome says. */
  onWarning?: (warning: string) => void | Promise<void>;
}

/** How one call is made. Times are in milliseconds. */
export interface PaymentOptions {
  /**
   * Stops waiting. A call that can move money and is under way still has five seconds for its answer; what
   * is not known then stays in the journal, for `resolve`.
   */
  signal?: AbortSignal;
  /** The limit of one attempt. */
  timeoutMs?: number;
  /** How long to inquire until it is final; of an unknown outcome a minute unless given, 0 asks once. */
  waitMs?: number;
  /** Fields that this version does not know, by their names; a nested one with dots. */
  extra?: Fields;
}

/** Which charge, and how long to ask. */
export interface ResolveOptions extends Pick<PaymentOptions, 'signal' | 'waitMs'> {
  /** The operation, where several have the reference; the newest charge unless given. */
  operation?: ChargeId;
}

/** A charge whose outcome was open, and how it stands now. */
export interface Recovered {
  reference: string;
  outcome: Payment;
}

/** How a call ended, in the words of the exit table. */
export interface Ended {
  class: ExitClass;
  /** Whether the bank carried it out, as far as can be proven. */
  executed: Executed;
  /** Whether the same call may simply be made again. */
  safeToRetry: boolean;
  /** One line for a person: what happened and why. */
  message: string;
  /** What helps. */
  hint?: string;
  /** The bank's business code. */
  code?: string;
  httpStatus?: number;
  requestUId?: string;
  /** The bank's `status.details`, or the problems of an input. */
  details?: unknown;
}

/** What the bank or the journal decided of a call. */
export interface Payment<Data = unknown> extends Ended {
  /** Its operation, where a charge was found. */
  operation?: string;
  /** What names it at the bank, such as its outTradeNo. */
  reference?: string;
  /** The bank's own word for how it stands. */
  state?: string;
  /** The bank's `data`; absent where there is none, or it has not the shape that is specified. */
  data?: Data;
  /** The same as it was sent, numbers digit by digit. */
  exact?: Json;
  /** Answered by the journal: it was made before, and nothing was sent. */
  replayed?: boolean;
  /** Found out by an inquiry, so that `data` lacks what an inquiry does not have. */
  recovered?: boolean;
  remark?: string;
}
