import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Finished, Machine } from '../../fixtures/machine.js';

/** Everything by which a run changes a disk or speaks to the network; some exist on some machines only. */
const SYSCALLS = 'write,writev,pwrite64,?sendto,?sendmsg,fsync,fdatasync,?link,?linkat,connect';

/** One call of the kernel, as strace writes it down. */
export interface Syscall {
  thread: string;
  name: string;
  text: string;
}

export interface Traced extends Finished {
  syscalls: Syscall[];
}

let traces = 0;

/**
 * Runs the command under strace; `inject` is strace's own word, such as `fsync:error=EIO:when=2`, and `by` a
 * program that is given the command line, in place of running it.
 */
export async function traced(
  machine: Machine,
  args: readonly string[],
  inject?: string,
  by: readonly string[] = [],
): Promise<Traced> {
  const log = join(machine.home, `${process.pid}-${++traces}.strace`);
  const options = ['-f', '-y', '-s', '400', '-o', log, '-e', `trace=${SYSCALLS}`];
  if (inject !== undefined) options.push('-e', `inject=${inject}`);
  const finished = await machine.start(args, { by: ['strace', ...options, ...by] }).ended;
  const syscalls = parsed(readFileSync(log, 'utf8'));
  rmSync(log);
  return { ...finished, syscalls };
}

/** A call that another thread interrupted stands in two lines: `… <unfinished ...>`, `<... write resumed>…`. */
function parsed(log: string): Syscall[] {
  const calls: Syscall[] = [];
  for (const line of log.split('\n')) {
    const [, thread, name] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (thread && name) calls.push({ thread, name, text: line });
    const [, resumed, rest = ''] = /^(\d+) +<\.\.\. (\w+ resumed>.*)/.exec(line) ?? [];
    const begun = calls.findLast((call) => call.thread === resumed);
    if (begun) begun.text += rest;
  }
  return calls;
}

/** A place at which a run can be struck: the n-th call of a name. */
export interface Point {
  name: string;
  when: number;
}

/** Every such place of a run that came to its end. */
export function pointsOf(syscalls: readonly Syscall[]): (Point & { text: string })[] {
  const counts = new Map<string, number>();
  return syscalls.map(({ thread, name, text }) => {
    // strace counts for each thread by itself.
    const key = `${thread} ${name}`;
    const when = (counts.get(key) ?? 0) + 1;
    counts.set(key, when);
    return { name, when, text };
  });
}

/** Of files, sockets and standard output; not of what threads use to wake each other. */
export function isOutward({ text }: { text: string }): boolean {
  return !/^\d+ +write\(\d+<(pipe:|anon_inode:)/.test(text);
}
