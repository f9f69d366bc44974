import type { Fields, Operation } from '../../bank/define.js';
import { fromPlain, stringifyJson } from '../../core/json.js';
import { command } from '../../runtime/command.js';
import kept from '../../sandbox/seed/examples.json';
import { SANDBOX_PROFILE } from '../../sandbox/seed/profile.js';

export const openapi = command({
  words: ['openapi'],
  step: 'harmless',
  summary: 'OpenAPI 3.1 of every operation of the bank, derived from the catalogue',
  notes: [
    'JSON by default, YAML with -o yaml. x-payctl-specified: false marks calls whose shape the specification does not show. payctl sandbox serve answers the same document at /openapi.json.',
  ],
  parameters: {},
  examples: ['payctl openapi > openapi.json', 'payctl openapi -o yaml'],
  dryRun: 'harmless',
  run: async () => {
    const document = fromPlain(await bankDocument());
    // A document is not a table: a terminal gets what a file would.
    return { data: document, table: () => `${stringifyJson(document, 2)}\n` };
  },
});

/** The document of the bank at an address, with examples that the embedded bank takes. */
export async function bankDocument(address?: string): Promise<object> {
  const { loadCatalogue } = await import('../../bank/families.js');
  const { openapi: derive } = await import('./openapi.js');
  return derive(await loadCatalogue(), { ...EXAMPLES, headers: EXAMPLE_HEADERS }, address);
}

/** One exchange with the embedded bank: what it takes, by field, and the data of its answer. */
interface Example {
  input: Fields;
  answer?: unknown;
}

/** Exchanges of the documents, by operation id, and messages, by what they confirm. */
export const EXAMPLES: {
  operations: Readonly<Record<Operation['id'], Example>>;
  events: Readonly<Record<string, object>>;
} = kept;

export const EXAMPLE_HEADERS = {
  resourceOwnerId: SANDBOX_PROFILE.apiKey,
  requestUId: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
};
