import { PayctlError } from '../core/errors.js';
import { drawing as says } from '../messages/pictures.js';
import { type DrawOptions, draw, encodePng } from './draw.js';
import { readCodes, type WasmFiles } from './image.js';

/**
 * Draws a payload and reads the drawing back, so that nothing is shown that does not scan. Rejects with
 * PayctlError BAD_DATA where it does not read as the payload, and as `draw` throws.
 */
export async function drawChecked(
  payload: string,
  options: DrawOptions,
  wasm: WasmFiles,
): Promise<string> {
  const drawing = draw(payload, options);
  await assertReads(payload, rasterized(drawing, options), wasm);
  return drawing;
}

/** Rejects with PayctlError BAD_DATA unless the picture has one code, which is exactly the payload. */
export async function assertReads(
  payload: string,
  image: Uint8Array,
  wasm: WasmFiles,
): Promise<void> {
  const codes = await readCodes(image, wasm);
  if (codes.length === 1 && codes[0]?.text === payload) return;
  throw new PayctlError('BAD_DATA', says.doesNotScan);
}

/** Pixels for each module: enough for any reader. */
const SCALE = 4;
/** Modules of bare terminal around the drawing. */
const MARGIN = 2;

/** The picture that a terminal shows of the drawing, made from its characters alone. */
function rasterized(
  drawing: string,
  { style = 'half', colour = false, theme = 'dark' }: DrawOptions,
): Uint8Array {
  const lines = drawing.split('\n').map(withoutColour);
  const perLine = style === 'half' ? 2 : 1;
  const perModule = style === 'half' ? 1 : 2;
  const width = (lines[0]?.length ?? 0) / perModule;
  const height = lines.length * perLine;
  const inkIsDark = colour || theme === 'light';
  const isDark = (row: number, column: number): boolean => {
    const glyph = lines[Math.floor(row / perLine)]?.[column * perModule];
    const outside = row < 0 || column < 0 || glyph === undefined;
    if (outside) return theme === 'dark';
    const half = row % perLine === 0 ? '▀' : '▄';
    return (glyph === '█' || glyph === '#' || glyph === half) === inkIsDark;
  };
  const module = (pixel: number) => Math.floor(pixel / SCALE) - MARGIN;
  return encodePng((width + 2 * MARGIN) * SCALE, (height + 2 * MARGIN) * SCALE, (x, y) =>
    isDark(module(y), module(x)),
  );
}

function withoutColour(line: string): string {
  const [start = '', ...coloured] = line.split('\u001B');
  return start + coloured.map((part) => part.slice(part.indexOf('m') + 1)).join('');
}
