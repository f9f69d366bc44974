import type { Translation } from '../../core/message.js';
import type * as english from '../recording.js';

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
