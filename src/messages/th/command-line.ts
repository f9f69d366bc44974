import type { Translation } from '../../core/message.js';
import type * as english from '../command-line.js';

export const commandLine: Translation<typeof english.commandLine> = {
  mangled: (number, shown) => `คำที่ ${number} ไม่ใช่ UTF-8 ที่ถูกต้อง: ${shown}`,
  checkEncoding: 'ตรวจการเข้ารหัสอักขระของเทอร์มินัลหรือสคริปต์: locale',
  unknownOption: (flag) => `ไม่มีตัวเลือก '${flag}'`,
  didYouMean: (what) => `หมายถึง ${what} หรือไม่`,
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
