import type { Translation } from '../../core/message.js';
import type * as english from '../smoke-plans.js';

export const smokePlans: Translation<typeof english.smokePlans> = {
  isMap: 'แผนต้องมี name และ steps',
  stepIsMap: 'ขั้นตอนต้องมี call หรือ sandbox',
  callOrSandbox: 'ขั้นตอนมีได้เพียง call หรือ sandbox อย่างใดอย่างหนึ่ง',
  unknownKey: ({ key, guess, known }) =>
    `ไม่มีคีย์ ${key} ตรงนี้ ${guess === undefined ? `ใช้ได้: ${known.join(', ')}` : `หมายถึง ${guess} หรือไม่`}`,
  missing: (key) => `ไม่มี ${key}`,
  mustBe: (key, meaning) => `${key} ต้องเป็น${meaning}`,
  mustBeLike: ({ key, meaning, guess }) => `${key} ต้องเป็น${meaning} หมายถึง ${guess} หรือไม่`,
  somethingElse: 'อย่างอื่น',
  query: (query, why) => `คำค้น ${query} ใช้ไม่ได้: ${why}`,
  unknownPlace: (written) => `ไม่รู้จัก ${written} หมายถึง {{random 9}} หรือไม่`,
  unknownVariable: (name) => `ไม่รู้จักตัวแปร ${name} ตรงนี้ ให้ตั้งชื่อใน vars หรือเก็บค่าในขั้นตอนก่อนหน้า`,
  variableLike: (name, guess) => `ไม่รู้จักตัวแปร ${name} ตรงนี้ หมายถึง \${${guess}} หรือไม่`,
  call: (why, help) => `${why}; ${help}`,

  notWhole: (call) => `${call} ไม่ใช่คำสั่งที่ครบถ้วน`,
  seeHelp: (words) => `payctl ${words} --help แสดงคำที่ตามมา`,
  noStep: (words) => `${words} เป็นขั้นตอนของแผนไม่ได้`,
  sandboxStep: 'sandbox: pay REFERENCE เป็นขั้นตอนของธนาคารจำลอง',
  noOperation: (id) => `ไม่มีการทำงาน ${id}`,
  seeOperations: 'payctl openapi แสดงการทำงานทั้งหมด',
  dash: (flag) => `ค่าของขั้นตอนนี้ขึ้นต้นด้วยขีด ${flag} จะกลายเป็นตัวเลือก`,
  giveByName: 'ระบุค่าด้วยชื่อใน with',
  choosesProfile: (flag) => `ขั้นตอนเลือกโปรไฟล์ไม่ได้: ${flag}`,
  giveToRun: (flag) => `เอาออก แล้วระบุกับการรันทั้งหมด: payctl ${flag} … smoke`,
  changes: (flag) => `เปลี่ยนแปลงข้อมูลด้วย ${flag}`,
  movesMoney: 'เคลื่อนย้ายเงินได้',
  onLive: ({ call, risk, profile }) => `${call} ${risk} และโปรไฟล์ ${profile} เป็นแบบใช้งานจริง`,

  noFile: (file) => `${file}: ไม่มีไฟล์นี้`,
  ownPlans: 'payctl --sandbox smoke รันแผนที่มากับ payctl',
  notUtf8: (file) => `${file} ไม่ใช่ UTF-8`,
  mistakes: (count) => `แผนมีข้อผิดพลาด ${count} แห่ง ไม่มีการส่งคำสั่งใด`,
  seeSchema: 'payctl smoke --schema แสดงรูปแบบของแผน',
  noPlan: (name) => `--only: ไม่มีแผน ${name}`,
  planNames: (names) => `แผนที่มี: ${names.join(', ')}`,
  knownNotJson: (file) => `--known: ${file} ไม่ใช่ JSON`,
};
