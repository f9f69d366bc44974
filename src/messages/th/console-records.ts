import type { Translation } from '../../core/message.js';
import type * as english from '../console-records.js';

export const journalWords: Translation<typeof english.journalWords> = {
  lead: 'คำสั่งที่เครื่องนี้ส่งและเคลื่อนย้ายเงินได้ ใหม่สุดอยู่บน',
  none: 'ยังไม่มีบันทึก เครื่องนี้ไม่เคยส่งคำสั่งที่เคลื่อนย้ายเงิน',
  raw: 'ทุกบรรทัดตามที่เก็บไว้',
};

export const confirmationWords: Translation<typeof english.confirmationWords> = {
  lead: 'ข้อความที่ธนาคารส่งมา ใหม่สุดอยู่บน รายการใหม่แสดงเอง',
  none: 'ยังไม่ได้รับ ข้อความจะเข้ามาเมื่อมีเครื่องรับทำงานอยู่',
  live: 'สด',
  lost: 'การเชื่อมต่อขาด กำลังลองใหม่',
  fresh: 'ใหม่',
  paused: 'แสดงรายการใหม่เองเมื่อเปิดใช้สคริปต์ หรือโหลดหน้านี้อีกครั้ง',
  otherContents: 'มีข้อความอื่นที่ขัดกัน',
};

export const reconcileWords: Translation<typeof english.reconcileWords> = {
  lead: 'เทียบคำสั่งซื้อกับไฟล์ของธนาคาร ไม่มีการส่งหรือเก็บข้อมูลใด ๆ',
  orders: 'คำสั่งซื้อของคุณ',
  bankFile: 'ไฟล์ของธนาคาร',
  compare: 'เปรียบเทียบ',
  files:
    'ไฟล์คำสั่งซื้อเป็น CSV หรือ xlsx ที่บรรทัดแรกเป็นชื่อคอลัมน์: เลขอ้างอิง จำนวนเงิน วันที่ ไฟล์ของธนาคารเป็นแบบเดียวกัน หรือเป็นรายการเดินบัญชี: camt.053, MT940, BAI2',
  noFiles: 'โปรดเลือกทั้งสองไฟล์แล้วเปรียบเทียบ',
  classes: 'แยกตามประเภท',
  breaks: 'รายการที่ไม่ตรงกัน',
  allMatched: 'ตรงกันทุกรายการ',
  cut: 'แสดงเฉพาะ 500 รายการแรก คำสั่งกระทบยอดในเทอร์มินัลบันทึกทุกรายการลงไฟล์ได้',
  ordersFile: 'คำสั่งซื้อของคุณ',
  theBanksFile: 'ไฟล์ของธนาคาร',
};

export const healthWords: Translation<typeof english.healthWords> = {
  lead: 'ผลการตรวจเครื่องนี้ในขณะนี้',
  fix: 'วิธีแก้',
};
