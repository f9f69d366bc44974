import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Response,
} from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Another name of this machine, as a hostile name server would answer it. */
export const REBOUND = 'rebound.example';

/** The browser of the system. Containers run it as root, without a sandbox and with little shared memory. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: programOn('chromium'),
    args: [
      ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
      `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`,
    ],
  });
}

function programOn(name: string): string {
  const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, name));
  return places.find(existsSync) ?? name;
}

/** What went wrong on the pages of a context that nobody asked about. */
export function troublesOf(context: BrowserContext): string[] {
  const troubles: string[] = [];
  context.on('weberror', (error) => troubles.push(`error: ${error.error().message}`));
  context.on('dialog', (dialog) => troubles.push(`dialog: ${dialog.message()}`));
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  return troubles;
}

/** What axe finds on a page, each by its rule and place. */
export async function findingsOn(page: Page): Promise<string[]> {
  // By the browser's own hand: the policy of the page lets no foreign script in.
  await page.evaluate(AXE);
  return page.evaluate(
    `axe.run(document).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  );
}

/** By how many pixels a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
}

/** The pasted or dropped picture, as the browser tells the page of it. */
export async function bring(
  page: Page,
  how: 'paste' | 'drop',
  where: string,
  bytes: Uint8Array,
): Promise<void> {
  const event =
    how === 'paste'
      ? "new ClipboardEvent('paste', { ...about, clipboardData: data })"
      : "new DragEvent('drop', { ...about, dataTransfer: data })";
  await page.evaluate(`
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${Buffer.from(bytes).toString('base64')}'), (one) => one.charCodeAt(0));
    data.items.add(new File([bytes], 'picture.png', { type: 'image/png' }));
    const about = { bubbles: true, cancelable: true };
    document.querySelector('${where}').dispatchEvent(${event});
  `);
}

/** Presses Tab until the button of this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 40; pressed++) {
    const here = await page.evaluate(
      "document.activeElement.tagName === 'BUTTON' && document.activeElement.textContent",
    );
    if (here === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by Tab to ${name}`);
}

/** All bytes that opening a page takes: itself, its style, script and fonts. */
export async function weightOf(page: Page, address: string): Promise<number> {
  const answers: Promise<Buffer>[] = [];
  const count = (response: Response) => answers.push(response.body());
  page.on('response', count);
  await page.goto(address, { waitUntil: 'networkidle' });
  page.off('response', count);
  return (await Promise.all(answers)).reduce((sum, { length }) => sum + length, 0);
}

/** Texts of a page that somebody reads or hears, without code and the words of others. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(`
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.closest('code, .theirs, .brand')) texts.push(node.data.trim());
    }
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
      for (const one of document.querySelectorAll('[' + name + ']')) texts.push(one.getAttribute(name));
    }
    texts.filter(Boolean)
  `);
}
