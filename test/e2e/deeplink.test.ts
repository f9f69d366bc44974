import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../fixtures/browser.js';
import { startConsole } from '../fixtures/console.js';
import { describeWith } from '../fixtures/needs.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { onServedBank } from './story.js';

const CREATE = 'deeplink create --payment-amount 250.50 --ref2 SHOP2';

onServedBank(({ run, data, moved, listening }) => {
  describe('a deeplink', () => {
    it('is made, paid by its id, confirmed, and found by its id alone', async () => {
      const listener = await listening('--verify');
      let id = '';
      const money = await moved(async () => {
        const made = await data(`${CREATE} --ref1 LINK1`);
        id = String(made.transactionId);
        expect(made.deeplinkUrl).toBe(`examplebank://purchase/${id}`);
        const open = await data(`deeplink inquire ${id}`, 8);
        expect(open).toMatchObject({ statusCode: 0, paidAmount: 0 });
        await data(`sandbox pay ${id}`);
        const paid = await data(`deeplink inquire ${id}`);
        expect(paid).toMatchObject({ statusCode: 1, paidAmount: 250.5 });
      });
      expect(money).toEqual({ '2220000001': '-250.50', 'merchant:010000000000101': '250.50' });

      const [confirmed] = await listener.rows(1);
      expect(confirmed).toMatchObject({ kind: 'qr30', reference: 'LINK1', amount: '250.50' });
      await listener.stop();

      const found = await data(`investigate ${id}`);
      expect(found).toMatchObject({ contradictions: [], verdict: { class: 'SUCCESS' } });
      const sources = JSON.parse(JSON.stringify(found.sources));
      const said = sources.map(
        ({ source, result }: Record<string, string>) => `${source} ${result}`,
      );
      expect(said).toEqual(
        expect.arrayContaining([
          'confirmations found',
          'deeplink.inquire found',
          'bill.inquire found',
        ]),
      );
      const { stdout } = await run('find --amount 250.50 --kind bill');
      expect(JSON.parse(stdout)).toMatchObject([{ reference: 'LINK1', state: 'paid' }]);
    });

    it('is paid by its URL while its maker waits', async () => {
      const { transactionId, deeplinkUrl } = await data(`${CREATE} --ref1 LINK2`);
      await data(`sandbox pay ${String(deeplinkUrl)}`);
      const waited = await data(`deeplink inquire ${String(transactionId)} --wait 10s`);
      expect(waited).toMatchObject({ statusCode: 1 });
    });

    it('that was cancelled or has expired is refused, 5, with the reason', async () => {
      const cancelled = await data(`${CREATE} --ref1 LINK3`);
      await data(`sandbox pay ${String(cancelled.transactionId)} --fail`);
      const expired = await data(`${CREATE} --ref1 LINK4 --session-validity-period 1`);
      await data('sandbox clock +2s');
      for (const [made, reason] of [
        [cancelled, 'cancelled'],
        [expired, 'expired'],
      ] as const) {
        const { stderr } = await run(`deeplink inquire ${String(made.transactionId)}`, 5);
        expect(stderr).toContain(reason);
        const { verdict, next } = await data(`investigate ${String(made.transactionId)}`, 5);
        expect(verdict).toMatchObject({ class: 'REJECTED' });
        expect(JSON.stringify(verdict)).toContain(reason);
        expect(JSON.stringify(next)).not.toContain('explain');
      }
      await run(`sandbox pay ${String(expired.transactionId)}`, 5);
    });

    it('that nobody has paid says how to wait for it', async () => {
      const { transactionId: id } = await data(`${CREATE} --ref1 LINK5`);
      const { next } = await data(`investigate ${String(id)}`, 8);
      expect(JSON.stringify(next)).toContain(`deeplink inquire ${String(id)} --wait 60s`);
    });
  });
});

describeWith('chromium', 'the phone', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('shows a deeplink and pays it', async ({ onTestFinished }) => {
    const machine = quickMachine();
    const { stdout } = await machine.payctl(`--sandbox ${CREATE} --ref1 PHONE1 -o json`);
    const { transactionId } = JSON.parse(stdout);
    const started = await startConsole(machine);
    onTestFinished(() => started.stop());
    const page = await browser.newPage();
    await page.goto(started.link);
    await page.waitForURL(`${started.origin}/`);
    await page.goto(`${started.origin}/phone`);
    await page.getByRole('button', { name: 'PHONE1' }).click();
    expect(await page.getByLabel('Amount in baht').inputValue()).toBe('250.50');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    const asked = await machine.payctl(`--sandbox deeplink inquire ${transactionId} -o json`);
    expect(JSON.parse(asked.stdout)).toMatchObject({ statusCode: 1, paidAmount: 250.5 });
  });
});
