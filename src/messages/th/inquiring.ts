import type { Translation } from '../../core/message.js';
import type * as english from '../inquiring.js';

export const inquiring: Translation<typeof english.inquiring> = {
  otherCredentials: 'ธนาคารไม่มีรายการนี้ภายใต้ข้อมูลรับรองชุดนี้ สอบถามด้วยข้อมูลรับรองชุดที่ใช้ทำรายการ',
  silent: (word) => `ผลสอบถามไม่ระบุว่ารายการจบอย่างไร${word === undefined ? '' : ` (${word})`}`,
  turnedAway: (status, code) =>
    `ธนาคารไม่รับการสอบถาม (HTTP ${status ?? '-'} รหัส ${code ?? '-'}) ซึ่งไม่ได้หมายความว่าธนาคารไม่มีรายการ`,
  showsMore: 'ธนาคารแจ้งว่าไม่มีรายการ แต่แสดงข้อมูลมากกว่านั้น',
  contradicts: (field, theirs, ours) => `ธนาคารมี ${field} เป็น ${theirs} แต่ที่ส่งไปคือ ${ours}`,
  notCovered: 'ไม่มีการสอบถามสำหรับรายการนี้',
  rawNotCovered: {
    terminal: 'ไม่มีการสอบถามสำหรับคำสั่งที่ไม่อยู่ในรายการคำสั่ง ถ้าคำสั่งนั้นอ่านอย่างเดียว ใช้ --reads',
    page: 'ไม่มีการสอบถามสำหรับคำสั่งที่ไม่อยู่ในรายการคำสั่ง',
  },
  notAskedYet: 'ยังไม่ได้สอบถามธนาคาร',
  noRecordYet: 'ธนาคารยังไม่มีรายการนี้ ซึ่งยังพิสูจน์อะไรไม่ได้',
  notFinal: 'ยังไม่สิ้นสุด',
};
