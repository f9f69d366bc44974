// @ts-check
// Draws docs/payment.svg: a QR payment on the embedded bank, from a real run of the built command.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, inScratch, root, run, scratchEnvironment } from './shared.mjs';

const CELL = { width: 8.4, height: 17 };
const MARGIN = 16;
const INK = { text: '#d8dee9', command: '#a3be8c', block: '#ffffff', page: '#1b1f27' };

/** Half blocks are drawn as rectangles: fonts leave gaps between lines, and a QR must not have any. */
const BLOCKS = { '█': [0, 1], '▀': [0, 0.5], '▄': [0.5, 0.5] };

await inScratch((home) => {
  const lines = [
    '--sandbox ewallet create --tran-type W --out-trade-no SBXSHOP0001 --total-fee 250.00',
    'sandbox pay SBXSHOP0001',
    '--sandbox ewallet inquire --tran-type W --out-trade-no SBXSHOP0001',
  ].flatMap((line) => {
    const args = [BIN, ...line.split(' '), '-o', 'table'];
    const shown = run(process.execPath, args, { env: scratchEnvironment(home) });
    return [`$ payctl ${line}`, ...shown.trimEnd().split('\n'), ''];
  });
  writeFileSync(join(root, 'docs/payment.svg'), renderSvg(lines));
});

function renderSvg(lines) {
  const columns = Math.max(...lines.map((line) => line.length));
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = Math.ceil(lines.length * CELL.height + 2 * MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A QR payment with payctl, from creation to the bank’s answer">`,
    `<rect width="100%" height="100%" rx="8" fill="${INK.page}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">`,
    ...lines.flatMap((line, row) => (/[█▀▄]/.test(line) ? blocks(line, row) : text(line, row))),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function text(line, row) {
  if (line === '') return [];
  const escaped = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const colour = line.startsWith('$ ') ? INK.command : INK.text;
  const y = (MARGIN + (row + 0.75) * CELL.height).toFixed(1);
  return [`<text x="${MARGIN}" y="${y}" fill="${colour}">${escaped}</text>`];
}

/** Runs of equal blocks become one rectangle. */
function blocks(line, row) {
  return [...line.matchAll(/█+|▀+|▄+/g)].map(({ 0: run, index }) => {
    const [top, share] = BLOCKS[run[0]];
    const x = (MARGIN + index * CELL.width).toFixed(1);
    const y = (MARGIN + (row + top) * CELL.height).toFixed(1);
    const size = `width="${(run.length * CELL.width + 0.3).toFixed(1)}" height="${(share * CELL.height + 0.3).toFixed(1)}"`;
    return `<rect x="${x}" y="${y}" ${size} fill="${INK.block}"/>`;
  });
}
