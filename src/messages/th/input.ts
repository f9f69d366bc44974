import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../input.js';

const quoted = (text: string): string => JSON.stringify(text);

export const input: Translation<typeof english.inputMessages> = {
  choose: {
    terminal: (name, value, choices) => `${name} เป็น ${quoted(value)} ให้ใช้ ${choices.join(', ')}`,
    page: (_, value) => `${quoted(value)} ไม่อยู่ในตัวเลือก`,
  },
  tooLong: {
    terminal: (flag, most, given) => `${flag} รับได้ไม่เกิน ${most} ตัวอักษร ไม่ใช่ ${given}`,
    page: (_, most) => `ข้อความยาวเกินไป เขียนได้ไม่เกิน ${most} ตัวอักษร`,
  },
  empty: { terminal: (flag) => `${flag} ว่างเปล่า`, page: () => 'ช่องที่ต้องกรอกยังว่างอยู่' },
  giveOrLeave: { terminal: (flag) => `ระบุค่า หรือไม่ต้องใช้ ${flag}`, page: () => '' },
  notDuration: (flag, value) => `${flag} เป็น ${quoted(value)} ให้ระบุระยะเวลา เช่น 30s, 2m หรือ 500ms`,
  notMoment: {
    terminal: (flag, value) =>
      `${flag} เป็น ${quoted(value)} ให้ระบุ 2026-01-31, today, yesterday, เวลาแบบ ISO หรือ -24h`,
    page: (_, value) => `${quoted(value)} ไม่ใช่เวลา`,
  },
  notDay: {
    terminal: (flag, value) =>
      `${flag} เป็น ${quoted(value)} ให้ระบุวันเป็น YYYY-MM-DD, today หรือ yesterday`,
    page: (_, value) => `${quoted(value)} ไม่ใช่วันที่ ให้เขียน 2026-01-31 หรือ 31/01/2569`,
  },
  notCount: (flag, value) => `${flag} เป็น ${quoted(value)} ให้ระบุจำนวนเต็มไม่เกินหกหลัก`,
  notPort: (flag, port) => `${flag} เป็น ${port} ให้ระบุพอร์ต 0 ถึง 65535`,
  wrong: {
    terminal: (flag, problem) => `${flag} ${problem}`,
    page: (_, problem) => `ค่าที่ระบุ${problem}`,
  },
  oneValue: (name) => `${name} รับค่าเดียว ไม่ใช่รายการ`,
  noText: (name) => `${name} รับข้อความหรือตัวเลข`,
  missingArgument: (name) => `ไม่ได้ระบุ '${name}'`,
  unexpectedArgument: (value) => `มีคำเกินมา ${quoted(value)}`,
  notUtf8: (value) => `${quoted(value)} ไม่ใช่ UTF-8 ที่ถูกต้อง`,

  rawAlone: (option) => `-o raw แสดงคำตอบตามที่ได้รับ จึงใช้กับ ${option} ไม่ได้`,
  withJson: (option) => `ใช้ ${option} กับ -o json หรือไม่ต้องใช้`,
  notProfileName: (from, name) => `${from} เป็น ${quoted(name)} ซึ่งใช้เป็นชื่อโปรไฟล์ไม่ได้`,
  badColumns: (value) => `--columns เป็น ${quoted(value)} ให้คั่นชื่อด้วยจุลภาค เช่น a,b`,
  badTimeout: (value) => `--timeout เป็น ${value} ให้ระบุมากกว่า 0 และไม่เกิน 24h`,
  badRequestUId: (length) => `--request-uid ต้องเป็นตัวอักษรและตัวเลข 32 ตัวพอดี แต่ที่ระบุมี ${length} อักขระ`,

  problems: (command, count) => `${command}: ข้อมูลผิด ${count} จุด จึงไม่ได้ส่งคำสั่งใด`,
  unknownValue: (value, choices, field) =>
    `เป็น ${quoted(value)} ให้ใช้ ${choices.join(', ')} หรือส่งค่าอื่นด้วย -f ${field}=…`,
  fileForReference: (value, name) => `${quoted(value)} ดูเหมือนไฟล์ แต่ ${name} เป็นเลขอ้างอิง`,
  investigateFile: (flag) =>
    phrase`${payctl`investigate FILE`} อ่านไฟล์ ถ้าเลขอ้างอิงมีชื่อเช่นนั้นจริง ให้ระบุด้วย ${flag}`,
  twoReferences: (word, flag, value) => `มีเลขอ้างอิงสองค่า: ${quoted(word)} และ ${flag} ${value}`,
  noName: (owner, name) => `${owner} ไม่มี ${name}`,
  noNameMeant: (owner, name, guess) => `${owner} ไม่มี ${name} หมายถึง ${guess} หรือไม่`,
  inputTwice: 'ระบุอินพุตมาตรฐานสองครั้ง แต่อ่านได้เพียงครั้งเดียว',
  oneInFile: 'ใส่ค่าหนึ่งไว้ในไฟล์: @FILE',
  bothFlags: (field) => `ระบุ ${field} ทั้งด้วย -F และ -f`,
  useOne: 'ใช้เพียงอย่างเดียว',
  dataNotJson: (why) => `--data ไม่ใช่ JSON: ${why}`,
  giveJson: 'ระบุออบเจกต์ JSON, @FILE หรือ -',
  dataNotObject: '--data ไม่ใช่ออบเจกต์ JSON ให้ระบุ {"field": …}, @FILE หรือ -',
  noFile: (flag, path) => `${flag} ระบุไฟล์ ${path} ซึ่งไม่มีอยู่`,
  sourceNotUtf8: (flag, source) => `${flag} ${source} ไม่ใช่ UTF-8 ที่ถูกต้อง`,
  convert: 'iconv -t UTF-8 แปลงไฟล์ได้',
  notPair: (flag, pair) => `${flag} เป็น ${quoted(pair)} ให้ระบุ key=value`,
  notFieldName: (path) => `${quoted(path)} ใช้เป็นชื่อฟิลด์ไม่ได้`,
  fieldNames: 'ใช้ name หรือ name.inner สำหรับฟิลด์ข้างใน หรือ name[] สำหรับรายการหนึ่งของลิสต์',
  taken: (path) => `ระบุ ${quoted(path)} แต่ฟิลด์ที่ครอบอยู่มีค่าอื่นแล้ว`,
};
