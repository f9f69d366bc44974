import { fromPlain, stringifyJson } from '../../json.js';
import type { Command } from '../command.js';

export const openapi: Command = {
  words: ['openapi'],
  summary: 'OpenAPI 3.1 of every operation of the bank, derived from the catalogue',
  notes: [
    'JSON unless -o yaml asks for the other. x-payctl-specified: false marks calls whose shape the specification does not show. payctl sandbox serve answers the same document at /openapi.json.',
  ],
  examples: ['payctl openapi > openapi.json', 'payctl openapi -o yaml'],
  dryRun: 'harmless',
  run: async () => {
    const { loadCatalogue } = await import('../../api/catalogue.js');
    const { openapi: derive } = await import('../../derive/openapi.js');
    const document = fromPlain(derive(await loadCatalogue()));
    // A document has no table: on a terminal, too, it is what a file would hold.
    return { data: document, table: `${stringifyJson(document, 2)}\n` };
  },
};
