import type { Translation } from '../../core/message.js';
import type * as english from '../charges.js';

export const chargeNames: Translation<typeof english.chargeNames> = {
  walletPayment: 'ชำระด้วยวอลเล็ต',
  walletCancellation: 'ยกเลิกการชำระด้วยวอลเล็ต',
  walletRefund: 'คืนเงินที่ชำระด้วยวอลเล็ต',
  walletClosing: 'ปิด QR วอลเล็ตที่ยังไม่ชำระ',
  qrVoid: 'ยกเลิกการชำระด้วย QR',
  tillPayment: 'ชำระหน้าร้าน',
  tillRefund: 'คืนเงินที่ชำระหน้าร้าน',
  creditPreparation: 'เตรียมโอนเงิน',
  creditTransfer: 'โอนเงิน',
  debitPreparation: 'เตรียมหักเงินจากบัญชี',
  debitTransfer: 'หักเงินจากบัญชี',
  directDebit: 'หักบัญชีลูกค้าที่ลงทะเบียนแล้ว',
};
