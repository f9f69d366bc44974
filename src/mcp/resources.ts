import { loadCatalogue } from '../bank/families.js';
import { codes } from '../explain/explain.js';
import { exits } from '../explain/meanings.js';
import { helpPages } from '../help/help.js';
import type { Groups } from '../runtime/command.js';

/** What a client may read. */
export interface Resource {
  uri: string;
  name: string;
  description: string;
  mimeType: 'text/plain' | 'application/json';
  text: string;
}

const TOPICS = 'payctl://help/';
const TABLES = 'payctl://tables/';

/** Help, and the tables of the specification, by their addresses. */
export async function loadResources(groups: Groups): Promise<Map<string, Resource>> {
  const resources = [...(await topics(groups)), ...(await tables())];
  return new Map(resources.map((resource) => [resource.uri, resource]));
}

async function topics(groups: Groups): Promise<Resource[]> {
  const pages = await helpPages(groups);
  return Array.from(pages, ([page, text]) => {
    const name = page.replace(/^payctl-?/, '') || 'payctl';
    const description = `payctl help ${name === 'payctl' ? '' : name}`.trim();
    return { uri: TOPICS + name, name, description, mimeType: 'text/plain', text };
  });
}

async function tables(): Promise<Resource[]> {
  const operations = (await loadCatalogue()).map(
    ({ id, method, path, effect, role, specified, command }) => ({
      id,
      method,
      path,
      effect,
      role,
      specified: specified ?? false,
      command: command.join(' '),
    }),
  );
  return [
    table('codes', 'business codes, transfer and direct-debit codes, and states', codes),
    table('exits', 'exit codes of payctl, and the classes of structured results', exits),
    table('operations', "the bank's operations, and what each may do", operations),
  ];
}

function table(name: string, description: string, rows: readonly object[]): Resource {
  const text = `${JSON.stringify(rows, null, 2)}\n`;
  return { uri: TABLES + name, name, description, mimeType: 'application/json', text };
}
