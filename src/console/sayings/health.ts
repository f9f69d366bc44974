import type { Saying } from '../../web/sayings.js';

/** What the health check says. */
export const HEALTH: readonly Saying[] = [
  { said: '{1} is not set', th: 'ไม่ได้ตั้ง {1}' },
  { said: 'no Node variable interferes', th: 'ไม่มีตัวแปรของ Node ที่รบกวน' },
  { said: '{1} is created when it is first needed', th: '{1} จะสร้างเมื่อใช้ครั้งแรก' },
  {
    said: '{1} can be written and is private ({2} files and directories)',
    th: 'เขียน {1} ได้และเป็นส่วนตัว ({2} ไฟล์และโฟลเดอร์)',
  },
  { said: '{1} can be written', th: 'เขียน {1} ได้' },
  { said: 'none of long ago', th: 'ไม่มีไฟล์เก่า' },
  {
    said: '{1} file of long ago, needed by nobody: {2}',
    th: 'มีไฟล์เก่าที่ไม่มีใครใช้ {1} ไฟล์: {2}',
  },
  {
    said: '{1} files of long ago, needed by nobody: {2}',
    th: 'มีไฟล์เก่าที่ไม่มีใครใช้ {1} ไฟล์: {2}',
  },
  { said: 'none: settings come from the environment ({1})', th: 'ไม่มี: ใช้ค่าจากตัวแปรแวดล้อม ({1})' },
  { said: 'there is no {1}', th: 'ไม่มี {1}' },
  {
    said: '{1} looks like a test address, but environment is live: its rules are not checked',
    th: '{1} เหมือนที่อยู่สำหรับทดสอบ แต่โปรไฟล์เป็นแบบใช้งานจริง',
  },
  {
    said: '{1} does not look like a test address, but environment is test: money commands do not ask',
    th: '{1} ไม่เหมือนที่อยู่สำหรับทดสอบ แต่โปรไฟล์เป็นแบบทดสอบ คำสั่งเคลื่อนย้ายเงินจะไม่ถามซ้ำ',
  },
  { said: 'outTradeNo must begin with {1}', th: 'outTradeNo ต้องขึ้นต้นด้วย {1}' },
  {
    said: '{1} needs flags for {2}: the profile has no value',
    th: '{1} ต้องระบุ {2} ทุกครั้ง เพราะโปรไฟล์ไม่มีค่า',
  },
  { said: 'complete for {1}', th: 'ครบสำหรับ {1}' },
  { said: '{1} has ended', th: '{1} หมดอายุแล้ว' },
  { said: '{1~} ends in {2} days', th: '{1} จะหมดอายุในอีก {2} วัน' },
  {
    said: 'the client certificate belongs to its key and',
    th: 'ใบรับรองตรงกับกุญแจ และ',
  },
  { said: 'valid for another {1} minutes', th: 'ใช้ได้อีก {1} นาที' },
  { said: 'in the cache, valid for another {1} minutes', th: 'เก็บไว้แล้ว ใช้ได้อีก {1} นาที' },
  { said: 'none in the cache, and the bank was not asked', th: 'ยังไม่มี และไม่ได้สอบถามธนาคาร' },
  { said: 'answers', th: 'พร้อมใช้' },
  {
    said: 'not available; secrets are stored in files (mode 0600)',
    th: 'ใช้ไม่ได้ เก็บความลับไว้ในไฟล์ (โหมด 0600)',
  },
  { said: 'the apiSecret comes from {1~}', th: 'apiSecret มาจาก{1}' },
  { said: 'the environment', th: 'ตัวแปรแวดล้อม' },
  { said: 'its file', th: 'ไฟล์ของโปรไฟล์' },
  { said: 'the keyring', th: 'พวงกุญแจของระบบ' },
  { said: 'the built-in profile', th: 'โปรไฟล์ในตัว' },
  { said: 'secretCommand', th: ' secretCommand' },
  { said: 'the PFX file can be opened', th: 'เปิดไฟล์ PFX ได้' },
  { said: 'no client certificate is set', th: 'ไม่ได้ตั้งใบรับรอง' },
  {
    said: 'the embedded bank is part of payctl: nothing leaves the machine',
    th: 'ธนาคารจำลองอยู่ใน payctl ไม่มีข้อมูลออกจากเครื่อง',
  },
  { said: '{1} charge, every line whole', th: '{1} คำสั่ง ทุกบรรทัดสมบูรณ์' },
  { said: '{1} charges, every line whole', th: '{1} คำสั่ง ทุกบรรทัดสมบูรณ์' },
  { said: '{1} ended with their process', th: '{1} คำสั่งจบพร้อมโปรเซส' },
  { said: 'none are open', th: 'ไม่มีรายการค้าง' },
  {
    said: '{1} unknown, {2} pending, {3} in flight',
    th: 'ไม่ทราบผล {1} ยังไม่สิ้นสุด {2} กำลังส่ง {3}',
  },
  { said: 'not reached within a day', th: 'ไม่ถึงเพดานในหนึ่งวัน' },
  {
    said: 'reached by {1} within a day; none was executed',
    th: 'ถึงเพดาน {1} ในหนึ่งวัน ไม่มีคำสั่งใดถูกดำเนินการ',
  },
  {
    said: 'spread the calls out; these can be repeated as they are',
    th: 'กระจายการเรียก รายการเหล่านี้ส่งซ้ำได้',
  },
];
