import { blank, type Canvas, fillRect } from './pictures/canvas.js';

export interface Theme {
  background: number;
  foreground: number;
}

/** Greys of common terminals. */
export const THEMES = {
  dark: { background: 12, foreground: 204 },
  light: { background: 255, foreground: 30 },
  solarized: { background: 45, foreground: 150 },
} as const;

const CELL = { width: 7, height: 14 };

/** A hash as a 7 × 14 font draws it: what plain ASCII has to make a module of. */
const HASH = [
  '..#..#.',
  '..#..#.',
  '..#..#.',
  '#######',
  '.#..#..',
  '.#..#..',
  '#######',
  '#..#...',
  '#..#...',
  '#..#...',
];

interface Cell {
  glyph: string;
  ink: number;
  paper: number;
}

/** What a terminal of this theme shows: characters, the black and white of 256 colours, no more. */
export function screenshotOf(text: string, theme: Theme): Canvas {
  const lines = text.split('\n').map((line) => cellsOf(line, theme));
  const columns = Math.max(...lines.map((cells) => cells.length)) + 4;
  const canvas = blank(columns * CELL.width, (lines.length + 2) * CELL.height, theme.background);
  for (const [row, cells] of lines.entries()) {
    for (const [column, cell] of cells.entries()) {
      drawGlyph(canvas, cell, (column + 2) * CELL.width, (row + 1) * CELL.height);
    }
  }
  return canvas;
}

function cellsOf(line: string, theme: Theme): Cell[] {
  const plain = { ink: theme.foreground, paper: theme.background };
  return line.split('\u001B').flatMap((part, index) => {
    const [, code = '', shown = part] = index === 0 ? [] : (/^\[([0-9;]*)m(.*)$/.exec(part) ?? []);
    const [, ink, paper] = /^38;5;(16|231);48;5;(16|231)$/.exec(code) ?? [];
    const shades = ink && paper ? { ink: SHADES[ink] ?? 0, paper: SHADES[paper] ?? 0 } : plain;
    return Array.from(shown, (glyph) => ({ glyph, ...shades }));
  });
}

const SHADES: Record<string, number> = { '16': 0, '231': 255 };

function drawGlyph(canvas: Canvas, { glyph, ink, paper }: Cell, x: number, y: number): void {
  const { width, height } = CELL;
  const rect = (top: number, tall: number, grey: number) =>
    fillRect(canvas, x, y + top, width, tall, grey);
  rect(0, height, paper);
  if (glyph === '█') rect(0, height, ink);
  else if (glyph === '▀') rect(0, height / 2, ink);
  else if (glyph === '▄') rect(height / 2, height / 2, ink);
  else if (glyph === '#') {
    for (const [dy, dots] of HASH.entries()) {
      for (const [dx, dot] of Array.from(dots).entries()) {
        if (dot === '#') fillRect(canvas, x + dx, y + 2 + dy, 1, 1, ink);
      }
    }
  } else if (glyph !== ' ') throw new Error(`this terminal has no ${JSON.stringify(glyph)}`);
}
