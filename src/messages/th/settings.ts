import { payctl, phrase, shell } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../settings.js';

export const settings: Translation<typeof english.settingsMessages> = {
  ofProfile: (name, profile) => `${name} ของโปรไฟล์ ${profile}`,
  fromVariable: (variable) => `จาก ${variable}`,
  fromProfile: (profile) => `จากโปรไฟล์ ${profile}`,
  fromCode: 'ตามที่ createPayments ได้รับ',
  byDefault: 'ค่าเริ่มต้น',
  environment: 'ตัวแปรแวดล้อม',
  profile: (name) => `โปรไฟล์ ${name}`,

  wrong: (setting, what) => `${setting} ${what}`,
  oneOf: (words) => `ต้องเป็น ${words.join(' หรือ ')}`,
  atMost: (characters) => `ต้องมีไม่เกิน ${characters} อักขระ`,
  digits: (count) => `ต้องเป็นตัวเลข ${count} หลัก`,
  letters: (count) => `ต้องเป็นตัวอักษร ${count} ตัว`,
  pathSegment: 'ต้องเป็นส่วนหนึ่งของพาธ ประกอบด้วยตัวอักษร ตัวเลข - และ _',
  trueOrFalse: 'ต้องเป็น true หรือ false',
  notOrigin: 'ต้องเป็น scheme โฮสต์ และพอร์ตเท่านั้น เช่น https://desk.example',
  notRoles: (roles) =>
    `ต้องเป็นออบเจ็กต์ JSON ของกลุ่มตามบทบาท เช่น {"viewer":["support"]} บทบาทมี ${roles.join(', ')}`,
  duration: 'ต้องเป็นระยะเวลา เช่น 30s ไม่เกิน 24h',
  httpAddress: 'ต้องขึ้นต้นด้วย http:// หรือ https://',
  endsAfterHost: 'ต้องสิ้นสุดหลังชื่อโฮสต์และพอร์ต',
  proxyPassword: 'มีรหัสผ่านอยู่ ให้ระบุทาง HTTPS_PROXY แทน',
  storePassword: phrase`มีรหัสผ่านอยู่ ให้ระบุด้วย ${payctl.ofSettings`config set-secret storePassword`}`,
  notText: 'ไม่ใช่ UTF-8 ที่ถูกต้อง',
  notAddress: '(ไม่ใช่ที่อยู่)',
  guarded: (variable, given, profile, name, own) =>
    `${variable} เป็น ${given} แต่โปรไฟล์ ${profile} กำหนด ${name} เป็น ${own} ซึ่งตัวแปรผ่อนปรนไม่ได้`,
  loosen: (variable, command) => `ยกเลิกตัวแปร ${variable} หรือ: ${command}`,

  setVariable: (variable) => `ตั้ง ${variable}`,
  commandOrVariable: (command, variable) => `${command} หรือตั้ง ${variable}`,
  commandOnly: (command, variable) => `${command} (ไม่อ่าน ${variable} เมื่อบรรทัดคำสั่งระบุโปรไฟล์)`,
  isItRight: (value, from, command) => `${value} ${from} ถูกต้องหรือไม่ ${command}`,
  isProxyRight: (from, command) => `พร็อกซี ${from} ถูกต้องหรือไม่ ${command}`,
  isProxyVariableRight: (variable) =>
    phrase`พร็อกซีจาก ${variable} ถูกต้องหรือไม่ ${shell`export ${variable}=http://HOST:PORT`} หรือระบุชื่อธนาคารใน NO_PROXY`,
  rootOfBank: (command) => `${command} โดยใช้ใบรับรองรากที่ธนาคารแจ้ง`,

  twoConnections: (profile) => `--sandbox และ --profile ${profile} ระบุการเชื่อมต่อสองแห่ง`,
  noSecret: (owner) => `${owner}ไม่มีความลับ`,
  giveSecret: 'ตั้ง PAYCTL_API_SECRET หรือ PAYCTL_SECRET_COMMAND หรือระบุไฟล์ด้วย PAYCTL_API_SECRET_FILE',
  noProfile: (variable) => `ยังไม่มีโปรไฟล์ และไม่ได้ตั้ง ${variable}`,
  setUp: () =>
    phrase`${payctl.withoutProfile`init`} สร้างโปรไฟล์ใหม่ ส่วน ${payctl.on('sandbox')`…`} ไม่ต้องมีโปรไฟล์`,
  lacks: (owner, name) => `${owner} ไม่มี ${name}`,
  credentials: (key, secret) => `apiKey ${key}, apiSecret ${secret}`,
  builtIn: 'ของโปรไฟล์ในตัว',
  printedBy: (command) => `ที่ ${command} พิมพ์ออกมา`,
  fromFile: (file) => `จากไฟล์ ${file}`,
  fromKeyring: 'จากพวงกุญแจของระบบ',
  otherCredentials: (secret, key) => `หากจะใช้ความลับอื่น: ${secret} หากจะใช้คีย์อื่น: ${key}`,
  checkSecretCommand: (place, command) =>
    `ลองใช้คำสั่งใน ${place} เอง แล้วดูว่าพิมพ์ค่าที่ถูกต้องหรือไม่ ${command}`,
  noDirectDebitKey: (path) => `ไม่มีไฟล์ ${path} ซึ่งเป็นกุญแจของธนาคารสำหรับหักบัญชี`,
  notDirectDebitKey: (path) => `${path} ซึ่งเป็นกุญแจของธนาคารสำหรับหักบัญชี ไม่มีกุญแจสาธารณะ RSA แบบ PEM`,

  notStoreKey: (name) => `${name} ไม่ใช่กุญแจ ต้องเป็น 32 ไบต์แบบ base64`,
  newStoreKey: phrase`${payctl.withoutProfile`store key`} พิมพ์กุญแจใหม่`,
  noStoreKey: 'ที่เก็บร่วมต้องมีกุญแจ แต่ไม่ได้ตั้ง storeKey',
  giveStoreKey: (fix) => phrase`${fix} ส่วน ${payctl.withoutProfile`store key`} พิมพ์กุญแจใหม่`,
  noStoreAuthority: (path) => `ไม่มีไฟล์ ${path} ที่ sslrootcert ของที่เก็บร่วมระบุ`,
  nameStoreAuthority: 'ระบุไฟล์ใบรับรองของผู้ออกใบรับรอง แบบ PEM',
  storeInClear: (host) => `การเชื่อมต่อกับที่เก็บร่วมที่ ${host} ไม่ได้เข้ารหัส`,
  storeUnproven: (host) => `ไม่มีสิ่งใดยืนยันว่า ${host} คือที่เก็บร่วม ใช้ sslmode=verify-full`,
};

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
  checkClock: phrase`ตรวจนาฬิกาของเครื่องนี้: ${payctl`doctor`}`,
  oldCipher: (path) => `${path} เข้ารหัสด้วยวิธีที่ล้าสมัย`,
  convert: phrase`แปลงไฟล์: ${shell`openssl pkcs12 -legacy -in OLD -nodes | openssl pkcs12 -export -out NEW`}`,
  notPfx: (path) => `${path} ไม่ใช่ไฟล์ PFX`,
  givePfx: 'ระบุไฟล์ .pfx หรือ .p12',
  noFile: (name, path) => `${name} ระบุ ${path} ซึ่งไม่มีอยู่`,
};
