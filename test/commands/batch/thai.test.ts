import { expect, it } from 'vitest';
import { payctl } from '../../cli/payctl.js';

const batch = (args: string, input: string) =>
  payctl(`--sandbox --lang th batch ${args}`, { stdin: input });

it('tells a person in Thai what a batch would send, and what is wrong with its rows', async () => {
  const input = 'outTradeNo,tranType\nSBXA,W\nSBXB\n';
  const { code, stdout, stderr } = await batch('ewallet.inquire - --dry-run', input);
  expect(code).toBe(2);
  const [, wrong = ''] = stdout.split('\n');
  expect(JSON.parse(wrong).message).toMatchInlineSnapshot(`"มี 1 ช่อง แต่หัวตารางมี 2 ช่อง"`);
  expect(stderr).toMatchInlineSnapshot(`
    "ewallet inquire: จะส่ง 1 แถว
    ผิดพลาด: ไม่ถูกต้อง 1 จาก 2 แถว ยังไม่ได้ส่งอะไร
    "
  `);
});

it('asks in Thai before money moves', async () => {
  const { stderr } = await batch('ewallet.refund -', 'outTradeNo,totalFee,tranType\nSBXA,1,W\n');
  expect(stderr.split('\n')[0]).toMatchInlineSnapshot(
    `"ผิดพลาด: ewallet refund: 1 แถว รวม 1.00 บาท โปรไฟล์ sandbox (test): ยังไม่ได้ส่ง เพราะต้องได้รับการยืนยันจากท่าน"`,
  );
});

it('names a wrong header in Thai', async () => {
  const { stderr } = await batch('investigate -', 'order;customer\nSBXA;Mali\n');
  expect(stderr).toMatchInlineSnapshot(`
    "ผิดพลาด: หัวตารางไม่มีคอลัมน์ id หรือ source มีเพียง "order;customer" ยังไม่ได้ส่งอะไร
      คำแนะนำ: ตั้งชื่อคอลัมน์ของเลขอ้างอิงตามนั้น และคั่นคอลัมน์ด้วยจุลภาค
    "
  `);
});
