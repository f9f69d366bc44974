import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../terminal.js';

export const terminal: Translation<typeof english.terminalMessages> = {
  warning: (what) => `คำเตือน: ${what}`,
  error: 'ผิดพลาด:',
  details: 'รายละเอียด:',
  meaning: 'ความหมาย:',
  hint: 'คำแนะนำ:',
  nothingFound: 'ไม่พบรายการ',
  hiddenColumns: (columns) =>
    `หน้าจอไม่พอแสดง ${columns.join(', ')} ใช้ -o yaml ดูทั้งหมด หรือเลือกด้วย --columns`,
  wholeResult: (why) => `${why} จึงแสดงผลทั้งหมด`,
  bodyNotKept: 'บันทึกรายการไม่เก็บคำตอบทีละไบต์ ใช้ -o json เพื่อดูสิ่งที่เก็บไว้',
};

export const commandLine: Translation<typeof english.commandLine> = {
  mangled: (number, shown) => `คำที่ ${number} ไม่ใช่ UTF-8 ที่ถูกต้อง: ${shown}`,
  checkEncoding: 'ตรวจการเข้ารหัสอักขระของเทอร์มินัลหรือสคริปต์: locale',
  unknownOption: (flag) => `ไม่มีตัวเลือก '${flag}'`,
  form: (flag, value, forms) =>
    `${flag} เป็น ${JSON.stringify(value)} ให้ใช้ ${flag} อย่างเดียว หรือ ${forms.join(', ')}`,
  takesNoValue: (flag) => `${flag} ไม่รับค่า`,
  giveAlone: (flag) => `ใช้ ${flag} อย่างเดียว`,
  needsValue: (flag) => `${flag} ต้องมีค่า`,
  needsValueNot: (flag, next) => `${flag} ต้องมีค่า แต่ ${next} ที่ตามมาเป็นตัวเลือก`,
  byEquals: (written) => `ถ้าค่าขึ้นต้นด้วยขีด ให้ใช้ =: ${written}`,
  noCommand: (word, path) => `ไม่มีคำสั่ง ${JSON.stringify(word)} ใน ${path}`,
  run: (commands) => `ใช้ ${commands.join(' หรือ ')}`,
  didYouMeanCommand: (commands) => `หมายถึง ${commands.join(' หรือ ')} หรือไม่`,
  helpLists: (path, commands) => `${path} --help แสดง: ${commands.join(', ')}`,

  queryNeedsAll: (query, most) =>
    `--query ${JSON.stringify(query)} ต้องใช้ทุกรายการพร้อมกัน แต่มีมากกว่า ${most} รายการ`,
  queryEach:
    'แสดงให้น้อยลง หรือขึ้นต้นคิวรีด้วย [*] หรือ [?…] ซึ่งทำทีละรายการ สำหรับ csv และ text ให้ระบุ --columns ด้วย',
  formatNeedsAll: (format, most) => `-o ${format} ต้องใช้ทุกรายการพร้อมกัน แต่มีมากกว่า ${most} รายการ`,
  listFewer: 'แสดงให้น้อยลง หรือใช้ -o jsonl',
  rowsWhole: (why) => `${why} แถวแบบนี้จะแสดงทั้งหมด`,
};

export const prompts: Translation<typeof english.prompts> = {
  yesOrNo: (question) => `${question} [y/N]`,
  answerYesOrNo: 'ตอบ y หรือ n',
  line: (question, usual) => (usual === '' ? question : `${question} (${usual})`),
  number: (most) => `ใส่หมายเลข 1 ถึง ${most}:`,
};

export const output: Translation<typeof english.output> = {
  shortened: {
    terminal: (start, length) => `${start}… (${length} ตัวอักษร; -o json แสดงทั้งหมด)`,
    page: (start, length) => `${start}… (${length} ตัวอักษร)`,
  },
  queryFails: (query, why) => `--query ${query} ใช้ไม่ได้: ${why}`,
  quoteQuery: 'ใส่เครื่องหมายคำพูดให้ query ตามวิธีของ shell ดู https://jmespath.org',
  noColumn: ({ column, fields, more }) => {
    const list = fields.join(', ') || 'ไม่มี';
    return `--columns ไม่มีฟิลด์ ${column} ฟิลด์ที่มีคือ ${list}${more > 0 ? ` และอีก ${more} ฟิลด์` : ''}`;
  },
};

export const helpPages: Translation<typeof english.helpPages> = {
  none: (asked) => `ไม่มีคำอธิบายเรื่อง ${asked}`,
  noCommand: (asked) => `ไม่มีคำสั่ง ${asked}`,
  meant: (words) => phrase`หมายถึง ${payctl.withoutProfile`help ${words}`} หรือไม่`,
  listed: phrase`${payctl.withoutProfile`--help`} แสดงคำสั่งและหัวข้อทั้งหมด`,
};
