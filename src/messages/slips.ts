import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

const NO_GOODS = 'do not hand over goods for this slip';
const NO_GOODS_ALONE = 'Do not hand over goods for this slip.';

/** What a slip is worth. */
export const slips = area('slips', () => ({
  // What the bank says of a slip.
  confirmed: (payment: string, remarks: readonly string[]) =>
    [`The bank confirms the slip: ${payment}`, ...remarks].join('; '),
  payment: ({ amount, day, time }: { amount: string; day: string; time: string }) =>
    `${amount} baht on ${day} at ${time}`,
  asExpected: (names: readonly string[]) => `as expected: ${names.join(', ')}`,
  compare: {
    terminal:
      'compare this amount with the slip and with your order, or give it by --expect-amount',
    page: 'Compare this amount with the slip and with your order.',
  },
  accepted: 'accepted, and will not be accepted again',
  unknown: 'unknown',
  seenAgain: (moment: string) =>
    `seen before: this slip was accepted, or verified for another order, on ${moment} (Bangkok)`,
  seenBeforeUnknown: (why: string) => `cannot tell whether this slip was verified before: ${why}`,
  otherBank: {
    terminal: (bank: string) =>
      `the inquiry named bank ${bank} as the sender; if the money came from another bank, set --sending-bank`,
    page: (bank: string) =>
      `The bank was asked for a slip of bank ${bank}. If the money came from another bank, use the picture of the slip.`,
  },

  // What is expected of it.
  otherPayment: {
    terminal: (paid: string, names: readonly string[]) =>
      `the slip is real, and ${paid} baht was paid; but it is not the expected payment: ${names.join(', ')} differ${names.length === 1 ? 's' : ''}`,
    page: (paid: string) =>
      `The slip is real, and ${paid} baht was paid; but it is not the expected payment:`,
  },
  differs: (is: string, expected: string) => `is ${is}; expected ${expected}`,
  absent: 'absent',
  noGoods: { terminal: NO_GOODS, page: NO_GOODS_ALONE },

  // Accepting it, once.
  /** `how`: when, and by what. */
  acceptedBefore: {
    terminal: (_moment: string, how: string) => `this slip was accepted before: ${how}`,
    page: (moment: string) => `This slip was accepted before, on ${moment}.`,
  },
  personDecides: {
    terminal: `${NO_GOODS}; if that process ended before it said so, a person decides`,
    page: NO_GOODS_ALONE,
  },
  notAccepted: (why: string) => `the slip is real, but it was not accepted: ${why}`,
  mayBeAccepted: (why: string) =>
    `the slip is real, but it is not known whether it was accepted: ${why}`,
  runAgain: 'run the same command again on this machine',

  // What is no slip.
  several: (count: number) => `the picture shows ${count} slips`,
  cropToOne: { terminal: 'crop it to one of them', page: 'Crop it to one of them.' },
  brokenCode: (why: string) => `the mini QR of the slip is broken: ${why}`,
  scanAgain: (other: string) => `scan it again, or ${other}`,
  noSlip: 'this is not a payment reference, the mini QR of a slip, or a file with one',
  paymentCode:
    'this is not a payment reference, the mini QR of a slip, or a file with one: it is a payment code',
  seeCode: {
    terminal: phrase`${payctl.withoutProfile`qr decode SOURCE`} shows what it says`,
    page: '',
  },
}));
