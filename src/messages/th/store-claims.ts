import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../store-claims.js';

const storeClaims: Translation<typeof english.storeClaims> = {
  notImported: 'ไฟล์ของเครื่องนี้มีรายการตัดเงินที่ไม่อยู่ในที่เก็บร่วม ไม่มีการส่งรายการใด',
  displaced: (place) => `ที่เก็บร่วมมีรายการตัดเงินอื่นอยู่แทนที่ ${place}`,
  linesMissing: 'บรรทัดหายไป',
  outcomeWaits: (why) => `${why} ผลลัพธ์เก็บไว้ในเครื่องนี้ และคำสั่งถัดไปจะนำเข้าที่เก็บร่วม`,
  outcomeStays: (why) => `${why} ผลลัพธ์ยังเก็บอยู่ในเครื่องนี้`,
  unreadable: (name) => `อ่านสิ่งที่รออยู่ในเครื่องนี้ชื่อ ${name} ไม่ได้`,
  unopened: (why) =>
    phrase`มีผลลัพธ์รอนำเข้าที่เก็บร่วมอยู่ในเครื่องนี้ แต่เปิดไม่ได้ (${why}) ใช้กุญแจเดิมเพื่อนำเข้า: PAYCTL_STORE_KEY_NEW=OLD_KEY ${payctl`store status`}`,
  damagedTransfer: (place) => `บันทึกของการเริ่มโอนเงินเสียหาย: ${place} ไม่มีการส่งรายการใด`,
  askBank: 'สอบถามธนาคารว่ามีรายการใดภายใต้เลขอ้างอิงนี้',
  mayNotArchive: (user, owner) => `${user} ไม่มีสิทธิ์นำบรรทัดออกจากที่เก็บร่วม ต้องใช้สิทธิ์ของ ${owner}`,
  nameOwner: 'ระบุผู้ใช้ที่มีสิทธิ์สำหรับคำสั่งนี้เท่านั้น: PAYCTL_STORE=postgres://USER@HOST:PORT/DATABASE',
  seenOn: (moment, machine) => `${moment} ที่ ${machine}`,
  sharedStore: 'ที่เก็บร่วม',
};

const storeDistrust: Translation<typeof english.storeDistrust> = {
  forgotten: 'ที่เก็บร่วมถูกกู้คืนหรือสลับเซิร์ฟเวอร์ จึงอาจลืมสิ่งที่เคยส่งไปแล้ว ไม่มีการส่งรายการใด',
  acceptFailover: phrase`ตรวจว่าธนาคารมีรายการใดบ้าง แล้วจึงสั่ง ${payctl`store accept-failover`}`,
  oldPrimary: 'เซิร์ฟเวอร์นี้เป็นเซิร์ฟเวอร์หลักเดิมของที่เก็บร่วม และมีเซิร์ฟเวอร์ใหม่รับช่วงไปแล้ว ไม่มีการส่งรายการใด',
  nameNewer: phrase`ระบุเซิร์ฟเวอร์ใหม่: ${payctl.ofSettings`config set store postgres://…`} หากเซิร์ฟเวอร์ใหม่สูญหายถาวร ให้เลื่อนเซิร์ฟเวอร์นี้อีกครั้ง (pg_ctl promote) จนกว่า timeline จะไม่ต่ำกว่า`,
  left: (machines) =>
    `${machines} นำข้อมูลทั้งหมดออกจากที่เก็บร่วม และอาจตัดเงินโดยใช้ไฟล์ของตนซึ่งเครื่องนี้มองไม่เห็น ไม่มีการส่งรายการใด`,
  bringBack: (machines) =>
    phrase`นำข้อมูลกลับเข้ามาที่ ${machines}: ${payctl`store import`} หรือออกจากที่เก็บร่วมบนเครื่องนี้ด้วย: ${payctl`store export`}`,
  alone:
    'ที่เก็บร่วมถูกประกาศว่าเป็นแบบซิงโครนัส แต่ขณะนี้ไม่มีเครื่องสำรองที่ต้องยืนยันการจองรายการ (synchronous_standby_names ว่าง) ไม่มีการส่งรายการใด',
  nameStandbys: phrase`ตั้งค่า synchronous_standby_names ที่เซิร์ฟเวอร์ หากต้องการใช้งานต่อโดยไม่มีเครื่องสำรอง: ${payctl`store accept-async`}`,
};

export { storeClaims as 'store-claims', storeDistrust as 'store-distrust' };
