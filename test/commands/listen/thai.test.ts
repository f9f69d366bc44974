import { expect, it } from 'vitest';
import { payctl } from '../../cli/payctl.js';

it('says in Thai what replay cannot forward', async () => {
  const { stderr } = await payctl(
    '--sandbox --lang th listen replay T1 --forward-to http://127.0.0.1:9/',
  );
  expect(stderr).toMatchInlineSnapshot(`
    "ผิดพลาด: ไม่เคยได้รับข้อความยืนยัน "T1" ที่นี่
      คำแนะนำ: payctl listen list
    "
  `);
});
