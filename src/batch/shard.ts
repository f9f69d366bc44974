import { PayctlError } from '../errors.js';

/** Which of `of` equal parts of the rows is this machine's. */
export interface Shard {
  /** From 1. */
  part: number;
  of: number;
}

export const WHOLE: Shard = { part: 1, of: 1 };

const MOST = 100_000;

/** `2/8`: the second of eight. Throws USAGE for anything else. */
export function parseShard(text: string): Shard {
  const [, part, of] = /^([0-9]{1,6})\/([0-9]{1,6})$/.exec(text) ?? [];
  return checked(Number(part), Number(of), `--shard is ${JSON.stringify(text)}`);
}

/** The part of a pod of a Kubernetes Indexed Job, whose index counts from 0. */
export function shardOfJob(shards: string, index: string | undefined): Shard {
  if (index === undefined || !/^[0-9]{1,6}$/.test(index)) {
    throw new PayctlError('USAGE', '--shards needs JOB_COMPLETION_INDEX in the environment', {
      hint: 'run it as a Kubernetes Indexed Job, or give --shard 2/8',
    });
  }
  const what = `--shards is ${JSON.stringify(shards)} and JOB_COMPLETION_INDEX is ${index}`;
  return checked(
    Number(index) + 1,
    /^[0-9]{1,6}$/.test(shards) ? Number(shards) : Number.NaN,
    what,
  );
}

function checked(part: number, of: number, what: string): Shard {
  if (part >= 1 && part <= of && of <= MOST) return { part, of };
  throw new PayctlError(
    'USAGE',
    `${what}; parts count from 1: 1/8 is the first of eight, 8/8 the last`,
  );
}

/** Whether the row of this number, from 1, is in the part. */
export function isIn({ part, of }: Shard, number: number): boolean {
  return number % of === part % of;
}
