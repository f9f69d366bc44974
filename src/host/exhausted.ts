import { PayctlError } from '../core/errors.js';
import { errorCode } from './disk.js';

const LACKS: Readonly<Record<string, { what: string; hint: string }>> = {
  EMFILE: { what: 'this process may open no more files', hint: 'raise its limit: ulimit -n 1024' },
  ENFILE: { what: 'this machine can open no more files', hint: 'end other programs' },
  ENOMEM: { what: 'there is no memory left', hint: 'end other programs, or raise the limit' },
  EAGAIN: {
    what: 'no more processes or memory are given to it',
    hint: 'ulimit -a shows its limits',
  },
};

const STACK = {
  what: 'the stack of this process is too small',
  hint: 'start it without --stack-size, and with ulimit -s 8192',
};

/** What this machine lacks, where that is why something failed: CONFIG. */
export function exhaustedBy(error: unknown): PayctlError | undefined {
  const isStack = error instanceof RangeError && /call stack/.test(error.message);
  const lack = isStack ? STACK : LACKS[errorCode(error) ?? ''];
  if (lack === undefined) return undefined;
  return new PayctlError('CONFIG', lack.what, { hint: lack.hint, cause: error });
}
