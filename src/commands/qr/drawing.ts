import { PayctlError, usageError } from '../../core/errors.js';
import { visible } from '../../core/text.js';
import { tolerate } from '../../core/tolerate.js';
import type { Output } from '../../host/host.js';
import { outputPath } from '../../host/output-file.js';
import { qr } from '../../messages/qr.js';
import { outputFile } from '../../runtime/output-file.js';
import { choice, option, text, type ValuesOf } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { absolutePath } from '../../runtime/user-file.js';
import { showBeforeWait } from '../../runtime/wait.js';

const WIDTH = 80;
const SIZES = { least: 64, most: 4096, usual: 512 } as const;
const GROUP = { group: 'Drawing', effect: 'form' } as const;

/** Parameters of every command that draws a QR. */
export const DRAWING = {
  save: text('--save <file>', 'write the QR to FILE.png or FILE.svg', {
    ...GROUP,
    effect: 'writes',
  }),
  size: option('--size <pixels>', 'width of the saved picture (512)', pixels, GROUP),
  style: choice('--style <style>', 'half blocks or plain ASCII', ['half', 'ascii'], GROUP),
  theme: choice(
    '--theme <theme>',
    'theme of a terminal without colours (dark)',
    ['dark', 'light'],
    GROUP,
  ),
};

/** How something is drawn, and whether somebody waits for the customer meanwhile. */
export interface Drawing extends Partial<ValuesOf<typeof DRAWING>> {
  waitMs?: number;
}

/** Checks the file of --save before anything is sent: its ending, and whether it can be written. */
export function checkSave(
  services: Services,
  file: string | undefined,
  endings: readonly string[] = ['.png', '.svg'],
): void {
  if (file !== undefined) outputFile(services, '--save', file, endings);
}

/** The drawing of what the bank has made, and what failed about it. */
export interface QrDrawing {
  picture?: string;
  problem?: PayctlError;
}

/**
 * Saves and draws what the bank has made. It exists even if drawing fails, so a failure is reported
 * with the result, never in place of it.
 */
export async function show(
  services: Services,
  drawing: Drawing,
  save: () => Promise<unknown>,
  draw: () => Promise<string>,
): Promise<QrDrawing> {
  const shown: QrDrawing = {};
  await tolerate(save, (error) => {
    shown.problem = notSavedError(error);
  });
  // Only a table shows the picture, and whoever waits for the customer.
  if (drawing.waitMs === undefined && services.options.output.format !== 'table') {
    return shown;
  }
  await tolerate(
    async () => {
      shown.picture = await showBeforeWait(await draw(), services, drawing);
    },
    ({ said, facts }) => services.warn(qr.notDrawn(said, facts.hint)),
  );
  return shown;
}

/** The same of a code: its picture is saved, and by default drawn as it is. */
export function showQr(
  payload: string,
  services: Services,
  drawing: Drawing,
  draw = () => drawQr(payload, services, drawing),
): Promise<QrDrawing> {
  return show(services, drawing, () => saveQr(payload, services, drawing), draw);
}

function notSavedError({ exitClass, said, facts }: PayctlError): PayctlError {
  const hint = facts.hint ?? qr.saveLater;
  return new PayctlError(exitClass, qr.notSaved(said), { ...facts, executed: 'yes', hint });
}

/** The QR as text for the terminal, read back before it is shown. */
export async function drawQr(
  payload: string,
  services: Services,
  drawing: Drawing = {},
  screen = chooseScreen(services.host, drawing),
): Promise<string> {
  const { drawChecked } = await import('../../qr/self-check.js');
  const drawn = await drawChecked(
    payload,
    {
      columns: Math.min(screen.isTTY ? screen.columns : WIDTH, WIDTH),
      style: drawing.style ?? 'half',
      theme: drawing.theme ?? 'dark',
      colour: services.door.hasColour(screen),
    },
    await services.wasm(),
  );
  return `${drawn}\n`;
}

/** With --wait the QR goes to standard error, before the result: `showBeforeWait`. */
function chooseScreen(host: Services['host'], { waitMs }: Drawing): Output {
  return waitMs === undefined ? host.stdout : host.stderr;
}

/** A link as a QR and as text; as text alone where it is too long for the terminal. */
export async function drawLink(
  link: string,
  services: Services,
  drawing?: Drawing,
  screen?: Output,
): Promise<string> {
  const line = `${visible(link)}\n`;
  try {
    return `${await drawQr(link, services, drawing, screen)}${line}`;
  } catch (error) {
    if (error instanceof PayctlError) return line;
    throw error;
  }
}

/** Writes the QR to the file of --save; true where there was one. */
export async function saveQr(
  payload: string,
  services: Services,
  { save: file, size: wanted = SIZES.usual }: Drawing,
): Promise<boolean> {
  if (file === undefined) return false;
  const { leastPixels, encodeSymbol, symbolPng, symbolSvg } = await import('../../qr/draw.js');
  const matrix = encodeSymbol(payload);
  const least = leastPixels(matrix);
  const size = Math.max(wanted, least);
  if (size !== wanted) {
    await services.warn(qr.larger(least));
  }
  const { assertReads } = await import('../../qr/self-check.js');
  const isVector = /\.svg$/i.test(file);
  // An SVG is checked by reading the same symbol as pixels.
  const pixels = symbolPng(matrix, isVector ? 2 * least : size);
  await assertReads(payload, pixels, await services.wasm());
  const picture = isVector ? new TextEncoder().encode(symbolSvg(matrix, size)) : pixels;
  await savePicture(file, picture, services);
  return true;
}

export async function savePicture(
  file: string,
  bytes: Uint8Array,
  services: Services,
): Promise<void> {
  services.host.files.replace(
    outputPath(JSON.stringify(file), absolutePath(services.host, file)),
    bytes,
  );
  await services.note(qr.saved(file));
}

function pixels(text: string): number {
  const size = Number(text);
  if (/^[0-9]{2,4}$/.test(text) && size >= SIZES.least && size <= SIZES.most) return size;
  const { least, most } = SIZES;
  throw usageError(qr.size({ least, most, given: JSON.stringify(text) }));
}
