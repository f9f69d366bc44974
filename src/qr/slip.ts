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

/** The variant that a wallet prints. */
export interface WalletSlip {
  eventType: string;
  transRef: string;
  /** DDMMYYYY. */
  date: string;
}

/** Writes the mini QR of a wallet's slip, whose checksum is in lower case. */
export function writeWalletSlip({ eventType, transRef, date }: WalletSlip): string {
  const values = ['01', '01', eventType, transRef, date];
  const parts = values.map((value, index) => writeField(`0${index}`, value)).join('');
  const head = `${writeField('00', parts)}9104`;
  return head + checksum(head).toLowerCase();
}
