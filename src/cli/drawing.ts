import { PayctlError } from '../errors.js';
import { visible } from '../text.js';
import type { Option } from './command.js';
import type { Context } from './context.js';
import { absolute } from './input.js';

/** Options of every command that draws a QR. */
export const DRAWING_OPTIONS: readonly Option[] = [
  { flags: '--save <file>', summary: 'write the QR to FILE.png or FILE.svg', group: 'Drawing:' },
  { flags: '--size <pixels>', summary: 'width of the saved picture (512)', group: 'Drawing:' },
  {
    flags: '--style <style>',
    summary: 'half blocks or plain ASCII',
    choices: ['half', 'ascii'],
    group: 'Drawing:',
  },
  {
    flags: '--theme <theme>',
    summary: 'of the terminal, where there are no colours (dark)',
    choices: ['dark', 'light'],
    group: 'Drawing:',
  },
];

const WIDTH = 80;

/** The QR as text for the terminal, read back before it is shown. */
export async function drawQr(payload: string, context: Context): Promise<string> {
  const { colourLevel } = await import('../output/style.js');
  const { drawChecked } = await import('../qr/self-check.js');
  const { stdout, env } = context.host;
  const drawn = await drawChecked(
    payload,
    {
      columns: Math.min(stdout.isTTY ? stdout.columns : WIDTH, WIDTH),
      style: context.text('style') === 'ascii' ? 'ascii' : 'half',
      theme: context.text('theme') === 'light' ? 'light' : 'dark',
      colour: colourLevel(stdout, env, context.globals.color) > 0,
    },
    await context.wiring.wasm(),
  );
  return `${drawn}\n`;
}

/** A link as a QR and as text; as text alone where it is too long for the terminal. */
export async function drawLink(link: string, context: Context): Promise<string> {
  const line = `${visible(link)}\n`;
  try {
    return `${await drawQr(link, context)}${line}`;
  } catch (error) {
    if (error instanceof PayctlError) return line;
    throw error;
  }
}

/** Writes the QR to the file of --save; true where there was one. */
export async function saveQr(payload: string, context: Context): Promise<boolean> {
  const file = context.text('save');
  if (file === undefined) return false;
  const { symbolOf } = await import('../qr/matrix.js');
  const { assertReads } = await import('../qr/self-check.js');
  const matrix = symbolOf(payload);
  const picture = await pictureOf(file, matrix, sizeOf(context));
  if (/\.png$/i.test(file)) await assertReads(payload, picture, await context.wiring.wasm());
  await savePicture(file, picture, context);
  return true;
}

export async function savePicture(
  file: string,
  bytes: Uint8Array,
  context: Context,
): Promise<void> {
  context.host.files.replace(absolute(context.host, file), bytes);
  await context.note(`saved ${file}`);
}

async function pictureOf(
  file: string,
  matrix: import('../qr/matrix.js').Matrix,
  size: number,
): Promise<Uint8Array> {
  const ending = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === 'png') return (await import('../qr/png.js')).symbolPng(matrix, size);
  if (ending !== 'svg')
    throw new PayctlError('USAGE', `--save ${file} ends in neither .png nor .svg`);
  return new TextEncoder().encode((await import('../qr/svg.js')).symbolSvg(matrix, size));
}

function sizeOf(context: Context): number {
  const text = context.text('size') ?? '512';
  if (/^[0-9]{2,4}$/.test(text)) return Number(text);
  throw new PayctlError(
    'USAGE',
    `--size is ${JSON.stringify(text)}; give a number of pixels from 64 to 4096`,
  );
}
