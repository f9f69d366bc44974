import type { Translation } from '../../core/message.js';
import type * as english from '../setup.js';

/** Of the settings that are asked for. */
const MEANINGS: Readonly<Record<string, string>> = {
  baseUrl: 'ที่อยู่ API ของธนาคาร',
  apiKey: 'คีย์ของแอปพลิเคชัน',
  companyId: 'รหัสบริษัท',
  terminalId: 'รหัสเครื่องรับชำระ',
  billerId: 'รหัสผู้รับชำระบิล',
  merchantId: 'รหัสร้านค้า',
  outTradeNoPrefix: 'อักษรนำหน้าเลขคำสั่งซื้อ',
  store: 'ที่อยู่ของที่เก็บร่วมหลายเครื่อง',
};

export const setup: Translation<typeof english.setup> = {
  howToStart: 'คุณต้องการเริ่มอย่างไร',
  haveKey: 'มีคีย์ API ของธนาคารแล้ว',
  haveNone: 'ยังไม่มี: ใช้ธนาคารจำลอง',
  nameOfProfile: 'ชื่อโปรไฟล์:',
  asked: (setting, meaning) => `${MEANINGS[setting] ?? meaning} (${setting}):`,
  isNeeded: 'ต้องระบุ',
  whichEnvironment: 'เป็นสภาพแวดล้อมใด',
  test: 'ทดสอบ: ไม่มีเงินจริงเคลื่อนย้าย',
  live: 'ใช้งานจริง: เงินจริง payctl จะถามก่อนเคลื่อนย้าย',
  secret: 'ความลับของแอปพลิเคชัน (apiSecret เว้นว่างได้หากจะตั้งภายหลัง):',
  secretKept: 'ความลับของแอปพลิเคชัน (apiSecret เว้นว่างหากใช้ค่าเดิม):',
  restOptional: 'ค่าต่อไปนี้เว้นว่างได้ และตั้งภายหลังด้วย payctl config set',
  missing: (settings) =>
    `init ต้องมี ${settings.map(({ flag, variable }) => `${flag} (หรือ ${variable})`).join(' และ ')}`,
  withoutAccount: 'หากยังไม่มีบัญชี: payctl init --sandbox',
  saved: (profile) => `บันทึกโปรไฟล์ ${profile} แล้ว`,
  savedWithoutSecret: (profile, why) => `บันทึกโปรไฟล์ ${profile} แล้ว แต่ไม่ได้บันทึกความลับ: ${why}`,
  noSecret: (command) => `ไม่ได้ระบุความลับ เก็บได้ด้วย ${command}`,
  storeNeedsKey: ({ setKey, init }) =>
    `ทุกเครื่องต้องมีกุญแจของที่เก็บร่วม: ${setKey} (payctl store key สร้างกุญแจใหม่) และทำครั้งเดียว: ${init}`,
  next: (command) => `ขั้นต่อไป: ${command}`,
  staysCurrent: (current, other) =>
    `${current} ยังเป็นโปรไฟล์ปัจจุบัน เปลี่ยนได้ด้วย payctl config use ${other}`,
  sandboxIsCurrent: 'ใช้ธนาคารจำลองเป็นโปรไฟล์ปัจจุบันแล้ว ไม่ต้องระบุตัวเลือก และไม่มีสิ่งใดเป็นของจริง',
};
