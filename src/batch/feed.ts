import type { RowSet } from './row-set.js';
import type { Row } from './rows.js';
import { isIn, type Shard } from './shard.js';

export interface Fed {
  row: Row;
  /** Its number among the rows of this part, from 1. */
  place: number;
}

/** Hands the rows that are still to be done to whoever asks first. undefined: there are no more. */
export function feed(
  rows: AsyncIterable<readonly Row[]>,
  shard: Shard,
  done: RowSet,
): () => Promise<Fed | undefined> {
  const source = rows[Symbol.asyncIterator]();
  let some: readonly Row[] = [];
  let at = 0;
  let number = 0;
  let place = 0;
  let ended = false;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const { value, done: last } = await source.next();
    some = last ? [] : value;
    ended = last === true;
    at = 0;
    loading = undefined;
  }

  return async () => {
    for (;;) {
      for (let row = some[at]; row !== undefined; row = some[at]) {
        at += 1;
        number += 1;
        if (!isIn(shard, number)) continue;
        place += 1;
        if (!done.has(place)) return { row, place };
      }
      if (ended) return undefined;
      loading ??= load();
      await loading;
    }
  };
}
