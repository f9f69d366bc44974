/** What only a store has that several machines share. */
export interface SharedStore {
  /** The id of this machine; whether a process of another machine is dead cannot be known. */
  readonly machine: string;
  /** From now on this machine makes its claims in this store. Resolves to the id of the store; rejects with CONFIG where it may not. */
  enter(): Promise<string>;
  /** The time by the clock of the store, at the latest now. Rejects with UNAVAILABLE. */
  moment(): Promise<Moment>;
  /** Rejects with `MayHaveForgotten` where the store may have lost what was written to it. */
  refuseForgetful(): Promise<void>;
  /** Makes room for the charges of the next months, where it is not there. Rejects with UNAVAILABLE. */
  preparePartitions(): Promise<void>;
}

/** A time by the clock of a shared store. */
export interface Moment {
  /** Which clock; two times of different ones cannot be compared. */
  clock: string;
  /** Milliseconds since the epoch. */
  at: number;
}
