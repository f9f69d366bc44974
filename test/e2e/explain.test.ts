import { describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';
import { serveBank } from '../fixtures/served-bank.js';

const machine = quickMachine();

describe('explain', () => {
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
