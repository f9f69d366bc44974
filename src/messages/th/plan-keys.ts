import type { Translation } from '../../core/message.js';
import type * as english from '../plan-keys.js';

export const planKeys: Translation<typeof english.planKeys> = {
  name: 'ชื่อของแผน',
  vars: 'ชื่อและค่าของตัวแปร {{random 9}} คือตัวอักษรและตัวเลขเก้าตัว',
  steps: 'รายการของขั้นตอนอย่างน้อยหนึ่งขั้น',
  call: 'ชื่อการทำงาน (ewallet.create) หรือคำของคำสั่ง (qr decode)',
  sandbox: 'คำสั่งของธนาคารจำลองโดยไม่มีคำว่า sandbox เช่น pay REFERENCE',
  with: 'ฟิลด์ ตัวเลือก และอาร์กิวเมนต์พร้อมค่า',
  expect: 'กลุ่มของ exit, code, state, query และ within',
  exit: 'รหัสออกหรือชื่อของรหัส หรือรายการของรหัส',
  code: 'รหัสของธนาคาร',
  state: 'คำที่ธนาคารใช้บอกสถานะ',
  query: 'คำค้น JMESPath และค่าที่ต้องได้',
  within: 'ระยะเวลา เช่น 500ms หรือ 2s',
  save: 'ชื่อและคำค้น JMESPath ของค่า',
  eventually: 'ระยะเวลาที่ทำขั้นตอนซ้ำ เช่น 10s',
  always: 'true หรือ false: ทำขั้นตอนนี้หลังเกิดความล้มเหลวด้วยหรือไม่',
};
