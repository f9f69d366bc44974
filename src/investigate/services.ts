import type { InputContext } from '../bank/define.js';
import type { Caller } from '../client/caller.js';
import type { Clock, Random } from '../host/host.js';
import type { Journal } from '../journal/journal.js';
import type { Codes } from '../state/codes.js';
import type { Desk } from '../state/desk.js';
import type { InboxStore } from '../state/inbox.js';

/** What looking for a payment takes of the run that it is a part of. */
export interface InvestigationServices {
  readonly host: { readonly clock: Clock; readonly random: Random };
  readonly options: {
    readonly selection: { readonly sandbox: boolean; readonly profile?: string };
  };
  /** Aborts at the first signal. */
  readonly stopping: AbortSignal;
  /** Whether a recording answers in the bank's place. */
  readonly isReplay: boolean;
  profile(): Promise<{
    name: string;
    environment: InputContext['environment'];
    settings(name: string): string | undefined;
  }>;
  connection(): Promise<{ baseUrl: string }>;
  caller(): Promise<Caller>;
  codes(): Promise<Codes>;
  desk(): Promise<Pick<Desk, 'read'>>;
  journal(): Promise<Journal>;
  inbox(): Promise<InboxStore>;
  /** Now by the clock of the bank, in milliseconds since the epoch. */
  bankNow(): Promise<number>;
  /** The embedded bank. */
  bank(): Promise<{ look<T>(read: (state: BankState) => T): T }>;
}

interface BankState {
  /** Calls a second; 0 where there is no limit. */
  settings: { rateLimit: number };
}
