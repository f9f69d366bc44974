import type { Translation } from '../../core/message.js';
import type * as english from '../contradictions.js';

export const contradictions: Translation<typeof english.contradictions> = {
  doubted: (inquiry, why) => `คำตอบของ ${inquiry} เชื่อไม่ได้: ${why}`,

  paidTwice: (times, amounts) => `มีการชำระ ${times} ครั้งด้วยเลขอ้างอิงเดียวกัน: ${amounts.join(' และ ')}`,
  amountAt: (amount, moment) => `${amount} เมื่อ ${moment}`,
  slipAndBill: (slip, bill) => `สลิประบุ ${slip} แต่ bill inquire ระบุ ${bill}`,
  inquireAndSearch: (inquire, search) => `bill inquire ระบุ ${inquire} แต่ bill search ระบุ ${search}`,
  inquiryTwice: (inquiry, one, other) => `${inquiry} ระบุทั้ง ${one} และ ${other} ของรายการเดียวกัน`,

  commandAmount: (command, amount, bank) =>
    `คำสั่ง ${command} ของเราระบุ ${amount} แต่ธนาคารระบุ ${bank}`,
  payloadAmount: (payload, amount, bank) => `${payload}ขอเรียกเก็บ ${amount} แต่ธนาคารระบุ ${bank}`,
  givenAmount: (amount, bank) => `จำนวนเงินที่ให้มาคือ ${amount} แต่ธนาคารระบุ ${bank}`,

  reversalNotShown: (command, bank) =>
    `เราส่ง ${command} แล้ว แต่ธนาคารไม่แสดงรายการคืนเงิน โดยระบุ ${bank}`,
  reversedTwice: (commands) => `${commands.join(' และ ')} สำเร็จทั้งคู่: คืนเงินไปสองครั้ง`,
  journalAgainst: (command, state, bank) =>
    `บันทึกของเราระบุว่า ${command} ${state} แต่ธนาคารระบุ ${bank}`,
  journalUnknownToBank: (command) => `บันทึกของเราระบุว่า ${command} สำเร็จ แต่ธนาคารไม่รู้จักรายการนี้`,
  journalUnconfirmed: (command) => `บันทึกของเราระบุว่า ${command} สำเร็จ แต่ธนาคารแจ้งว่ายังไม่ได้ยืนยัน`,
  journalBehind: (state, bank) => `บันทึกของเราระบุว่า ${state} แต่ธนาคารระบุ ${bank}`,
  takenBack: (bank) => `เคยชำระแล้ว แต่ขณะนี้ธนาคารระบุ ${bank}: ถูกดึงเงินคืน แต่ไม่ใช่จากเครื่องนี้`,
  wrongWallet: (command, sent, bank) => `เราส่ง ${command} ไปที่${sent} แต่ธนาคารมีรายการใน${bank}`,

  confirmationAmount: (confirmation, inquiry) =>
    `ข้อความยืนยันระบุ ${confirmation} แต่ผลสอบถามระบุ ${inquiry}`,
  confirmationTransaction: (id) => `ข้อความยืนยัน ${id} อ้างถึงรายการที่ธนาคารไม่มี`,
  confirmationUnknown: (amount) =>
    `ได้รับข้อความยืนยัน${amount ? `จำนวน ${amount}` : 'การชำระเงิน'} แต่ธนาคารไม่มีรายการดังกล่าว`,
  confirmationUnpaid: (amount, bank) =>
    `ได้รับข้อความยืนยัน${amount ? `จำนวน ${amount}` : 'การชำระเงิน'} แต่ธนาคารแจ้งว่ายังไม่ชำระ: ${bank}`,
  confirmationsDiffer: (id, fields) =>
    `ข้อความยืนยัน ${id} มาถึงโดยมีเนื้อหาต่างกัน (${fields.join(', ')}): อาจมีฉบับปลอม`,
  notDelivered: (id) => `ได้รับข้อความยืนยัน ${id} แล้ว แต่แอปพลิเคชันของคุณยังไม่เคยรับ`,

  broken: (payload, fault) => `${payload}เสียหายหรือถูกแก้ไข: ${fault}`,
  otherBiller: (payee, own) => `เป็นการจ่ายให้ผู้รับชำระ ${payee} แต่โปรไฟล์นี้คือผู้รับชำระ ${own}`,
};
