import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../customer.js';

/** How a payment stands that cannot be paid any more. */
const STANDS: Readonly<Record<string, string>> = {
  paid: 'รายการนี้ชำระแล้ว',
  failed: 'รายการนี้ชำระไม่สำเร็จ',
  cancelled: 'รายการนี้ถูกยกเลิกแล้ว',
  refunded: 'รายการนี้คืนเงินแล้ว',
  closed: 'รายการนี้ปิดแล้ว',
};

export const customer: Translation<typeof english.customer> = {
  cannotPay: {
    terminal: (why) => `ลูกค้าชำระไม่ได้: ${why}`,
    page: (why) => `ชำระไม่ได้: ${why}`,
  },
  qrExpired: 'QR หมดอายุแล้ว',
  codeExpired: 'รหัสหมดอายุแล้ว',
  codeVoid: 'รหัสถูกยกเลิกแล้ว',
  gaveUp: 'ลูกค้าไม่ชำระ',
  noCards: 'รหัสนี้ไม่รับบัตร',
  cardsOnly: 'รหัสนี้รับเฉพาะบัตร',
  walletsOnly: 'รหัสนี้ชำระจากกระเป๋าเงิน จึงเลือกบัญชีหรือบัตรไม่ได้',
  cardHasNoAccount: 'ผู้ที่ชำระด้วยบัตรเลือกบัญชีไม่ได้',
  paidAtOnce: 'มีเพียงการชำระด้วย e-wallet ที่ค้างรอได้ รหัสนี้ชำระทันที',
  asksFor: (amount) => `รหัสนี้ขอรับ ${amount}`,
  paidAlready: (times) => `รหัสนี้ชำระไปแล้ว ${times} ครั้ง`,
  linkPaid: 'ลิงก์นี้ชำระไปแล้ว',
  paymentStands: (state) => STANDS[state] ?? `สถานะของรายการคือ ${state}`,
  balanceTooSmall: (account) => `ยอดเงินของ ${account} ไม่พอ`,
  amountOpen: {
    terminal: 'รหัสนี้ไม่ระบุจำนวนเงิน',
    page: 'รหัสนี้ไม่ระบุจำนวน โปรดกรอกจำนวนเงิน',
  },
  amountWrong: {
    terminal: (amount) => `${amount} ไม่ใช่จำนวนเงินที่ชำระได้`,
    page: () => 'ชำระจำนวนเงินนี้ไม่ได้',
  },
  setAmount: { terminal: 'ระบุจำนวนเงิน เช่น --amount 100.00', page: '' },
  unknownTarget: 'ธนาคารจำลองไม่มีเลขอ้างอิง QR หรือรหัสชำระบิลนี้',
  madeBy: (bank) => `ธนาคารจำลอง ${bank} เป็นผู้สร้างรหัสนี้ จึงชำระได้ที่นั่นเท่านั้น`,
  payAt: {
    terminal: (bank) =>
      phrase`ชำระที่นั่นด้วย ${payctl.withoutProfile`sandbox pay --id ${bank} TARGET`}`,
    page: () => '',
  },
  madeByShared: 'ธนาคารจำลองที่ใช้ร่วมกันเป็นผู้สร้างรหัสนี้ จึงชำระได้ที่นั่นเท่านั้น',
  payAtShared: {
    terminal: phrase`ชำระที่นั่นด้วย ${payctl.withoutProfile`sandbox pay TARGET`} โดยไม่ใช้ --id และ PAYCTL_SANDBOX`,
    page: '',
  },
  seeLog: {
    terminal: phrase`ดูรายการที่มีด้วย ${payctl.withoutProfile`sandbox log`} หรือสร้าง QR ด้วย ${payctl.on('sandbox')`qr create`}`,
    page: 'เลือกรหัสจากหน้าจอของร้าน',
  },
  balanceWrong: {
    terminal: (balance) => `ยอดเงิน ${balance} ไม่ใช่จำนวนเงิน`,
    page: () => 'ยอดเงินไม่ถูกต้อง',
  },
  noCustomer: (name, known) => `ธนาคารจำลองไม่มีลูกค้า ${name} มีเฉพาะ ${known}`,
  noAccount: (account) => `ธนาคารจำลองไม่มีบัญชี ${account}`,
  noRegistration: (reference) => `ไม่มีการสมัคร ${reference} ที่รอลูกค้าอยู่`,
  noSlip: 'ชำระแล้ว แต่มีสลิปเฉพาะเมื่อชำระจากบัญชี',
};
