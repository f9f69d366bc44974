import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import { thaiDates } from '../../core/time.js';
import type * as english from '../slips.js';

const NO_GOODS = 'อย่าส่งมอบสินค้าสำหรับสลิปนี้';

export const slips: Translation<typeof english.slips> = {
  confirmed: (payment, remarks) => [`ธนาคารยืนยันสลิปนี้: ${payment}`, ...remarks].join(' '),
  payment: ({ amount, day, time }) => `${amount} บาท วันที่ ${thaiDates(day)} เวลา ${time}`,
  asExpected: (names) => `ตรงตามที่คาดไว้: ${names.join(', ')}`,
  compare: {
    terminal: 'โปรดเทียบยอดนี้กับสลิปและกับคำสั่งซื้อ หรือระบุยอดด้วย --expect-amount',
    page: 'โปรดเทียบยอดนี้กับสลิปและกับคำสั่งซื้อ',
  },
  accepted: 'รับสลิปแล้ว และจะไม่รับซ้ำ',
  unknown: 'ไม่ทราบ',
  seenAgain: (moment) =>
    `เคยเห็นแล้ว: รับสลิปนี้แล้ว หรือตรวจสำหรับคำสั่งซื้ออื่นแล้ว เมื่อ ${thaiDates(moment)} (เวลากรุงเทพฯ)`,
  seenBeforeUnknown: (why) => `ไม่ทราบว่าเคยตรวจสลิปนี้แล้วหรือไม่: ${why}`,
  otherBank: {
    terminal: (bank) => `ถามธนาคารถึงสลิปของธนาคาร ${bank} ถ้าเงินมาจากธนาคารอื่น ให้ระบุ --sending-bank`,
    page: (bank) => `ถามธนาคารถึงสลิปของธนาคาร ${bank} ถ้าเงินมาจากธนาคารอื่น ให้ใช้รูปสลิป`,
  },

  otherPayment: {
    terminal: (paid, names) =>
      `สลิปเป็นของจริง และชำระ ${paid} บาท แต่ไม่ใช่รายการที่คาดไว้: ${names.join(', ')} ไม่ตรงกัน`,
    page: (paid) => `สลิปเป็นของจริง และชำระ ${paid} บาท แต่ไม่ใช่รายการที่คาดไว้:`,
  },
  differs: (is, expected) => `เป็น ${is} แต่คาดไว้ ${expected}`,
  absent: 'ไม่มี',
  noGoods: NO_GOODS,

  acceptedBefore: {
    terminal: (_moment, how) => `เคยรับสลิปนี้แล้ว: ${thaiDates(how)}`,
    page: (moment) => `เคยรับสลิปนี้แล้วเมื่อ ${thaiDates(moment)}`,
  },
  personDecides: {
    terminal: `${NO_GOODS} ถ้าโปรเซสนั้นจบก่อนแจ้งผล ต้องให้เจ้าหน้าที่ตัดสินใจ`,
    page: NO_GOODS,
  },
  notAccepted: (why) => `สลิปเป็นของจริง แต่ไม่ได้รับไว้: ${why}`,
  mayBeAccepted: (why) => `สลิปเป็นของจริง แต่ไม่ทราบว่ารับไว้แล้วหรือไม่: ${why}`,
  runAgain: 'สั่งคำสั่งเดิมอีกครั้งบนเครื่องนี้',

  several: (count) => `ในรูปมีสลิป ${count} ใบ`,
  cropToOne: 'ตัดให้เหลือใบเดียว',
  brokenCode: (why) => `QR ของสลิปเสียหาย: ${why}`,
  scanAgain: (other) => `สแกนอีกครั้ง หรือ${other}`,
  noSlip: 'นี่ไม่ใช่เลขอ้างอิง QR ของสลิป หรือไฟล์ที่มี QR ของสลิป',
  paymentCode: 'นี่ไม่ใช่เลขอ้างอิง QR ของสลิป หรือไฟล์ที่มี QR ของสลิป แต่เป็นรหัสชำระเงิน',
  seeCode: {
    terminal: phrase`${payctl.withoutProfile`qr decode SOURCE`} แสดงสิ่งที่อยู่ในรหัส`,
    page: '',
  },
};
