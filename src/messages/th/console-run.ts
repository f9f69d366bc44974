import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../console-run.js';

export const consoleRun: Translation<typeof english.consoleRun> = {
  followLink: 'เปิดลิงก์นี้ในเบราว์เซอร์ของเครื่องนี้ ลิงก์ใช้ได้ครั้งเดียว กด ctrl-C เพื่อปิด',
  noBrowser: (why) => `เปิดเบราว์เซอร์ไม่ได้: ${why}`,
  idleEnd: 'ไม่มีผู้เปิดหน้าใดมาสักพัก คอนโซลจึงปิด',
  idleRange: (flag, given) => `${flag} เป็น ${given} ให้ระบุ 1s ถึง 24h`,
  pageFailed: (path, error) => `ข้อผิดพลาดของ payctl: แสดงหน้า ${path} ไม่ได้: ${error}`,
  auditLacksEnd: (why) => `บันทึกการใช้งานไม่มีผลของรายการนี้: ${why}`,
  settingsChanged: (place, environment) =>
    phrase`การตั้งค่าเปลี่ยนไปหลังเปิดคอนโซลนี้สำหรับ ${place}, ${environment} ไม่มีการส่งคำสั่งใด ปิดแล้วเปิดใหม่ด้วยคำสั่ง ${payctl`console`}`,
};
