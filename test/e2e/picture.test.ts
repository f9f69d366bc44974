import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { freshMachine } from './payctl.js';

const SVG = resolve(import.meta.dirname, '../../docs/payment.svg');
const PROMPT = '$ payctl ';

/** The bank makes these anew each time. */
const ids = (text: string) => text.replace(/\d{28}|[0-9A-Z]{20}/g, 'ID');

it('docs/payment.svg shows what the commands in it print; scripts/picture.mjs draws it anew', async () => {
  const drawn = readFileSync(SVG, 'utf8').matchAll(/<text [^>]*>(.*)<\/text>/g);
  const shown = [...drawn].map(([, text = '']) => ids(text));
  const machine = freshMachine();
  try {
    const printed: string[] = [];
    for (const prompt of shown.filter((line) => line.startsWith(PROMPT))) {
      const { stdout } = await machine.payctl(`${prompt.slice(PROMPT.length)} -o table`);
      // The QR is drawn as rectangles.
      const lines = stdout.split('\n').filter((line) => line !== '' && !/[█▀▄]/.test(line));
      printed.push(prompt, ...lines.map(ids));
    }
    expect(printed).toEqual(shown);
    expect(shown.length).toBeGreaterThan(10);
  } finally {
    machine.dispose();
  }
});
