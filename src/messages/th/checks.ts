import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../checks.js';

export const checks: Translation<typeof english.checks> = {
  ok: 'ปกติ',
  warning: 'ควรดู',
  failure: 'ผิดพลาด',
  fix: (how) => `วิธีแก้: ${how}`,
  checkOrFix: 'ใช้ --check และ --fix พร้อมกันไม่ได้',
  failed: ({ failed, all, check, message }) =>
    `ไม่ผ่าน ${failed} จาก ${all} รายการตรวจ รายการแรกคือ${check}: ${message}`,
};

export const checkNames: Translation<typeof english.checkNames> = {
  node: 'Node',
  system: 'ระบบ',
  sqlite: 'SQLite',
  environment: 'ตัวแปรแวดล้อม',
  settings: 'การตั้งค่า',
  state: 'ข้อมูลที่เก็บ',
  'old files': 'ไฟล์เก่า',
  profile: 'โปรไฟล์',
  address: 'ที่อยู่',
  'test rules': 'กติกาการทดสอบ',
  commands: 'คำสั่ง',
  keyring: 'พวงกุญแจ',
  secret: 'ความลับ',
  certificate: 'ใบรับรอง',
  store: 'ที่เก็บร่วม',
  'store TLS': 'TLS ของที่เก็บร่วม',
  'store durability': 'ความคงทนของที่เก็บร่วม',
  'store clock': 'นาฬิกาของที่เก็บร่วม',
  'store partitions': 'พาร์ทิชันของที่เก็บร่วม',
  'store rights': 'สิทธิ์ของที่เก็บร่วม',
  network: 'เครือข่าย',
  connection: 'การเชื่อมต่อ',
  proxy: 'พร็อกซี',
  dns: 'DNS',
  tls: 'TLS',
  clock: 'นาฬิกา',
  'sign-in': 'การเข้าสู่ระบบของทีม',
  token: 'โทเค็น',
  journal: 'บันทึกรายการ',
  outcomes: 'รายการค้าง',
  'rate limit': 'เพดานการเรียก',
};

export const bankChecks: Translation<typeof english.bankChecks> = {
  profile: ({ name, environment, readOnly }) =>
    `${name} (${environment}${readOnly ? ' อ่านอย่างเดียว' : ''})`,
  noProfile: 'ไม่มี: ใช้ค่าจากตัวแปรแวดล้อม',
  variablesUnread: {
    terminal: (variables) => `ไม่ได้อ่าน เพราะบรรทัดคำสั่งระบุโปรไฟล์ไว้: ${variables}`,
    page: () => 'ไม่ได้อ่านตัวแปรแวดล้อม เพราะเปิดคอนโซลสำหรับโปรไฟล์หนึ่ง',
  },
  unknownSetting: {
    terminal: (name) => `มี ${name} ซึ่ง payctl ไม่รู้จัก`,
    page: () => 'มีการตั้งค่าที่ payctl ไม่รู้จัก',
  },
  secretInSettings: {
    terminal: (name) => `${name} อยู่ในไฟล์การตั้งค่า ซึ่งไม่มีการอ่านจากที่นั่น`,
    page: () => 'มีความลับอยู่ในไฟล์การตั้งค่า ซึ่งไม่มีการอ่านจากที่นั่น',
  },
  missing: {
    terminal: (name) => `ไม่มี ${name}`,
    page: () => 'ขาดข้อมูลที่การเรียกทุกครั้งต้องใช้',
  },
  initOr: (fix) => phrase`${payctl.withoutProfile`init`} หรือ ${fix}`,
  address: (url) => url,
  looksLive: (address) =>
    `${address} ไม่เหมือนที่อยู่สำหรับทดสอบ แต่โปรไฟล์เป็นแบบทดสอบ คำสั่งเคลื่อนย้ายเงินจะไม่ถามซ้ำ`,
  looksLikeTest: (address) =>
    `${address} เหมือนที่อยู่สำหรับทดสอบ แต่โปรไฟล์เป็นแบบใช้งานจริง จึงไม่มีการตรวจกติกาการทดสอบ`,
  prefixMissing: {
    terminal:
      'ไม่ได้ตั้ง outTradeNoPrefix: ในสภาพแวดล้อมทดสอบ outTradeNo ต้องขึ้นต้นด้วยอักษรสามตัวของผู้ให้บริการ',
    page: 'ไม่ได้ตั้งอักษรนำหน้าของเลขคำสั่งซื้อ: ในสภาพแวดล้อมทดสอบต้องขึ้นต้นด้วยอักษรสามตัวของผู้ให้บริการ',
  },
  prefixWrong: (prefix) =>
    `outTradeNoPrefix คือ ${prefix}: ในสภาพแวดล้อมทดสอบ outTradeNo ต้องขึ้นต้นด้วยอักษรสามตัวของผู้ให้บริการ`,
  prefixNeeded: {
    terminal: (prefix) => `outTradeNo ต้องขึ้นต้นด้วย ${prefix}`,
    page: (prefix) => `เลขคำสั่งซื้อต้องขึ้นต้นด้วย ${prefix}`,
  },
  companyIdWrong: {
    terminal: (id) => `companyId คือ ${id}: ในสภาพแวดล้อมทดสอบต้องเป็นตัวเลข`,
    page: (id) => `รหัสบริษัทคือ ${id}: ในสภาพแวดล้อมทดสอบต้องเป็นตัวเลข`,
  },
  needsFlags: {
    terminal: (family, settings) => `${family} ต้องระบุ ${settings} ด้วยตัวเลือกทุกครั้ง เพราะโปรไฟล์ไม่มีค่า`,
    page: (family) => `โปรไฟล์ขาดข้อมูลที่ ${family} ต้องใช้`,
  },
  complete: (families) => `ครบสำหรับ ${families}`,
  keyringAnswers: 'พร้อมใช้',
  noKeyring: 'ใช้ไม่ได้ เก็บความลับไว้ในไฟล์ (โหมด 0600)',
  secretFrom: { terminal: (place) => `apiSecret มาจาก${place}`, page: (place) => `มาจาก${place}` },
  fromEnvironment: 'ตัวแปรแวดล้อม',
  fromCommand: { terminal: ' secretCommand', page: 'คำสั่ง' },
  fromFile: 'ไฟล์ของโปรไฟล์',
  fromKeyring: 'พวงกุญแจของระบบ',
  fromBuiltIn: 'โปรไฟล์ในตัว',
  giveSecret: {
    terminal: 'ตั้ง PAYCTL_API_SECRET หรือ PAYCTL_SECRET_COMMAND หรือระบุไฟล์ด้วย PAYCTL_API_SECRET_FILE',
    page: 'ให้ความลับแก่คอนโซลเมื่อเปิดคอนโซล',
  },
  noCertificate: 'ไม่ได้ตั้งใบรับรอง',
  certificateEnds: (days) => `ใบรับรองตรงกับกุญแจ และจะหมดอายุในอีก ${days} วัน`,
  certificateEnded: 'ใบรับรองตรงกับกุญแจ แต่หมดอายุแล้ว',
  tokenValid: (minutes) => `ใช้ได้อีก ${minutes} นาที`,
  tokenCached: (minutes) => `เก็บไว้แล้ว ใช้ได้อีก ${minutes} นาที`,
  noToken: 'ยังไม่มี และไม่ได้สอบถามธนาคาร',
  embeddedBank: 'ธนาคารจำลองอยู่ใน payctl ไม่มีข้อมูลออกจากเครื่อง',
  skipped: 'ข้าม (--offline)',
  noProxy: 'ไม่มี',
  resolves: (host, addresses) => `${host} คือ ${addresses}`,
  chainTrusted: (host) => `เชื่อถือใบรับรองของ ${host}`,
  chainEnds: (host, days) => `ใบรับรองของ ${host} จะหมดอายุในอีก ${days} วัน`,
  chainEnded: (host) => `ใบรับรองของ ${host} หมดอายุแล้ว`,
  bankRenews: 'ธนาคารต้องต่ออายุ',
  unencrypted: (host) => `ไม่มี ข้อมูลที่ส่งไป ${host} ไม่ได้เข้ารหัส`,
  useHttps: 'ใช้ https เมื่อไม่ใช่การทดสอบ',
  unencryptedHere: 'ไม่มี เพราะเป็นที่อยู่ของเครื่องนี้',
  clockAgrees: 'ตรงกับนาฬิกาของธนาคาร',
  noDate: 'คำตอบไม่มีเวลาให้เทียบ',
  clockAhead: (seconds) => `เครื่องนี้เร็วกว่านาฬิกาของธนาคาร ${seconds} วินาที`,
  clockBehind: (seconds) => `เครื่องนี้ช้ากว่านาฬิกาของธนาคาร ${seconds} วินาที`,
  setClock: 'ตั้งนาฬิกาตามเครือข่าย: timedatectl set-ntp true',
  seemsOffline: (why) => `${why} เครื่องนี้น่าจะออฟไลน์`,
  connect: 'เชื่อมต่อเครือข่าย',
  providerAnswers: (host) => `${host} ตอบเป็นผู้ให้บริการ OpenID Connect`,
  noProvider: {
    terminal: (url, status) => `${url} ตอบ HTTP ${status} จึงไม่มีใครเข้าสู่ระบบ console --serve ได้`,
    page: (url, status) => `${url} ตอบ HTTP ${status} จึงไม่มีใครเข้าสู่ระบบได้`,
  },
  rootOfProvider: (command) => `${command} โดยใช้ใบรับรองรากของผู้ให้บริการ`,
};

export const storeChecks: Translation<typeof english.storeChecks> = {
  notLookedAt: 'ไม่ได้ตรวจ รวมทั้งบันทึกรายการและโทเค็นที่อยู่ในนั้น (--offline)',
  answers: ({ address, ms, version, schema }) =>
    `${address} ตอบใน ${ms} มิลลิวินาที: PostgreSQL ${version} สคีมา ${schema} และกุญแจตรงกัน`,
  encrypted: 'เข้ารหัส และยืนยันตัวเซิร์ฟเวอร์แล้ว',
  unencrypted: 'ไม่ได้เข้ารหัส: ใช้ได้เฉพาะในเครื่องนี้และการทดสอบ',
  unproven: {
    terminal: (sslmode) => `เข้ารหัส แต่ sslmode=${sslmode} ไม่ยืนยันว่าเป็นเซิร์ฟเวอร์ใด`,
    page: () => 'เข้ารหัส แต่ไม่มีสิ่งใดยืนยันว่าเป็นเซิร์ฟเวอร์ใด',
  },
  noFsync: 'ปิด fsync อยู่: เมื่อระบบล่มอาจลืมรายการที่จองไว้',
  setFsync: 'ตั้ง fsync = on ที่เซิร์ฟเวอร์',
  synchronous: 'ซิงโครนัส: การจองมีผลเมื่อเครื่องสำรองได้รับแล้ว',
  undeclared: {
    terminal:
      'ซิงโครนัส แต่ยังไม่มีใครประกาศ: หลังเลื่อนเครื่องสำรองขึ้นแทนจะไม่ส่งคำสั่งใดจนกว่าจะใช้ store accept-failover',
    page: 'ซิงโครนัส แต่ยังไม่มีใครประกาศ: หลังเลื่อนเครื่องสำรองขึ้นแทนจะไม่ส่งคำสั่งใดจนกว่าจะมีผู้ยอมรับ',
  },
  asynchronous: 'อะซิงโครนัส: เมื่อเลื่อนเครื่องสำรองขึ้นแทน การจองล่าสุดอาจหายไป',
  setStandbys: phrase`ตั้ง synchronous_standby_names ที่เซิร์ฟเวอร์หากมีเครื่องสำรอง แล้วใช้: ${payctl`store init --synchronous`}`,
  clockAgrees: 'ตรงกับนาฬิกาของเครื่องนี้',
  clockAhead: (seconds) => `เร็วกว่าเครื่องนี้ ${seconds} วินาที`,
  clockBehind: (seconds) => `ช้ากว่าเครื่องนี้ ${seconds} วินาที`,
  runNtp: 'ใช้ NTP ทั้งสองเครื่อง',
  monthsAhead: (months) => `สร้างไว้ล่วงหน้าแล้ว ${months} เดือน`,
  fewMonths: (months) =>
    `สร้างไว้ล่วงหน้าเพียง ${months} เดือน: รายการหลังจากนั้นจะอยู่ในพาร์ทิชันที่ลบตามเดือนไม่ได้`,
  strayLines: 'บางบรรทัดอยู่ในพาร์ทิชันของเดือนที่ยังไม่มีพาร์ทิชันของตัวเอง',
  lacksRights: (user) => `${user} ไม่มีสิทธิ์อ่านและเพิ่มรายการ`,
  mayChange: (user) => `${user} แก้ไขรายการได้ เพราะเป็นเจ้าของหรือมีสิทธิ์ทั้งหมด`,
  mayAdd: (user) => `${user} เพิ่มรายการได้ แต่แก้ไขไม่ได้`,
  seeGrants: phrase`${payctl`store init --print`} แสดงบทบาทและสิทธิ์ที่ต้องให้`,
};

export const journalChecks: Translation<typeof english.journalChecks> = {
  backupLinksMade: (directory, count) => `สร้าง ${directory} ใหม่แล้ว: ลิงก์สำรอง ${count} ลิงก์`,
  damaged: ({ count, file, line, why }) =>
    `เสียหาย ${count} แห่ง แห่งแรกคือ ${file} บรรทัด ${line}: ${why}`,
  whole: (charges) => `${charges} คำสั่ง ทุกบรรทัดสมบูรณ์`,
  newestWhole: {
    terminal: (charges) =>
      phrase`${charges} คำสั่งล่าสุดและที่ค้างอยู่ ทุกบรรทัดสมบูรณ์ '${payctl`journal verify`}' ตรวจทั้งหมด`,
    page: (charges) => `${charges} คำสั่งล่าสุดและที่ค้างอยู่ ทุกบรรทัดสมบูรณ์`,
  },
  wholeButTorn: (charges, torn) => `${charges} คำสั่ง ทุกบรรทัดสมบูรณ์ มี ${torn} คำสั่งจบพร้อมโปรเซส`,
  recover: {
    terminal: (command) => command,
    page: () => 'ดูรายการในบันทึกรายการ หน้าของแต่ละรายการมีปุ่มสอบถามผล',
  },
  noneOpen: 'ไม่มีรายการค้าง',
  open: ({ unknown, pending, inFlight }) =>
    `ไม่ทราบผล ${unknown} ยังไม่สิ้นสุด ${pending} กำลังส่ง ${inFlight}`,
  limitNotReached: 'ไม่ถึงเพดานในหนึ่งวัน',
  limitReached: (charges) => `ถึงเพดาน ${charges} คำสั่งในหนึ่งวัน ไม่มีคำสั่งใดถูกดำเนินการ`,
  spreadOut: 'กระจายการเรียก รายการเหล่านี้ส่งซ้ำได้',
};
