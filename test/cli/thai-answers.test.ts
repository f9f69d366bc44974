import { describe, expect, it } from 'vitest';
import { type Answer, stubBank } from '../stub-bank.js';
import { payctl as run } from './payctl.js';

let answer: Answer;
const bank = await stubBank(() => answer);
const INQUIRE = 'ewallet inquire --tran-type W --out-trade-no A1 -o json --lang th';

const payctl = (line: string) => run(line, { env: bank.env });

describe('--lang th', () => {
  it('says what is wrong with a payload', async () => {
    const { code, stdout } = await payctl(
      'qr lint 00020101021229370016A000000677010111011300660000000005802TH530376454040.006304ABCD -o table --lang th',
    );
    expect(code).toBe(14);
    expect(stdout).toMatchInlineSnapshot(`
      "ผิดพลาด crc-wrong: แท็ก 63 ตำแหน่ง 74: ค่าตรวจสอบเป็น "ABCD" แต่คำนวณได้ 24C7 (สแกนหรือคัดลอกใหม่: บางตัวอักษรเปลี่ยนไป)
      คำเตือน amount-zero: แท็ก 54 ตำแหน่ง 66: "0.00" เป็นศูนย์ (ไม่ต้องใส่แท็ก 54 ถ้าผู้ชำระเป็นผู้กำหนด)
      คำเตือน category-missing: แท็ก 52 ตำแหน่ง 82: ไม่มีประเภทร้านค้า (เพิ่มแท็ก 52 โดยใช้ 0000 ถ้าไม่มี)
      คำเตือน name-missing: แท็ก 59 ตำแหน่ง 82: ไม่มีชื่อร้านค้า (เพิ่มแท็ก 59)
      คำเตือน city-missing: แท็ก 60 ตำแหน่ง 82: ไม่มีเมืองของร้านค้า (เพิ่มแท็ก 60)
      "
    `);
  });

  it('names the parts of a payload', async () => {
    const { stdout } = await payctl(
      'qr decode 00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469 -o table --lang th',
    );
    expect(stdout).toMatchInlineSnapshot(`
      "Thai QR โอนเงิน (แท็ก 29)
        00 รูปแบบข้อมูล               01
        01 วิธีเริ่มรายการ             12 (ใช้ครั้งเดียว)
        29 โอนเงิน
          29.00 แอปพลิเคชัน          A000000677010111 (โอนเงินพร้อมเพย์)
          29.01 หมายเลขโทรศัพท์มือถือ  ***0000
        58 ประเทศ                  TH
        53 สกุลเงิน                  764 (THB)
        54 จำนวนเงิน                4.22
        63 ค่าตรวจสอบ               E469
      ค่าตรวจสอบถูกต้อง
      คำเตือน (qr lint อธิบายไว้): category-missing, name-missing, city-missing
      "
    `);
  });

  it('says how a call ended, with the words of the bank as they are', async () => {
    answer = { status: 404, code: 1104, description: 'no such trade' };
    expect(await failureOf(INQUIRE)).toMatchInlineSnapshot(`
      {
        "hint": "ตรวจเลขอ้างอิง บริษัท และ environment ของโปรไฟล์",
        "message": "ewallet inquire: ธนาคารไม่มีรายการของเลขอ้างอิงนี้: no such trade (รหัส 1104)",
      }
    `);
    answer = { status: 200, code: 1000, description: 'ok', data: { tradeState: 'USERPAYING' } };
    expect(await failureOf(INQUIRE)).toMatchInlineSnapshot(`
      {
        "hint": "สอบถามอีกครั้งในอีกไม่กี่วินาที หรือเพิ่ม --wait",
        "message": "ewallet inquire: ยังไม่สิ้นสุด (USERPAYING)",
      }
    `);
  });
});

async function failureOf(line: string): Promise<unknown> {
  const { stderr } = await payctl(line);
  const { message, hint } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
  return { message, hint };
}
