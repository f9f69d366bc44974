import { area } from '../core/message.js';

/** How a result is shaped and shown. */
export const output = area('output', () => ({
  shortened: {
    terminal: (start: string, length: number) =>
      `${start}… (${length} characters; -o json shows all)`,
    page: (start: string, length: number) => `${start}… (${length} characters)`,
  },
  queryFails: (query: string, why: string) => `--query ${query} does not work: ${why}`,
  quoteQuery: 'quote it for the shell; see https://jmespath.org',
  noColumn: ({ column, fields, more }: NoColumn) => {
    const list = fields.join(', ') || 'none';
    return `--columns has no field ${column}; the fields are ${list}${more > 0 ? `, and ${more} more` : ''}`;
  },
}));

interface NoColumn {
  /** In quotation marks. */
  column: string;
  fields: readonly string[];
  /** How many fields are not listed. */
  more: number;
}
