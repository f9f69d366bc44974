import { sha256 } from '../../core/hash.js';

/** What names a slip. */
export interface Slip {
  baseUrl: string;
  sendingBank: string;
  transRef: string;
}

/** A hash: nobody reads references out of the store. */
export function nameOf(what: '' | 'accepted', { baseUrl, sendingBank, transRef }: Slip): string {
  const words = [what, baseUrl, sendingBank, transRef].filter(Boolean);
  return sha256(JSON.stringify(words)).slice(0, 32);
}

export const NO_GOODS = 'do not hand over goods for this slip';
