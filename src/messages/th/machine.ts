import type { Translation } from '../../core/message.js';
import type * as english from '../machine.js';

export const machine: Translation<typeof english.machine> = {
  smallStack: 'สแต็กของโปรเซสนี้เล็กเกินไป',
  largerStack: 'เริ่มโดยไม่ใช้ --stack-size และใช้ ulimit -s 8192',
  nothingSent: (why) => `${why} ไม่มีการส่งคำสั่งใด`,
  noMoreFiles: 'โปรเซสนี้เปิดไฟล์เพิ่มไม่ได้',
  raiseFiles: 'เพิ่มเพดาน: ulimit -n 1024',
  machineFull: 'เครื่องนี้เปิดไฟล์เพิ่มไม่ได้',
  endOthers: 'ปิดโปรแกรมอื่น',
  noMemory: 'หน่วยความจำหมด',
  endOthersOrRaise: 'ปิดโปรแกรมอื่น หรือเพิ่มเพดาน',
  refusesMore: 'ระบบไม่ให้โปรเซสหรือหน่วยความจำเพิ่ม',
  seeLimits: 'ดูเพดานได้ด้วย ulimit -a',
  replaced: 'payctl ถูกแทนที่หรือลบออกระหว่างที่คำสั่งนี้ทำงาน',
  startAgain: {
    terminal: 'สั่งซ้ำอีกครั้ง การชำระเงินจะไม่เกิดซ้ำ',
    page: 'โปรดแจ้งผู้ดูแลคอนโซลนี้ให้เริ่มใหม่',
  },

  standardInput: 'อินพุตมาตรฐาน',
  endedBySignal: 'ถูกสัญญาณยุติก่อนอ่านอินพุตจบ',
  noTerminal: (question) => `ไม่มีเทอร์มินัลให้ถาม: ${question}`,
  interrupted: 'ถูกขัดจังหวะขณะถาม ไม่มีการทำสิ่งใด',

  noKeyring: 'เครื่องนี้ไม่มีพวงกุญแจของระบบ',
  withoutKeyring: 'ตั้งค่าด้วย PAYCTL_API_SECRET, secretCommand หรือไฟล์',
  printedTooMuch: (program, bytes) => `${program} พิมพ์เกิน ${bytes} ไบต์`,
  notFound: (program) => `ไม่พบ ${program}`,
  notRun: (program, code) => `เรียก ${program} ไม่ได้ (${code})`,
  tooSlow: (program, seconds) => `${program} ไม่ตอบภายใน ${seconds} วินาที`,
  killed: (program) => `${program} ถูกสัญญาณยุติ`,
  notWebLink: 'ลิงก์ของธนาคารไม่ใช่ที่อยู่เว็บ (http หรือ https)',
  notOpened: (exit) => `เปิดลิงก์ไม่ได้ (exit ${exit})`,

  portInUse: (port, host) => `พอร์ต ${port} ของ ${host} ถูกโปรแกรมอื่นใช้อยู่`,
  otherPort: 'เลือกพอร์ตอื่น หรือ 0 เพื่อใช้พอร์ตที่ว่าง',
  notAPair: (code) => `ใบรับรองและกุญแจของ TLS ไม่ใช่คู่กันในรูปแบบ PEM (${code})`,
  issuedTogether: 'ใช้ใบรับรองและกุญแจที่ออกมาด้วยกัน',
  cannotListen: ({ port, host, why }) => `เปิดรับที่พอร์ต ${port} ของ ${host} ไม่ได้: ${why}`,
  notAllowed: 'ผู้ใช้นี้ไม่มีสิทธิ์ใช้',
  highPort: 'เลือกพอร์ตที่สูงกว่า 1023 และที่อยู่ของเครื่องนี้',
};
