import type { Matrix } from './matrix.js';
import { QUIET_ZONE } from './matrix.js';

/** A symbol as an SVG of `size` pixels a side that scales without loss. */
export function symbolSvg(matrix: Matrix, size: number): string {
  const side = matrix.size + 2 * QUIET_ZONE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/>`,
    `<path fill="#000" d="${runs(matrix).join('')}"/>`,
    '</svg>',
    '',
  ].join('\n');
}

/** Each run of dark modules in a row as one rectangle: neighbours drawn singly would show seams. */
function runs({ size, isDark }: Matrix): string[] {
  const paths: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column;
      while (column < size && isDark(row, column)) column++;
      const length = column - start;
      if (length > 0)
        paths.push(`M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`);
    }
  }
  return paths;
}
