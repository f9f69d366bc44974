/**
 * Milliseconds of a clock that cannot be set. The same in every process: Node counts it from the
 * kernel's own start, not from the process's.
 */
export function uptimeMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
