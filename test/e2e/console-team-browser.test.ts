import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chooseLanguage,
  findingsOn,
  isLight,
  openBrowser,
  overflowOf,
  tabTo,
  troublesOf,
} from '../fixtures/browser.js';
import type { Somebody } from '../fixtures/identity-provider.js';
import type { Machine } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { startTlsConsole } from '../fixtures/team.js';

const REFERENCE = 'SBXTEAM0001';

const person = (name: string, ...groups: string[]): Somebody => ({
  ...{ sub: `id-of-${name.toLowerCase()}`, name, groups },
});

describeWith('chromium', 'the console of a team in a browser', () => {
  let machine: Machine;
  let desk: Awaited<ReturnType<typeof startTlsConsole>>;
  let browser: Browser;

  beforeAll(async () => {
    machine = quickMachine();
    await machine.payctl('--sandbox sandbox settings rateLimit=0');
    const create = `--sandbox ewallet create --tran-type W --out-trade-no ${REFERENCE}`;
    await machine.payctl(`${create} --total-fee 501.00 -o json`);
    await machine.payctl(`--sandbox sandbox pay ${REFERENCE}`);
    desk = await startTlsConsole(machine);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await desk.stop();
    machine.dispose();
  });

  /** Does something in a browser of somebody who has just signed in. */
  async function as(
    somebody: Somebody,
    act: (page: Page, troubles: string[]) => Promise<void>,
  ): Promise<void> {
    desk.provider.next = somebody;
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const troubles = troublesOf(context);
    try {
      const page = await context.newPage();
      await page.goto(desk.origin);
      await act(page, troubles);
      expect(troubles).toEqual([]);
    } finally {
      await context.close();
    }
  }

  /** By keys alone. */
  async function press(page: Page, name: string, heading: string): Promise<void> {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: heading }).waitFor();
    expect([heading, await findingsOn(page)]).toEqual([heading, []]);
  }

  async function signOut(page: Page): Promise<void> {
    await tabTo(page, 'Sign out');
    await page.keyboard.press('Enter');
    await page.getByText('You are signed out.').waitFor();
    expect(await findingsOn(page)).toEqual([]);
  }

  it('is used by keys alone: one person proposes a refund above the limit, another one releases it', async () => {
    await as(person('Ann', 'refunders'), async (page) => {
      await page.locator('input[type=search]:focus').waitFor();
      await page.keyboard.type(REFERENCE);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Paid' }).waitFor();
      await press(page, 'Refund', 'Refund');
      await tabTo(page, 'Reason');
      await page.keyboard.type('sent twice');
      await press(page, 'Propose a refund of 501.00 THB · Test', 'Proposed; nothing was sent');
      await signOut(page);
    });
    await as(person('Ben', 'approvers'), async (page) => {
      await press(page, '1 proposal to release or refuse', 'Approvals');
      await press(page, REFERENCE, 'Refund of an e-wallet payment');
      await page.getByText('sent twice').waitFor();
      await tabTo(page, 'Release 501.00 THB');
      await page.keyboard.press('Enter');
      await page.getByText('Released, and carried out').waitFor();
      expect(await findingsOn(page)).toEqual([]);
      await signOut(page);
    });
    const { stdout } = await machine.payctl('--sandbox journal list -o json');
    expect(JSON.parse(stdout)).toMatchObject([
      { operation: 'ewallet.refund', reference: REFERENCE, amount: '501.00', state: 'succeeded' },
    ]);
  });

  it.each([
    ...['viewer', 'agent', 'refunder', 'approver'].map((role) => [role, '/', 200] as const),
    ['auditor', '/audit', 200],
    ['unmasker', '/', 403],
    ['nobody', '/', 403],
  ] as const)(
    'begins for a %s with a page that fits, is light and has no findings of axe, in both languages',
    async (role, path, status) => {
      await as(person(`A ${role}`, `${role}s`), async (page, troubles) => {
        await page.setViewportSize({ width: 390, height: 800 });
        for (const lang of ['en', 'th']) {
          await chooseLanguage(page, lang);
          await page.waitForLoadState();
          const answer = await page.goto(desk.origin + path);
          expect([answer?.status(), (await answer?.body())?.length]).toEqual([
            status,
            expect.toSatisfy(isLight),
          ]);
          if (role !== 'nobody') expect(await page.getAttribute('html', 'lang')).toBe(lang);
          expect(await overflowOf(page)).toBe(0);
          expect(await findingsOn(page)).toEqual([]);
        }
        const refused = troubles.filter((one) => one.includes('status of 403'));
        if (status === 403) troubles.splice(0, refused.length);
      });
    },
  );
});
