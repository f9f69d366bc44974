import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../qr.js';

export const qr: Translation<typeof english.qr> = {
  notSaved: (why) => `ธนาคารสร้างแล้ว แต่บันทึกรูปไม่ได้: ${why}`,
  saveLater: phrase`บันทึกจากผลข้างบนได้ด้วย ${payctl.withoutProfile`qr render PAYLOAD --save FILE.png`}`,
  notDrawn: (why, hint) => `ไม่ได้วาด QR: ${why}${hint === undefined ? '' : ` (${hint})`}`,
  larger: (pixels) => `รูปกว้าง ${pixels} พิกเซล เพราะรูปที่เล็กกว่านี้สแกนไม่ได้`,
  saved: (file) => `บันทึก ${file} แล้ว`,
  size: ({ least, most, given }) => `--size ต้องเป็นจำนวนพิกเซลตั้งแต่ ${least} ถึง ${most} ไม่ใช่ ${given}`,

  codeAt: (place) => `รหัสที่ ${place}`,
  nothingToFix: 'ไม่มีสิ่งที่ต้องแก้',
  notPayment: (place) => `รหัสที่ ${place} ไม่ใช่รหัสชำระเงิน สลิป หรือบาร์โค้ดบิล`,
  everyRule: {
    terminal: phrase`ดูทุกกฎที่ผิดได้ด้วย ${payctl.withoutProfile`qr lint SOURCE`}`,
    page: '',
  },

  onlyOfV1: (type) => `--api v2 รองรับเฉพาะ --qr-type PP ไม่ใช่ ${type}`,
  leaveApiOut: 'ไม่ต้องใส่ --api',
  leaveV1Out: 'ไม่ต้องใส่ --api v1',
  addV1: 'เพิ่ม --api v1 หรือ --qr-type CS',
  foreignFlag: (flag, path) => `${flag} ไม่ใช่ฟิลด์ของ ${path}`,
  otherPayload: (differences) => `QR ไม่ตรงกับคำขอ: ${differences.join(' ')}`,
  difference: ({ field, found, wanted }) => `${field} เป็น ${found} แต่ขอเป็น ${wanted}`,
  absent: 'ไม่มีค่า',
  none: 'ไม่มีค่า',
  doNotShow: phrase`อย่าแสดง QR นี้แก่ลูกค้า ตรวจดูได้ด้วย ${payctl.withoutProfile`qr decode PAYLOAD`}`,
};
