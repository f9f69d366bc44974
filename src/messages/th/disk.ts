import { payctl, phrase, shell } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../disk.js';
import type { DiskAction, FileKind } from '../disk.js';

const ACTIONS: Readonly<Record<DiskAction, string>> = {
  changeMode: 'เปลี่ยนโหมดของ',
  create: 'สร้าง',
  createDirectory: 'สร้างไดเรกทอรี',
  inspect: 'ตรวจดู',
  list: 'แสดงรายการใน',
  lock: 'ล็อก',
  open: 'เปิด',
  read: 'อ่าน',
  remove: 'ลบ',
  write: 'เขียน',
  writeTo: 'เขียนไปยัง',
};

const KINDS: Readonly<Record<FileKind, string>> = {
  directory: 'ไดเรกทอรี',
  pipe: 'ไปป์',
  socket: 'ซ็อกเก็ต',
  device: 'อุปกรณ์',
};

export const disk: Translation<typeof english.disk> = {
  cannot: ({ action, path, why }) => `${ACTIONS[action]} ${path} ไม่ได้: ${why}`,
  full: 'ดิสก์เต็ม',
  quota: 'ใช้โควตาดิสก์หมดแล้ว',
  tooLargeToWrite: 'ไฟล์จะใหญ่เกินกว่าที่โปรเซสนี้เขียนได้ (ulimit -f)',
  ioError: 'ดิสก์รายงานข้อผิดพลาด',
  readOnly: 'ระบบไฟล์อ่านได้อย่างเดียว',
  denied: 'ไม่มีสิทธิ์',
  notPermitted: 'ที่นี่ไม่อนุญาต',
  link: 'เป็นลิงก์สัญลักษณ์ ซึ่งที่นี่ไม่อนุญาต',
  noDirectory: 'ไม่มีไดเรกทอรีบนเส้นทางนี้',
  notDirectory: 'บางส่วนของเส้นทางไม่ใช่ไดเรกทอรี',
  inTheWay: 'มีไฟล์ขวางอยู่',
  isDirectory: 'เป็นไดเรกทอรี',
  notFile: 'เป็นอุปกรณ์หรือไปป์ ไม่ใช่ไฟล์',
  tooManyOpen: 'เปิดไฟล์มากเกินไป',
  noHardLinks: 'ระบบไฟล์นี้ไม่มีฮาร์ดลิงก์',
  unexpected: 'ความล้มเหลวที่ไม่คาดคิด',

  checkAccess: (path, directory) =>
    phrase`ตรวจเจ้าของและโหมดของ ${path} และ ${directory} หรือใช้ ${payctl`doctor --fix`}`,
  freeSpace: (directory) => `เพิ่มที่ว่างในระบบไฟล์ของ ${directory}`,
  freeSomeSpace: 'เพิ่มที่ว่างในดิสก์นั้น',
  moveAway: (path) => `ดูว่ามีอะไรอยู่ แล้วย้ายออก: ls -ld ${path}`,
  checkDisk: (path) => `ตรวจดิสก์ที่เก็บ ${path}`,
  replaceLink: (path) => `แทนที่ลิงก์ ${path} ด้วยไฟล์จริง`,

  tooLarge: (path, bytes) => `${path} ใหญ่กว่า ${bytes} ไบต์`,
  silent: (path, seconds) => `ไม่มีข้อมูลจาก ${path} เป็นเวลา ${seconds} วินาที`,
  changedMeanwhile: (path) => `${path} ถูกเปลี่ยนระหว่างที่อ่าน`,
  missing: (path) => `ไม่มีไฟล์ ${path}`,
  absent: (path) => `ไม่มี ${path}`,
  unreadable: (path) => `อ่าน ${path} ไม่ได้`,
  takenOver: (path) => `${path} ถูกโปรแกรมอื่นเปลี่ยน ย้าย หรือใช้อยู่ จึงไม่เขียนต่อ`,
  continueAlone: 'ให้มีการทำงานเดียวที่เขียนไฟล์นี้ แล้วทำต่อด้วย --resume',
  notGzip: (path, why) => `${path} ไม่ใช่ gzip ที่สมบูรณ์: ${why}`,
  appeared: (path) => `มี ${path} เกิดขึ้นระหว่างนี้`,
  nameAnother: 'ระบุไฟล์อื่น',

  brokenLink: (named) => `${named} เป็นลิงก์ไปยังไฟล์ที่ไม่มีอยู่`,
  notAFile: (named, kind) => `${named} เป็น${KINDS[kind]} ไม่ใช่ไฟล์`,
  nameFile: 'ระบุไฟล์ที่มีอยู่ หรือไฟล์ใหม่',
  foreignLink: (named, place) => `${named} ผ่าน ${place} ซึ่งเป็นลิงก์ของผู้ใช้อื่น`,
  nameOwn: 'ระบุไฟล์โดยตรง ในไดเรกทอรีของคุณเอง',

  isLink: (path) => `${path} เป็นลิงก์สัญลักษณ์`,
  isOdd: (path) => `${path} เป็นไปป์ ซ็อกเก็ต หรืออุปกรณ์`,
  ofOther: (path) => `${path} เป็นของผู้ใช้อื่น`,
  othersWrite: (path) => `ผู้อื่นเขียน ${path} ได้`,
  takeOver: (path) => phrase`${shell`sudo chown -R "$(id -u)" ${path}`} ถ้าสิ่งที่อยู่ในนั้นเป็นของคุณ`,
};
