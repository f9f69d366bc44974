import type { Translation } from '../../core/message.js';
import type * as english from '../calls.js';

export const lists: Translation<typeof english.lists> = {
  shrank: (before, now) => `รายการลดลงจาก ${before} เหลือ ${now} ระหว่างที่อ่าน จึงอาจขาดไปหนึ่งรายการ`,
  repeats: (page) => `หน้า ${page} ซ้ำกับหน้าก่อน`,
  miscounted: (total, given) => `ธนาคารนับได้ ${total} รายการ แต่ส่งมา ${given} รายการ`,
  fetched: (count, total) =>
    total === undefined ? `อ่านได้ ${count} รายการ` : `อ่านได้ ${count} จาก ${total} รายการ`,
  pageFailed: ({ page, why, fetched }) => `หน้า ${page}: ${why} (${fetched})`,
  contradicted: ({ call, why, fetched }) => `${call}: ${why} (${fetched})`,
  onePage: {
    terminal: 'ลองใหม่ภายหลัง หรือใช้ --page-number 1 เพื่อดูหน้าเดียว',
    page: 'ลองใหม่ภายหลัง',
  },
  cut: {
    terminal: (count, total) => `แสดง ${count} จาก ${total} รายการ ใช้ --limit ${total} เพื่ออ่านทั้งหมด`,
    page: (count, total) => `แสดง ${count} จาก ${total} รายการ`,
  },
  first: {
    terminal: (count) => `แสดง ${count} รายการแรก อาจมีมากกว่านี้ เพิ่มค่า --limit`,
    page: (count) => `แสดง ${count} รายการแรก อาจมีมากกว่านี้`,
  },
};

export const recordLists: Translation<typeof english.recordLists> = {
  limitZero: (flag) => `${flag} เป็น 0 ใช้ 1 ขึ้นไป`,
};

export const request: Translation<typeof english.request> = {
  unusablePath: (why) => `ใช้เส้นทางของการเรียกนี้ไม่ได้: ${why}`,
  notAsWritten: 'เส้นทางไม่คงตามที่เขียนไว้',
  asInDocument: 'เขียนเส้นทางตามเอกสารของธนาคาร เข้ารหัสแบบเปอร์เซ็นต์ และไม่มีส่วน . หรือ ..',
  header: (name) => `ส่วนหัว ${name} มีอักขระที่ไม่ใช่ ASCII`,
  notRsaKey: 'directDebitKey ไม่ใช่กุญแจสาธารณะ RSA ในรูปแบบ PEM',
  missing: (name) => `ไม่มี ${name}`,
  giveToClient: (name) => `createClient({ ${name}: '…' })`,

  noToken: (why) => `ขอสิทธิ์เข้าใช้จากธนาคารไม่ได้: ${why}`,
  noTokenBy: (why, from) => `ขอสิทธิ์เข้าใช้จากธนาคารไม่ได้: ${why} ${from}`,
  noUser: 'ยังไม่มีผู้ใช้เข้าสู่ระบบ',
  consentEnded: 'ความยินยอมของผู้ใช้สิ้นสุดแล้วและต่ออายุไม่ได้',
};

export const recording: Translation<typeof english.recording> = {
  notRecorded: (call, file) => `ไม่มี ${call} ที่มีค่าเหล่านี้ในไฟล์บันทึก ${file} ไม่มีการส่งคำสั่งใด`,
  recordIt: 'บันทึกด้วย PAYCTL_RECORD หรือเลิกตั้ง PAYCTL_REPLAY',
  notOfLive: (call, profile) =>
    `${call} เคลื่อนย้ายเงินได้และโปรไฟล์ ${profile} ใช้งานจริง ไฟล์บันทึกจึงตอบแทนไม่ได้ ไม่มีการส่งคำสั่งใด`,
  useTest: 'เลิกตั้ง PAYCTL_REPLAY หรือใช้โปรไฟล์ของระบบทดสอบ',
  notRecording: (file, line) => `${file}:${line}: บรรทัดนี้ไม่ใช่การรับส่งที่บันทึกไว้`,
  recordAgain: 'บันทึกใหม่ หรือลบบรรทัดนี้: การทำงานที่ถูกยุติอาจตัดบรรทัดสุดท้ายขาด',
  answersThisRun: 'ไฟล์บันทึกตอบแทนธนาคารในครั้งนี้',
};
