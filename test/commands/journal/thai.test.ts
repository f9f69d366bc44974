import { expect, it } from 'vitest';
import { payctl } from '../../cli/payctl.js';

it('says in Thai what settle and archive need', async () => {
  const said = await Promise.all(
    ['settle SBXA', 'archive'].map((words) => payctl(`--sandbox --lang th journal ${words}`)),
  );
  expect(said.map(({ stderr }) => stderr).join('')).toMatchInlineSnapshot(`
    "ผิดพลาด: settle ต้องมี --as executed หรือ --as not-executed และ --note ที่บอกว่าทราบได้อย่างไร
    ผิดพลาด: archive ต้องมี --before คือถึงเมื่อใด และ --out คือไฟล์ที่จะเขียน
    "
  `);
});
