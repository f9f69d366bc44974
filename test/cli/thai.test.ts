import { expect, it } from 'vitest';
import { NOWHERE, payctl } from './payctl.js';

it('Thai is spoken of what is wrong with a command line, its input and its settings', async () => {
  const lines = [
    'tokn --lang th',
    'token status --lang th --rwa',
    '--sandbox ewallet inquire ABC1 --lang th --timeout soon',
    '--sandbox --lang th ewallet inquire A/B',
    '--lang th -p shop ewallet inquire ABC1',
    '--lang th journal show ABC1',
    '--lang th listen --forward-to http://bank.example/',
  ];
  const told: string[] = [];
  for (const line of lines) told.push((await payctl(line, { env: NOWHERE })).stderr);
  expect(told.join('')).toMatchInlineSnapshot(`
    "ผิดพลาด: ไม่มีคำสั่ง "tokn" ใน payctl
      คำแนะนำ: หมายถึง payctl token หรือไม่
    ผิดพลาด: ไม่มีตัวเลือก '--rwa'
      คำแนะนำ: payctl token status --help
    ผิดพลาด: --timeout เป็น "soon" ให้ระบุระยะเวลา เช่น 30s, 2m หรือ 500ms
    ผิดพลาด: ewallet inquire: ข้อมูลผิด 1 จุด จึงไม่ได้ส่งคำสั่งใด
      <outTradeNo> ต้องขึ้นต้นด้วย SBX ในระบบทดสอบ
      คำแนะนำ: payctl ewallet inquire --help
    ผิดพลาด: ไม่มีโปรไฟล์ "shop"
      คำแนะนำ: payctl config list แสดงทั้งหมด payctl init สร้างโปรไฟล์ใหม่
    ผิดพลาด: บันทึกรายการไม่มีคำสั่งของเลขอ้างอิง ABC1
      คำแนะนำ: payctl journal list
    ผิดพลาด: --forward-to ระบุ bank.example ซึ่งไม่ใช่เครื่องนี้
      คำแนะนำ: ระบุที่อยู่ของเครื่องนี้ เช่น http://127.0.0.1:3000/confirmations แล้วให้พร็อกซีที่นั่นส่งต่อ
    "
  `);
});
