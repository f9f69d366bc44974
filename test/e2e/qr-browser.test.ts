import { readFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { openBrowser } from '../fixtures/browser.js';
import { describeWith } from '../fixtures/needs.js';
import { vectors } from '../fixtures/qr.js';
import { quickMachine } from '../fixtures/quick-machine.js';

const more: readonly { payload: string }[] = JSON.parse(
  readFileSync(new URL('../vectors/more-payloads.json', import.meta.url), 'utf8'),
);
const payloads = [...Object.values(vectors).flat(), ...more].map(({ payload }) => payload);

/** The script of a page that uses `payctl/qr`. Bundling fails where it needs what a browser does not have. */
async function bundled(): Promise<string> {
  const entry = '\0entry';
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    cwd: import.meta.dirname,
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === entry ? entry : null),
        load: (id) => (id === entry ? `export { decode, lint } from 'payctl/qr'` : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife', name: 'payctl', minify: true });
  await build.close();
  const [{ code, imports }] = output;
  expect(imports).toEqual([]);
  return code;
}

describeWith('chromium', 'payctl/qr in a browser', () => {
  it('says of every payload what the command says', async () => {
    const script = await bundled();
    const browser = await openBrowser();
    const page = await browser.newPage();
    await page.addScriptTag({ content: script });
    const said: { decoded: object; linted: object[] }[] = await page.evaluate(
      `${JSON.stringify(payloads)}.map((payload) => ({ decoded: payctl.decode(payload), linted: payctl.lint(payload) }))`,
    );
    await browser.close();
    const machine = quickMachine();
    for (const [at, payload] of payloads.entries()) {
      const { decoded, linted } = said[at] ?? { decoded: {}, linted: [] };
      const options = ['--show-pii', '-o', 'json'];
      const command = await machine.payctl(['qr', 'decode', payload, ...options]);
      expect({ payload, place: null, ...decoded }).toEqual(JSON.parse(command.stdout));
      const findings = await machine.payctl(['qr', 'lint', payload, ...options]);
      expect(linted, payload).toEqual(JSON.parse(findings.stdout));
    }
    console.log(`payctl/qr: ${script.length} bytes of script, ${payloads.length} payloads`);
  });
});
