/** CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection, no final xor. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc;
}

/**
 * The checksum of a payload as four upper-case hexadecimal digits. `text` is everything up to and
 * including the head of the CRC field (`6304`, on slips `9104`). Lengths inside a payload count
 * characters, but the checksum runs over the UTF-8 bytes: only so does the EMVCo sample with a
 * Chinese name come out right.
 */
export function checksum(text: string): string {
  return crc16(new TextEncoder().encode(text)).toString(16).toUpperCase().padStart(4, '0');
}
