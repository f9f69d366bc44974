import type { Translation } from '../../core/message.js';
import type * as english from '../store-claims.js';

export const storeClaims: Translation<typeof english.storeClaims> = {
  notImported: 'ไฟล์ของเครื่องนี้มีรายการตัดเงินที่ไม่อยู่ในที่เก็บร่วม ไม่มีการส่งรายการใด',
  displaced: (place) => `${place}: ที่เก็บร่วมมีรายการตัดเงินอื่นอยู่แทนที่`,
  linesMissing: 'บรรทัดหายไป',
  outcomeWaits: (why) => `${why} ผลลัพธ์เก็บไว้ในเครื่องนี้ และคำสั่งถัดไปจะนำเข้าที่เก็บร่วม`,
  outcomeStays: (why) => `${why} ผลลัพธ์ยังเก็บอยู่ในเครื่องนี้`,
  unreadable: (name) => `อ่านสิ่งที่รออยู่ในเครื่องนี้ชื่อ ${name} ไม่ได้`,
  unopened: (why) =>
    `มีผลลัพธ์รอนำเข้าที่เก็บร่วมอยู่ในเครื่องนี้ แต่เปิดไม่ได้ (${why}) ใช้กุญแจเดิมเพื่อนำเข้า: PAYCTL_STORE_KEY_NEW=OLD_KEY payctl store status`,
  damagedTransfer: (place) => `บันทึกของการเริ่มโอนเงินเสียหาย: ${place} ไม่มีการส่งรายการใด`,
  askBank: 'สอบถามธนาคารว่ามีรายการใดภายใต้เลขอ้างอิงนี้',
  mayNotArchive: (user, owner) => `${user} ไม่มีสิทธิ์นำบรรทัดออกจากที่เก็บร่วม ต้องใช้สิทธิ์ของ ${owner}`,
  nameOwner: 'ระบุผู้ใช้ที่มีสิทธิ์สำหรับคำสั่งนี้เท่านั้น: PAYCTL_STORE=postgres://USER@HOST:PORT/DATABASE',
  seenOn: (moment, machine) => `${moment} ที่ ${machine}`,
  sharedStore: 'ที่เก็บร่วม',
};
