import { PayctlError } from '../../core/errors.js';
import type { Row } from './line.js';

/** Readers of what the server sent, which the driver gives no types. */

export function textIn(row: Row | undefined, name: string): string {
  const value = row?.[name];
  if (typeof value === 'string') return value;
  throw unexpected(name);
}

export function numberOf(row: Row | undefined, name: string): number {
  const value = row?.[name];
  // The driver leaves numbers of more than 32 bits as texts.
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number === 'number' && !Number.isNaN(number)) return number;
  throw unexpected(name);
}

export function flag(row: Row | undefined, name: string): boolean {
  const value = row?.[name];
  if (typeof value === 'boolean') return value;
  throw unexpected(name);
}

export function bytesIn(row: Row | undefined, name: string): Uint8Array {
  const value = row?.[name];
  if (value instanceof Uint8Array) return value;
  throw unexpected(name);
}

/** ISO 8601 in UTC. */
export function momentIn(row: Row | undefined, name: string): string {
  const value = row?.[name];
  if (value instanceof Date) return value.toISOString();
  throw unexpected(name);
}

function unexpected(name: string): PayctlError {
  return new PayctlError('CONFIG', `the shared store answered without ${name}`, {
    hint: 'payctl store status',
    executed: 'no',
  });
}
