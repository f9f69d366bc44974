import { area } from '../core/message.js';

/** What references are recognised by, and what the bank is asked about them. */
export const reference = area('reference', () => ({
  /** Of a question: what the bank is asked about. */
  orderInWallet: {
    terminal: (wallet: string, outTradeNo: string) => `${wallet}, outTradeNo ${outTradeNo}`,
    page: (wallet: string, outTradeNo: string) => `${wallet}, order ${outTradeNo}`,
  },
  walletA: 'wallet A',
  walletB: 'wallet B',
  qr: {
    terminal: (qrId: string) => `qrId ${qrId}`,
    page: (qrId: string) => `QR ${qrId}`,
  },
  registration: {
    terminal: (regRef: string) => `regRef ${regRef}`,
    page: (regRef: string) => `registration ${regRef}`,
  },
  deeplink: (transactionId: string) => `deeplink ${transactionId}`,
  billOn: (reference1: string, day: string) => `reference 1 ${reference1} on ${day}`,
  billWithin: ({ reference1, from, to }: { reference1: string; from: string; to: string }) =>
    `reference 1 ${reference1}, ${from} to ${to}`,
  tillOn: {
    terminal: (id: string, day: string) => `partnerTransactionId ${id} on ${day}`,
    page: (id: string, day: string) => `payment at the till ${id} on ${day}`,
  },
  slip: {
    terminal: (transRef: string, bank: string) => `transRef ${transRef}, sent by bank ${bank}`,
    page: (transRef: string, bank: string) => `slip ${transRef}, sent by bank ${bank}`,
  },
  transferWithin: {
    terminal: ({ id, from, to }: Transfer) => `tokenizerId ${id}, ${from} to ${to}`,
    page: ({ id, from, to }: Transfer) => `transfer ${id}, ${from} to ${to}`,
  },
  directDebit: {
    terminal: (refNumber: string, at: string) => `refNumber ${refNumber}, refDateTime ${at}`,
    page: (refNumber: string, at: string) => `direct debit ${refNumber}, at ${at}`,
  },
  unknown: 'unknown',

  /** Why a text may be a reference of a kind. */
  uuid: 'a UUID',
  upToCapitals: (most: number) => `up to ${most} capital letters and digits`,
  upToLetters: (most: number) => `up to ${most} letters and digits`,
  upToCharacters: (most: number) => `up to ${most} characters`,
  exactLetters: (count: number) => `exactly ${count} letters and digits`,
  lettersWithin: (least: number, most: number) => `${least} to ${most} letters and digits`,
  digitsWithDate: (count: number) => `${count} digits that begin with a date`,
  dateAndDigits: 'a date and digits',
  dateAndLetters: 'a date and letters, as on a slip',
  lettersDateDigits: 'letters, a date and digits',
  ofBiller: 'begins with the biller id of the profile',
  ofPrefix: {
    terminal: 'begins with the outTradeNo prefix of the profile',
    page: 'begins as the orders of this profile do',
  },
}));

interface Transfer {
  id: string;
  from: string;
  to: string;
}
