export interface SharedStore {
  /** Names the machine, beside its host name: a process of another is never known to be dead. */
  readonly machine: string;
  /** From now on this machine makes its claims here. Resolves to the id of the store; rejects with CONFIG where it may not. */
  enter(): Promise<string>;
  /** The time now, or shortly before. Rejects with UNAVAILABLE. */
  moment(): Promise<Moment>;
  /** Rejects with `MayHaveForgotten` where the store may have lost what was written to it. */
  refuseForgetful(): Promise<void>;
}

/** A time of a clock that all machines share. */
export interface Moment {
  /** Which clock; two times of different ones cannot be compared. */
  clock: string;
  /** Milliseconds since the epoch. */
  at: number;
}
