/** How a valid answer stands, by the states table of the contract. */
export interface Standing {
  class: 'SUCCESS' | 'REJECTED' | 'PENDING' | 'PARTIAL';
  /** The bank's own word for it, shown as it came. */
  state?: string;
  /** Code and text where the bank explains a refusal inside the data. */
  code?: string;
  reason?: string;
  /** What an inquiry has found, in our words, where the class alone would say it badly. */
  found?: string;
  /** What to do about it. */
  hint?: string;
}

/** The call whose answer is judged. */
export interface Asked {
  input: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  now: number;
}
