import { decode, isPersonalField } from './decode.js';
import { checksum } from './tlv.js';

/** Names of payees and messages to them: neither card nor account, but somebody. */
const NAMES = /^(?:59|64\.0[12]|81)$/;

const MESSAGE = '81';

/** Tag and length. */
const HEAD = 4;

/**
 * A Thai QR without what tells who somebody is: accounts of people, card numbers, names, messages.
 * `mask` makes another value of the same length, so that the code reads as before, and its checksum
 * is right if it was. Any other text comes back as it is.
 */
export function maskPayload(payload: string, mask: (value: string) => string): string {
  if (!payload.startsWith('000201')) return payload;
  const decoded = decode(payload);
  const { fields, crc } = decoded;
  const holders = new Set(fields.map(({ path }) => path.slice(0, -'.00'.length)));
  const characters = Array.from(payload);
  for (const field of fields) {
    const { path, offset, value } = field;
    if (holders.has(path) || !(isPersonalField(field, decoded) || NAMES.test(path))) continue;
    // A message is hexadecimal, and stays so.
    const values = Array.from(path === MESSAGE ? value.replace(/[^1]/g, '1') : mask(value));
    characters.splice(offset + HEAD, values.length, ...values);
  }
  const masked = characters.join('');
  const last = fields.find(({ path }) => path === '63');
  if (masked === payload || !crc?.valid || last === undefined) return masked;
  const head = characters.slice(0, last.offset + HEAD).join('');
  return head + checksum(head) + characters.slice(last.offset + HEAD + 4).join('');
}
