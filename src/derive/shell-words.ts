import type { Offer, Row } from './completion-tables.js';

/** A `case` of bash and zsh: `write` gives what an answer assigns. */
export function caseTable<Answer>(
  subject: string,
  rows: readonly Row<Answer>[],
  write: (answer: Answer) => string,
): string {
  const lines = rows.map(({ keys, answer }) => {
    const patterns = keys.map((key) => `'${key}'`).join('|');
    return `    ${patterns}) ${write(answer)} ;;`;
  });
  return [`  case ${subject} in`, ...lines, '  esac'].join('\n');
}

/** Only the rows, and of them the keys, that the test wants. */
export function keysWhere<Answer>(
  rows: readonly Row<Answer>[],
  wanted: (key: string) => boolean,
): Row<Answer>[] {
  return rows
    .map(({ keys, answer }) => ({ keys: keys.filter(wanted), answer }))
    .filter(({ keys }) => keys.length > 0);
}

export function isPath(key: string): boolean {
  return key.includes(' ');
}

export function words(offers: readonly Offer[]): string {
  return offers.map(([word]) => word).join(' ');
}

/** In single quotes, as every shell but PowerShell reads them. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
