import type { Translation } from '../../core/message.js';
import type * as english from '../timeline.js';

export const timeline: Translation<typeof english.timeline> = {
  codeMade: {
    terminal: (reference) => `สร้างรหัส QR ของ ${reference}`,
    page: () => 'สร้างรหัส QR',
  },
  sent: {
    terminal: (command, reference, machine) =>
      `ส่งคำสั่ง ${command} ${reference}${machine ? ` จาก ${machine}` : ''}`,
    page: (name, reference) => `ส่งคำสั่ง: ${name} ${reference}`,
  },
  answered: {
    terminal: ({ httpStatus, ending, code, ms }) =>
      [
        httpStatus === undefined ? 'ไม่มีคำตอบ:' : `ธนาคารตอบ HTTP ${httpStatus}:`,
        ending,
        code && `(รหัส ${code})`,
        ms === undefined ? '' : `ใช้เวลา ${ms} ms`,
      ]
        .filter(Boolean)
        .join(' '),
    page: ({ httpStatus, ending }) =>
      httpStatus === undefined ? `ไม่มีคำตอบ: ${ending}` : `ธนาคารตอบว่า: ${ending}`,
  },
  silent: 'ไม่มีบันทึกคำตอบ',
  asked: {
    terminal: (operation, word) => `สอบถาม ${operation}: ${word}`,
    page: () => 'สอบถามภายหลัง',
  },
  resolved: {
    terminal: (ending) => `สรุปผลภายหลังเป็น ${ending}`,
    page: () => 'สรุปผลภายหลัง',
  },
  settled: {
    terminal: (as) => `เจ้าหน้าที่สรุปว่า ${as}`,
    page: () => 'เจ้าหน้าที่สรุปผล',
  },
  received: {
    terminal: ({ id, machine, differs = [] }) => {
      const where = machine === undefined ? '' : `ที่ ${machine}`;
      const other = ` แต่มีข้อความยืนยันอื่นที่ใช้เลขนี้และต่างกัน: ${differs.join(', ')}`;
      return `ได้รับข้อความยืนยัน ${id}${where && ` ${where}`}${differs.length === 0 ? '' : other}`;
    },
    page: ({ id }) => ['ได้รับการยืนยัน', id].filter(Boolean).join(' '),
  },
  paid: {
    terminal: (transaction) => `ชำระเงิน${transaction ? ` เลขที่รายการ ${transaction}` : ''}`,
    page: (transaction) => ['ชำระเงิน', transaction].filter(Boolean).join(' '),
  },
  bankSays: {
    terminal: (what, wallet) => `ธนาคารแจ้งว่า${wallet ? ` (${wallet})` : ''}: ${what}`,
    page: (what, inquiry) => `ธนาคารแจ้งว่า: ${what} (${inquiry})`,
  },
  noted: (by, text) => `หมายเหตุโดย ${by}: ${text}`,

  journal: 'บันทึกในเครื่อง',
  confirmations: 'การยืนยันจากธนาคาร',
  bank: 'ธนาคาร',
};
