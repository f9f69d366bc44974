import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../network.js';

export const network: Translation<typeof english.network> = {
  dns: (host, code) => `หาที่อยู่ของ ${host} ไม่พบ (${code})`,
  refused: (host) => `${host} ไม่รับการเชื่อมต่อ`,
  connect: (host, code) => `เชื่อมต่อกับ ${host} ไม่ได้ (${code})`,
  proxy: (host, code) => `พร็อกซีเชื่อมต่อกับ ${host} ไม่ได้ (${code})`,
  tls: (host, code) => `การเชื่อมต่อ TLS กับ ${host} ล้มเหลว (${code})`,
  timeout: (host) => `${host} ไม่ตอบในเวลาที่กำหนด`,
  reset: (host, code) => `${host} ปิดการเชื่อมต่อก่อนตอบ (${code})`,
  truncated: (host) => `คำตอบของ ${host} ขาดกลางคัน`,
  tooLarge: (host) => `คำตอบของ ${host} ใหญ่กว่า 5 MB`,
  malformed: (host, code) => `คำตอบของ ${host} ไม่ใช่ HTTP (${code})`,
  unknownError: 'ไม่ทราบสาเหตุ',
  timedOut: 'หมดเวลา',

  noTls: ({ host, why, code }) => `ใช้ TLS กับ ${host} ไม่ได้: ${why} (${code})`,
  orItsProxy: (host) => `${host} หรือพร็อกซีก่อนถึงที่นั่น`,
  expired: 'ใบรับรองหมดอายุ',
  notYetValid: 'ใบรับรองยังใช้ไม่ได้',
  selfSigned: 'ใบรับรองลงนามด้วยตนเอง',
  unknownRoot: 'ไม่รู้จักผู้ออกใบรับรอง',
  incompleteChain: 'ไม่รู้จักผู้ออกใบรับรอง หรือใบรับรองไม่ครบ',
  otherName: 'ใบรับรองเป็นของชื่ออื่น',
  speaksTls: 'ที่อยู่นั้นใช้ TLS แต่ที่อยู่ขึ้นต้นด้วย http://',
  noSharedTls: 'ไม่ใช้ TLS หรือไม่มีรุ่นที่เครื่องนี้ยอมรับ',
  otherKey: 'กุญแจไคลเอนต์ไม่ใช่ของใบรับรองไคลเอนต์',
  keyPassphrase: 'วลีรหัสผ่านเปิดกุญแจไคลเอนต์ไม่ได้',
  certificatePassphrase: 'วลีรหัสผ่านเปิดใบรับรองไคลเอนต์ไม่ได้',

  checkBaseUrl: phrase`${payctl`config get baseUrl`}: โฮสต์และพอร์ตถูกต้องหรือไม่`,
  checkProxy: phrase`ตรวจ HTTPS_PROXY และ NO_PROXY หรือใช้ ${payctl.ofSettings`config set proxy http://HOST:PORT`}`,
  giveClientCertificate: phrase`${payctl.ofSettings`config set clientCert FILE`} และ clientKey หรือ PAYCTL_CLIENT_CERT และ PAYCTL_CLIENT_KEY`,
  giveAuthority: phrase`${payctl.ofSettings`config set ca FILE`} หรือ PAYCTL_CA ด้วยใบรับรองรากที่ธนาคารระบุ`,
  orBankIsDown: (check) => `${check} ถ้าถูก ธนาคารขัดข้อง หรือมีไฟร์วอลล์กั้น`,
  isHttpsThere: (check) => `ที่นั่นมีเซิร์ฟเวอร์ https หรือไม่ ${check}`,
  proxyPassword: (check) => `${check} (ใส่ USER:PASSWORD@ หน้าโฮสต์)`,
  askProxy: (host) => `ขอให้ผู้ดูแลพร็อกซีอนุญาต ${host}`,
  clockOrBank: 'นาฬิกาถูกต้องหรือไม่ (date) ถ้าถูก ธนาคารต้องต่ออายุใบรับรอง',
  tlsVersion: 'ธนาคารต้องรองรับ TLS 1.2 ขึ้นไป',
  isCertificateKnown: (check) => `เป็นใบรับรองที่ธนาคารรู้จักหรือไม่ ${check}`,
};
