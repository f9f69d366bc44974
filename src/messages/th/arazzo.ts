import type { Translation } from '../../core/message.js';
import type * as english from '../arazzo.js';

export const arazzo: Translation<typeof english.arazzo> = {
  stepLeftOut: (step, why) => `ไม่รวม ${step}: ${why}`,
  partLeftOut: (step, what) => `${step}: ไม่รวม ${what}`,
  step: (n, call) => `ขั้นตอนที่ ${n} (${call})`,
  notOneCall: 'ไม่ใช่คำสั่งเดียวของธนาคาร',
  noControl: 'ไม่มีคำสั่งควบคุมที่ทำเช่นนั้น',
  ownToken: 'payctl ขอโทเค็นเอง',
  ofCustomer: 'ต้องใช้โทเค็นของลูกค้า',
  endsHere: (exit) => `payctl เป็นผู้ตัดสิน ${exit} ไม่ใช่คำตอบของธนาคาร`,
  madeElsewhere: (name) => `ใช้ \${${name}} ของขั้นตอนที่ไม่รวม`,
  made: (place) => `${place} อยู่ได้เฉพาะใน vars`,
  fromFile: 'ฟิลด์อยู่ในไฟล์',
  query: (query) => `คิวรี ${query}`,

  giveOne: '--arazzo รับเอกสาร Arazzo หนึ่งไฟล์ หรือแผน',
  noWorkflows: 'เอกสาร Arazzo ต้องมี workflows ที่มี steps',
  chooseWorkflow: (names) => `เอกสารมีหลาย workflow เลือกหนึ่งด้วย --only: ${names.join(', ')}`,
  noOperation: (name) => `ธนาคารไม่มีคำสั่ง ${name}`,
  namesOperation: 'ขั้นตอนต้องระบุคำสั่งด้วย operationId หรือ operationPath',
  noValue: (name) => `อินพุต ${name} ไม่มีค่าเริ่มต้น: กำหนดค่า หรือรูปแบบ เช่น ^SBX[A-Z0-9]{9}$`,
  unknownValue: (expression) => `${expression} ไม่ใช่อินพุต และไม่ใช่ผลของขั้นตอนก่อนหน้า`,
  condition: (condition) => `เงื่อนไข ${condition}`,
  key: (key) => key,
};
