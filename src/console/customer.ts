import type { OpenCode } from '../sandbox/customer.js';

/** The customer of the embedded bank, beside what the commands of the sandbox do. */
export interface Customer {
  /** Codes that wait to be paid, newest first. */
  codes(): Promise<readonly OpenCode[]>;
  /** The picture of a slip of this bank, a PNG. */
  slip(transRef: string): Promise<Uint8Array>;
}
