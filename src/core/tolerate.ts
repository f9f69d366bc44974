import { PayctlError } from './errors.js';

/**
 * The value of `work`, or of `recover` (without it undefined) where that throws a PayctlError. Any
 * other error is a bug, and is thrown on.
 */
export function tolerate<T>(work: () => Promise<T>): Promise<T | undefined>;
export function tolerate<T, R>(
  work: () => Promise<T>,
  recover: (error: PayctlError) => R | Promise<R>,
): Promise<T | R>;
export async function tolerate<T, R>(
  work: () => Promise<T>,
  recover?: (error: PayctlError) => R | Promise<R>,
): Promise<T | R | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return recover?.(error);
  }
}

/** The same for synchronous work. */
export function tolerateSync<T>(work: () => T): T | undefined;
export function tolerateSync<T, R>(work: () => T, recover: (error: PayctlError) => R): T | R;
export function tolerateSync<T, R>(
  work: () => T,
  recover?: (error: PayctlError) => R,
): T | R | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return recover?.(error);
  }
}
