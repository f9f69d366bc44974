import { expect, it } from 'vitest';
import { runLine } from '../../src/cli/run-line.js';
import { GROUPS } from '../../src/tree.js';
import { fakeHost } from '../fake-host.js';

const KEY = Buffer.alloc(32, 1).toString('base64');

async function said(store: string): Promise<string> {
  const argv = ['store', 'status', '--lang', 'th', '-o', 'table'];
  const env = {
    PAYCTL_STATE_DIR: '/state',
    PAYCTL_STORE: store,
    PAYCTL_STORE_KEY: KEY,
    PAYCTL_STORE_PASSWORD: 'hush',
  };
  const host = fakeHost({ argv, env });
  await runLine(host, GROUPS);
  return host.stderr.text();
}

it('says in Thai why a shared store cannot be reached, and what to look at', async () => {
  expect(await said('postgres://shop@127.0.0.1:1/pay?sslmode=disable')).toMatchInlineSnapshot(`
    "ผิดพลาด: ติดต่อที่เก็บร่วม postgres://shop@127.0.0.1:1/pay?sslmode=disable ไม่ได้: ไม่ตอบภายในเวลาที่กำหนด
      คำแนะนำ: ตรวจว่าเซิร์ฟเวอร์ทำงานอยู่ และติดต่อโฮสต์กับพอร์ตนั้นจากเครื่องนี้ได้หรือไม่
    "
  `);
});

it('says in Thai what is wrong with the address of a shared store', async () => {
  expect(await said('postgres://shop@db.example/pay?sslmode=prefer')).toMatchInlineSnapshot(`
    "ผิดพลาด: PAYCTL_STORE มี sslmode=prefer ซึ่งใครก็ตามระหว่างทางปิดได้ โปรดใช้ verify-full
      คำแนะนำ: export PAYCTL_STORE=…
    "
  `);
});
