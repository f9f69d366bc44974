import type { Translation } from '../../core/message.js';
import type * as english from '../certificates.js';

export const certificates: Translation<typeof english.certificates> = {
  keyNotSet: (absent) => `ใบรับรองต้องมีกุญแจคู่กัน แต่ไม่ได้ตั้ง ${absent}`,
  noCertificate: (path) => `${path} ไม่มีใบรับรองแบบ PEM`,
  giveCertificate: 'ระบุไฟล์ที่ขึ้นต้นด้วย -----BEGIN CERTIFICATE-----',
  noKey: (path) => `${path} ไม่มีกุญแจส่วนตัวแบบ PEM`,
  giveKey: 'ระบุไฟล์ที่ขึ้นต้นด้วย -----BEGIN PRIVATE KEY-----',
  wrongPassphrase: (path) => `เปิด ${path} ด้วยรหัสผ่านที่ตั้งไว้ไม่ได้`,
  noPassphrase: (path) => `${path} เข้ารหัสไว้ และไม่ได้ตั้งรหัสผ่าน`,
  notOfKey: (key, certificate) => `${key} ไม่ใช่กุญแจของใบรับรอง ${certificate}`,
  issuedTogether: 'ใช้ใบรับรองและกุญแจที่ออกมาคู่กัน',
  expired: (path, on) => `ใบรับรอง ${path} หมดอายุเมื่อ ${on}`,
  askBankToRenew: 'ขอให้ธนาคารต่ออายุ',
  notYetValid: (path, from) => `ใบรับรอง ${path} ยังใช้ไม่ได้จนถึง ${from}`,
  checkClock: 'ตรวจนาฬิกาของเครื่องนี้: payctl doctor',
  oldCipher: (path) => `${path} เข้ารหัสด้วยวิธีที่ล้าสมัย`,
  convert: 'แปลงไฟล์: openssl pkcs12 -legacy -in OLD -nodes | openssl pkcs12 -export -out NEW',
  notPfx: (path) => `${path} ไม่ใช่ไฟล์ PFX`,
  givePfx: 'ระบุไฟล์ .pfx หรือ .p12',
  noFile: (name, path) => `${name} ระบุ ${path} ซึ่งไม่มีอยู่`,
};
