import type { BadLine } from './bad-line.js';
import type { WrongFee } from './fee-lines.js';
import type { Side } from './open-rows.js';
import type { Settled } from './settlement.js';

/** What becomes of the lines; each line goes into exactly one record. */
export interface RecordSink {
  /** Cannot be read; the lines of its reference go with it. */
  bad(line: BadLine, own: number[], bank: number[]): void;
  /** Repeats another line of its side. */
  duplicate(side: Side, row: number): void;
  /** One side says that something of it was given back. */
  reversed(own: number[], bank: number[]): void;
  /** One line on each side. */
  pair(own: number, bank: number): void;
  /** Several lines found on both sides. */
  both(own: number[], bank: number[], byPayout: boolean): void;
  own(row: number): void;
  /** Orders that the bank paid out in one sum. */
  settled(settled: Settled): void;
  /** What the bank took for its service; it belongs to no order. */
  fee(row: number): void;
  wrongFee(fee: WrongFee): void;
  /** `again`: an order of its reference has been paired with another line. */
  bank(row: number, again: boolean): void;
}
