import type { Translation } from '../../core/message.js';
import type * as english from '../case.js';

export const caseWords: Translation<typeof english.caseWords> = {
  title: 'แฟ้มข้อมูลสำหรับฝ่ายสนับสนุนของธนาคาร เขียนโดย payctl investigate',
  verdict: (exit, sentence) => `ข้อสรุป (exit ${exit}): ${sentence}`,
  contradiction: (severity, what) => `${severity}: ${what}`,
  files: `\
case.json         สิ่งที่พบ ในรูปข้อมูล
timeline.txt      ลำดับเหตุการณ์ เวลากรุงเทพฯ
requests.csv      การเรียกทุกครั้ง: เวลา การทำงาน requestUId สถานะ HTTP รหัสของธนาคาร
environment.json  รุ่นของ payctl และบริษัท เทอร์มินัล ผู้รับชำระที่สอบถาม
SHA256SUMS        ค่าตรวจสอบของไฟล์ข้างต้น`,
  leftOut: `\
ไม่มีข้อมูลรับรอง ชื่อ เลขบัญชี หรือเนื้อความใดๆ ในแฟ้มนี้ เลขอ้างอิงแสดงตามจริง
เพราะธนาคารใช้ค้นหารายการชำระเงิน บันทึกแสดงตามที่เขียนไว้ โดยปิดเลขและที่อยู่ของบุคคล
โปรดอ่านก่อนส่ง`,
};
