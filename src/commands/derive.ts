import { loadCatalogue } from '../bank/families.js';
import { commandTree } from './command-tree.js';
import { completionScript } from './completion/completions.js';
import { SCRIPT_NAMES, SHELLS } from './completion/shells.js';
import { operationsTable } from './help/operations.js';

const OPERATIONS = `# The operations

Every method and path of the bank, and what each is here. Generated from the catalogue by
\`npm run derive\`: do not edit.

*Effect* alone decides safety: \`read\` may be repeated, \`create\` makes something that moves nothing,
\`money\` goes through the journal, \`auth\` is about tokens. *Path only* marks calls of which the
specification gives the path and not the shape: their fields come from public facts, and further
ones pass both ways. The client method is one of the client that the package exports, as
\`client.ewallet.inquire({…})\`; it fetches its tokens by itself. \`payctl openapi\` prints all of it
as OpenAPI 3.1.

`;

/** The committed files that follow from the code, by their path in the project. */
export async function derivedFiles(): Promise<Map<string, string>> {
  const tree = await commandTree();
  const files = new Map(
    SHELLS.map((shell) => [`completions/${SCRIPT_NAMES[shell]}`, completionScript(shell, tree)]),
  );
  const table = operationsTable(await loadCatalogue());
  return files.set('docs/operations.md', OPERATIONS + table);
}
