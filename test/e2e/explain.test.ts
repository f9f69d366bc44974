import { describe, expect, it } from 'vitest';
import { serveBank } from './bank.js';
import { freshMachine } from './payctl.js';

const machine = freshMachine();

describe('explain', () => {
  it('tells all that a code may mean, whose fault it is and what to do', async () => {
    const { stdout, code } = await machine.payctl('explain 9500 -o table');
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "9500  business code, HTTP 401
        means   the credentials or the access token are not valid
        fault   yours: the request or the profile
        do      payctl doctor
        source  specification

      9500  business code, HTTP 403
        means   the credentials are not allowed to make this call
        fault   yours: the request or the profile
        do      payctl doctor
        source  specification
      "
    `);
  });

  it('speaks Thai', async () => {
    const { stdout } = await machine.payctl('--lang th explain 401/9500 -o table');
    expect(stdout).toMatchInlineSnapshot(`
      "9500  รหัสผลของธนาคาร, HTTP 401
        ความหมาย  ข้อมูลรับรองหรือ access token ไม่ถูกต้อง
        สาเหตุ     ฝั่งคุณ: คำขอหรือโปรไฟล์
        วิธีแก้      payctl doctor
        ที่มา       ข้อกำหนดของธนาคาร
      "
    `);
    const { stderr } = await machine.payctl('--lang th explain 4711');
    expect(stderr).toMatchInlineSnapshot(`
      "ผิดพลาด: payctl ไม่รู้จักรหัส "4711"
        คำแนะนำ: แจ้งรหัสและ requestUId ของการเรียกให้ธนาคาร รหัสของเราดูได้ที่ payctl help exit-codes
      "
    `);
  });

  it('says so where a code is not known: exit 6', async () => {
    const { stdout, stderr, code } = await machine.payctl('explain 4711');
    expect([code, stdout]).toEqual([6, '']);
    expect(stderr).toMatchInlineSnapshot(`
      "error: "4711" is not a code that payctl knows
        hint: give the bank its code and the requestUId of the call; payctl help exit-codes lists ours
      "
    `);
    const near = await machine.payctl('explain USERPAYNG');
    expect(near.stderr).toContain('did you mean: payctl explain USERPAYING');
  });
});

describe('openapi', () => {
  it('is one document, from the command and from the served bank', async () => {
    const { stdout } = await machine.payctl('openapi');
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1' } });
    expect((await machine.payctl('openapi -o yaml')).stdout).toMatch(/^openapi: 3\.1\.0\ninfo:\n/);
    const bank = await serveBank(machine);
    const answer = await fetch(`${bank.url}/openapi.json`);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual(document);
  });
});
