import type { Translation } from '../../core/message.js';
import type * as english from '../value-names.js';

export const lineTypes: Translation<typeof english.lineTypes> = {
  intent: 'ตัดสินใจส่ง',
  outcome: 'ได้คำตอบ',
  inquiry: 'สอบถามธนาคาร',
  resolution: 'ทราบผล',
  settlement: 'เจ้าหน้าที่สรุป',
  archived: 'เก็บถาวร',
};

export const confirmationStates: Translation<typeof english.confirmationStates> = {
  hint: 'ยังไม่ตรวจ',
  verified: 'ตรวจแล้ว',
  contradicted: 'ขัดแย้ง',
};

export const forwardingStates: Translation<typeof english.forwardingStates> = {
  waiting: 'รอส่งต่อ',
  delivered: 'ส่งต่อแล้ว',
  dead: 'เลิกส่งต่อ',
};

export const customerEnds: Translation<typeof english.customerEnds> = {
  paid: 'ชำระแล้ว',
  failed: 'ปฏิเสธแล้ว',
  pending: 'ยังไม่ได้ยืนยัน',
};

export const walletNames: Translation<typeof english.walletNames> = {
  W: 'วอลเล็ต B',
  A: 'วอลเล็ต A',
  P: 'QR ของธนาคาร',
};

export const referenceNames: Translation<typeof english.referenceNames> = {
  outTradeNo: 'เลขคำสั่งซื้อ',
  qrId: 'เลข QR',
  transRef: 'เลขสลิป',
  reference1: 'เลขอ้างอิง 1',
  tokenizerId: 'เลขการโอน',
  partnerTransactionId: 'เลขรายการหน้าร้าน',
  refNumber: 'เลขการหักบัญชี',
  regRef: 'เลขการลงทะเบียน',
  transactionId: 'เลขที่รายการ',
  requestUId: 'เลขคำขอ',
};

export const payeeNames: Translation<typeof english.payeeNames> = {
  companyId: 'บริษัท',
  terminalId: 'จุดรับชำระ',
  billerId: 'ผู้รับชำระ',
  merchantId: 'ร้านค้า',
  payeeBillerId: 'ผู้รับชำระ',
  subAccountId: 'บัญชี',
  reference1: 'เลขอ้างอิง 1',
};
