import type { Translation } from '../../core/message.js';
import type * as english from '../reference.js';

export const reference: Translation<typeof english.reference> = {
  orderInWallet: (wallet, outTradeNo) => `${wallet} คำสั่งซื้อ ${outTradeNo}`,
  walletA: 'วอลเล็ต A',
  walletB: 'วอลเล็ต B',
  qr: (qrId) => `QR ${qrId}`,
  registration: (regRef) => `การลงทะเบียน ${regRef}`,
  deeplink: (transactionId) => `ลิงก์ชำระเงิน ${transactionId}`,
  billOn: (reference1, day) => `เลขอ้างอิง 1 ${reference1} วันที่ ${day}`,
  billWithin: ({ reference1, from, to }) => `เลขอ้างอิง 1 ${reference1} ตั้งแต่ ${from} ถึง ${to}`,
  tillOn: (id, day) => `รายการหน้าร้าน ${id} วันที่ ${day}`,
  slip: (transRef, bank) => `สลิป ${transRef} จากธนาคาร ${bank}`,
  transferWithin: ({ id, from, to }) => `การโอน ${id} ตั้งแต่ ${from} ถึง ${to}`,
  directDebit: (refNumber, at) => `การหักบัญชี ${refNumber} เวลา ${at}`,
  unknown: 'ไม่ทราบ',

  uuid: 'UUID',
  upToCapitals: (most) => `ตัวพิมพ์ใหญ่และตัวเลขไม่เกิน ${most} ตัว`,
  upToLetters: (most) => `ตัวอักษรและตัวเลขไม่เกิน ${most} ตัว`,
  upToCharacters: (most) => `อักขระไม่เกิน ${most} ตัว`,
  exactLetters: (count) => `ตัวอักษรและตัวเลข ${count} ตัวพอดี`,
  lettersWithin: (least, most) => `ตัวอักษรและตัวเลข ${least} ถึง ${most} ตัว`,
  digitsWithDate: (count) => `ตัวเลข ${count} หลักที่ขึ้นต้นด้วยวันที่`,
  dateAndDigits: 'วันที่และตัวเลข',
  dateAndLetters: 'วันที่และตัวอักษรเหมือนบนสลิป',
  lettersDateDigits: 'ตัวอักษร วันที่ และตัวเลข',
  ofBiller: 'ขึ้นต้นด้วยรหัสผู้รับชำระของโปรไฟล์',
  ofPrefix: 'ขึ้นต้นเหมือนคำสั่งซื้อของโปรไฟล์',
};
