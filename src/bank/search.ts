import type { Fields } from '../core/fields.js';
import type { PaymentKind, Question, Said } from './reference.js';

/** What payments are searched by where no reference is known. */
export interface Criteria {
  /** Bangkok days, both inclusive. */
  from: string;
  to: string;
  /** Reference 1 of a bill. */
  ref1?: string;
  /** Of the profile. */
  settings(name: string): string | undefined;
}

/** A call that lists payments of a range of days; its answers read as its family's readers say. */
export interface Search {
  /** Id of the call. */
  operation: string;
  /** What the payments in it are. */
  payment: PaymentKind;
  /** At most so many days in one call. */
  days: number;
  input(criteria: Criteria): Fields;
  /** The inquiry that names who paid, where the search does not. */
  payerOf(found: Said): readonly Question[];
}
