import { describe, expect, it } from 'vitest';
import { freshMachine } from './payctl.js';

describe('in Thai', () => {
  const machine = freshMachine({ PAYCTL_LANG: 'th' });

  /** What a person reads, without paths of this machine. */
  async function read(command: string): Promise<string> {
    const { stdout, stderr } = await machine.payctl(command);
    return (stdout + stderr).replaceAll(machine.home, '~');
  }

  it('doctor: names and grades its checks, and says how to fix them', async () => {
    const lines = (await read('doctor --offline -o table')).split('\n');
    const from = lines.findIndex((line) => line.includes('baseUrl'));
    expect(lines.slice(from - 1, from + 4).join('\n')).toMatchInlineSnapshot(`
      "ปกติ      โปรไฟล์       ไม่มี: ใช้ค่าจากตัวแปรแวดล้อม (live)
      ผิดพลาด   โปรไฟล์       ไม่มี baseUrl
                            วิธีแก้: payctl init หรือ export PAYCTL_BASE_URL=…
      ผิดพลาด   โปรไฟล์       ไม่มี apiKey
                            วิธีแก้: payctl init หรือ export PAYCTL_API_KEY=…"
    `);
    const end = lines
      .slice(-3)
      .join('\n')
      .replace(/จาก \d+/, 'จาก N');
    expect(end).toMatchInlineSnapshot(`
      "ผิดพลาด: ไม่ผ่าน 3 จาก N รายการตรวจ รายการแรกคือโปรไฟล์: ไม่มี baseUrl
        คำแนะนำ: payctl init หรือ export PAYCTL_BASE_URL=…
      "
    `);
    expect(JSON.parse(await read('--sandbox doctor --offline -o json'))[0]).toMatchObject({
      check: 'node',
      status: 'ok',
    });
  });

  it('init and config: what was kept, and what comes next', async () => {
    expect(await read('init --name shop')).toMatchInlineSnapshot(`
      "ผิดพลาด: init ต้องมี --base-url (หรือ PAYCTL_BASE_URL) และ --api-key (หรือ PAYCTL_API_KEY)
        คำแนะนำ: หากยังไม่มีบัญชี: payctl init --sandbox
      "
    `);
    expect(
      await read('init --name shop --base-url https://api.bank.example --api-key KEY -o json'),
    ).toMatchInlineSnapshot(`
      "{"profile":"shop","baseUrl":"https://api.bank.example","apiKey":"KEY"}
      บันทึกโปรไฟล์ shop แล้ว
      ไม่ได้ระบุความลับ เก็บได้ด้วย payctl config set-secret apiSecret
      ขั้นต่อไป: payctl doctor
      "
    `);
    expect((await read('config delete shop')).split('\n')[0]).toMatchInlineSnapshot(
      `"ผิดพลาด: ลบโปรไฟล์ shop และความลับของโปรไฟล์หรือไม่ แต่ไม่มีเทอร์มินัลให้ถาม"`,
    );
    expect(await read('config get apiSecret')).toMatchInlineSnapshot(`
      "ผิดพลาด: apiSecret เป็นความลับและไม่มีการแสดง
      "
    `);
  });

  it('sandbox: what the customer and the operator are told', async () => {
    expect(await read('sandbox pay NOSUCH')).toMatchInlineSnapshot(`
      "ผิดพลาด: ธนาคารจำลองไม่มีเลขอ้างอิง QR หรือรหัสชำระบิลนี้
        คำแนะนำ: ดูรายการที่มีด้วย payctl sandbox log หรือสร้าง QR ด้วย payctl --sandbox qr create
      "
    `);
    expect(await read('sandbox clock sometime')).toMatchInlineSnapshot(`
      "ผิดพลาด: ตั้งนาฬิกาเป็น "sometime" ไม่ได้
        คำแนะนำ: ใช้ +2h, 2026-01-31T22:59:00+07:00, now, stop หรือ start
      "
    `);
    expect(await read('sandbox settings slipBank=x')).toMatchInlineSnapshot(`
      "ผิดพลาด: slipBank ต้องเป็นตัวเลขสามหลัก ไม่ใช่ "x"
      "
    `);
    expect(await read('sandbox faults htmlerror')).toMatchInlineSnapshot(`
      "ผิดพลาด: ไม่มีความผิดพลาด "htmlerror" และไม่มีรหัสนี้ที่ธนาคารใช้ปฏิเสธ
        คำแนะนำ: หมายถึง html-error หรือไม่
      "
    `);
  });

  it('token, store, api, transfer and help', async () => {
    expect(await read('--sandbox token -o raw')).toMatchInlineSnapshot(`
      "ผิดพลาด: -o raw ไม่แสดงโทเค็น
        คำแนะนำ: payctl token --raw แสดงเฉพาะโทเค็น
      "
    `);
    expect(await read('--sandbox store status')).toMatchInlineSnapshot(`
      "ผิดพลาด: ธนาคารจำลองเก็บทุกอย่างในไฟล์ และไม่ใช้ที่เก็บร่วม
        คำแนะนำ: payctl config set store postgres://USER@HOST:PORT/DATABASE หรือ PAYCTL_STORE
      "
    `);
    expect(await read('--sandbox api PUT /v1')).toMatchInlineSnapshot(`
      "ผิดพลาด: เมธอดคือ "PUT" แต่ธนาคารรู้จักเฉพาะ GET และ POST
      "
    `);
    expect(
      await read('--sandbox transfer credit confirm ID --expect-amount 1.00 --dry-run'),
    ).toMatchInlineSnapshot(`
      "ผิดพลาด: --expect-amount ต้องใช้ข้อมูลการโอน ซึ่ง --dry-run ไม่ได้ดึงมา
        คำแนะนำ: นำตัวเลือกหนึ่งออก
      "
    `);
    expect(await read('help nothing')).toMatchInlineSnapshot(`
      "ผิดพลาด: ไม่มีคำอธิบายเรื่อง "nothing"
        คำแนะนำ: payctl --help แสดงคำสั่งและหัวข้อทั้งหมด
      "
    `);
  });
});
