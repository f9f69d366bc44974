import type { Random } from '../../host/host.js';

/** Thirty-two characters, so that five bits of a random byte choose one without bias. */
const CONFIRMATIONS = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

export function randomDigits(random: Random, count: number): string {
  return Array.from(random.bytes(count), (byte) => String(byte % 10)).join('');
}

export function randomLetters(random: Random, count: number): string {
  return Array.from(random.bytes(count), (byte) => CONFIRMATIONS.charAt(byte & 31)).join('');
}

export function uuid(random: Random): string {
  const hex = Array.from(random.bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
