import { readFileSync } from 'node:fs';

/** The processes that a process has started and that still run; none, once it has ended itself. */
export function childrenOf(pid: number): number[] {
  let text = '';
  try {
    text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  } catch {}
  return text.split(' ').filter(Boolean).map(Number);
}
