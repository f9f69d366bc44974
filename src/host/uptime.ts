/** Milliseconds of the kernel's monotonic clock, which cannot be set and is the same in every process. */
export function uptimeMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
