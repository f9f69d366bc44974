import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../machine-checks.js';
import type { OldFileCount, OldFileKind } from '../machine-checks.js';

const KINDS: Readonly<Record<OldFileKind, string>> = {
  token: 'โทเค็น',
  lock: 'ไฟล์ล็อก',
  checkpoint: 'จุดเริ่มต่อ',
  'code list': 'รายการรหัส',
  'half-written file': 'ไฟล์ที่เขียนไม่จบ',
  'compiled build': 'โปรแกรมที่คอมไพล์ไว้',
};

function listed(kinds: readonly OldFileCount[]): string {
  return kinds.map(({ kind, count }) => `${KINDS[kind]} ${count}`).join(', ');
}

export const machineChecks: Translation<typeof english.machineChecks> = {
  node: (version) => `Node ${version}`,
  nodeTooOld: (version, oldest) => `Node ${version} เก่ากว่า ${oldest}`,
  updateNode: 'อัปเดต Node',
  noSqlite: (machine) =>
    `SQLite (libsql) ไม่ได้ติดตั้งหรือไม่มีสำหรับ ${machine}: ต้องอ่านบันทึกรายการและการยืนยันทั้งหมดทุกครั้ง และเปิดธนาคารจำลองไม่ได้`,
  noSqliteForBank: (machine) => `ธนาคารจำลองต้องใช้ SQLite (libsql) ซึ่งไม่ได้ติดตั้งหรือไม่มีสำหรับ ${machine}`,
  sqliteElsewhere:
    'บน Windows สำหรับ ARM ให้ติดตั้ง Node แบบ x64 และติดตั้ง payctl ด้วย Node นั้น ระบบอื่นให้ติดตั้ง payctl อีกครั้งด้วย --include=optional (docs/installing.md) การเรียกธนาคารจริงใช้ได้โดยไม่มี SQLite หากบันทึกรายการยาว ให้ใช้ที่เก็บร่วม (docs/shared-store.md)',
  cannotCheck: (things) => `ระบบนี้ไม่บอก payctl ${things.join(', ')}`,
  whetherEphemeral: 'ว่าโฟลเดอร์สถานะอยู่ในหน่วยความจำหรือในชั้นข้อมูลของคอนเทนเนอร์หรือไม่',
  whetherPrivate: 'ว่าบัญชีอื่นอ่านหรือเขียนไฟล์ได้หรือไม่',
  whetherSameProcess: 'ว่าโปรเซสที่ทำงานอยู่เป็นโปรเซสที่จองรายการไว้หรือเป็นโปรเซสใหม่',
  noVariableInterferes: 'ไม่มีตัวแปรของ Node ที่รบกวน',
  variableInterferes: {
    terminal: (variable, why) => `มีการตั้ง ${variable}: ${why}`,
    page: (_, why) => `มีการตั้งตัวแปรของ Node: ${why}`,
  },
  certificatesUnverified: {
    terminal: 'payctl ยังคงตรวจใบรับรอง แต่โปรแกรมที่ secretCommand เรียกอาจไม่ตรวจ',
    page: 'payctl ยังคงตรวจใบรับรอง แต่คำสั่งที่ให้ความลับอาจไม่ตรวจ',
  },
  credentialsLogged: 'Node จะเขียนเฮดเดอร์และเนื้อหา รวมทั้งข้อมูลรับรอง ออกทาง standard error',
  foreignCode: 'ตัวแปรนี้โหลดโค้ดอื่นหรือเปิดดีบักเกอร์ในโปรเซสที่ถือข้อมูลรับรอง',
  tlsKeysLogged: 'ตัวแปรนี้เขียนกุญแจของการเชื่อมต่อ TLS ทุกครั้งลงไฟล์',
  authoritiesForAll: 'ไฟล์นี้ถูกอ่านทุกครั้งที่เริ่ม และได้รับความเชื่อถือสำหรับทุกโฮสต์',
  trustForBankAlone: phrase`ใช้ ${payctl.ofSettings`config set ca FILE`} เพื่อเชื่อถือเฉพาะกับธนาคาร`,
  createdWhenNeeded: (directory) => `${directory} จะสร้างเมื่อใช้ครั้งแรก`,
  writable: (directory) => `เขียน ${directory} ได้`,
  writableAndPrivate: (directory, count) =>
    `เขียน ${directory} ได้และเป็นส่วนตัว (${count} ไฟล์และโฟลเดอร์)`,
  firstPrivate: {
    terminal: (directory, most) =>
      phrase`เขียน ${directory} ได้ และ ${most} รายการแรกของแต่ละโฟลเดอร์ในนั้นเป็นส่วนตัว (${payctl`doctor --fix`} ตรวจทั้งหมด)`,
    page: (directory, most) =>
      `เขียน ${directory} ได้ และ ${most} รายการแรกของแต่ละโฟลเดอร์ในนั้นเป็นส่วนตัว`,
  },
  moreLikeIt: (count) => `และอีก ${count} รายการแบบเดียวกัน`,
  modeChanged: ({ path, from, to }) => `${path}: เปลี่ยนโหมดจาก ${from} เป็น ${to} แล้ว`,
  openToOthers: (path, mode) => `ผู้อื่นเข้าถึง ${path} ได้ (โหมด ${mode})`,
  noOldFiles: 'ไม่มีไฟล์เก่า',
  oldFiles: (count, kinds) => `มีไฟล์เก่าที่ไม่มีใครใช้ ${count} ไฟล์: ${listed(kinds)}`,
  oldFilesInUse: 'ไฟล์เก่าทั้งหมดยังใช้อยู่',
  oldFilesRemoved: (kinds) => `ลบแล้ว: ${listed(kinds)}`,
};
