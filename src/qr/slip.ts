import { checksum } from './crc.js';
import { writeField } from './tlv.js';

/** The mini QR of a bank's slip. It holds neither amount nor receiver: the bank has to be asked. */
export interface Slip {
  /** Three digits. */
  sendingBank: string;
  /** Up to 25 letters and digits, case matters. */
  transRef: string;
}

/** Writes the mini QR of a slip. Throws USAGE where a part does not fit. */
export function writeSlip({ sendingBank, transRef }: Slip): string {
  const parts =
    writeField('00', '000001') + writeField('01', sendingBank) + writeField('02', transRef);
  const head = `${writeField('00', parts)}${writeField('51', 'TH')}9104`;
  return head + checksum(head);
}
