import type { Difference } from './compare.js';
import type { Failure } from './expect.js';
import type { StepResult } from './run.js';

/** What the page says, in the languages of its readers. */
export interface Words {
  title: string;
  made: string;
  bank: string;
  against: string;
  plans: string;
  plan: string;
  file: string;
  steps: string;
  call: string;
  outcome: string;
  exit: string;
  code: string;
  state: string;
  line: string;
  request: string;
  expected: string;
  seen: string;
  none: string;
  differences: string;
  noDifference: string;
  known: (count: number) => string;
  step: string;
  what: string;
  field: string;
  first: string;
  second: string;
  outcomes: Readonly<Record<StepResult['outcome'], string>>;
  facts: Readonly<Record<Failure['what'], string>>;
  kinds: Readonly<Record<Difference['what'], string>>;
}

export const WORDS: Readonly<Record<'en' | 'th', Words>> = {
  en: {
    title: 'Smoke test',
    made: 'Made',
    bank: 'Bank',
    against: 'compared with',
    plans: 'Plans',
    plan: 'Plan',
    file: 'File',
    steps: 'Steps',
    call: 'Call',
    outcome: 'Outcome',
    exit: 'Exit',
    code: 'Code',
    state: 'State',
    line: 'Line',
    request: 'Request',
    expected: 'expected',
    seen: 'seen',
    none: 'none',
    differences: 'Differences',
    noDifference: 'The two banks do not differ.',
    known: (count) => `${count} more are known.`,
    step: 'Step',
    what: 'What',
    field: 'Field',
    first: 'Here',
    second: 'There',
    outcomes: { passed: 'passed', failed: 'failed', skipped: 'skipped' },
    facts: {
      exit: 'exit',
      code: 'code',
      state: 'state',
      query: 'data',
      save: 'to save',
      within: 'within',
    },
    kinds: {
      exit: 'exit',
      state: 'state',
      code: 'code',
      httpStatus: 'HTTP status',
      missing: 'missing field',
      additional: 'additional field',
      type: 'type',
      format: 'format',
    },
  },
  th: {
    title: 'ผลการทดสอบการเชื่อมต่อ',
    made: 'จัดทำเมื่อ',
    bank: 'ธนาคาร',
    against: 'เทียบกับ',
    plans: 'แผนทดสอบ',
    plan: 'แผน',
    file: 'ไฟล์',
    steps: 'ขั้นตอน',
    call: 'คำสั่ง',
    outcome: 'ผล',
    exit: 'รหัสออก',
    code: 'รหัส',
    state: 'สถานะ',
    line: 'บรรทัด',
    request: 'คำขอ',
    expected: 'คาดไว้',
    seen: 'พบ',
    none: 'ไม่มี',
    differences: 'ความแตกต่าง',
    noDifference: 'ทั้งสองธนาคารไม่แตกต่างกัน',
    known: (count) => `ทราบอยู่แล้วอีก ${count} รายการ`,
    step: 'ขั้นที่',
    what: 'ประเภท',
    field: 'ฟิลด์',
    first: 'ที่นี่',
    second: 'ที่นั่น',
    outcomes: { passed: 'ผ่าน', failed: 'ไม่ผ่าน', skipped: 'ข้าม' },
    facts: {
      exit: 'รหัสออก',
      code: 'รหัส',
      state: 'สถานะ',
      query: 'ข้อมูล',
      save: 'ค่าที่ต้องเก็บ',
      within: 'ภายใน',
    },
    kinds: {
      exit: 'รหัสออก',
      state: 'สถานะ',
      code: 'รหัส',
      httpStatus: 'รหัส HTTP',
      missing: 'ฟิลด์ที่ขาด',
      additional: 'ฟิลด์ที่เกิน',
      type: 'ชนิดข้อมูล',
      format: 'รูปแบบ',
    },
  },
};
