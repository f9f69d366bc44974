/** Rows of cells as aligned columns; the first column to the left, figures to the right. */
export function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ');
  const [first, ...rest] = cells;
  return [line(first), widths.map((width) => '-'.repeat(width)).join('  '), ...rest.map(line)].join(
    '\n',
  );
}

/** The same rows as Markdown, for docs/performance.md. */
export function markdown(head, rows) {
  const line = (row) => `| ${row.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** `2.41 (2.35–2.52)`: a ratio and the half of the rounds around it. */
export function spread({ median, low, high }) {
  return `${fixed(median, 2)} (${fixed(low, 2)}–${fixed(high, 2)})`;
}

export function fixed(value, digits) {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);
}
