import type { Operation } from '../bank/define.js';
import { loadCatalogue } from '../bank/families.js';
import { commandTree } from '../cli/help/command-tree.js';
import { SCRIPT_NAMES, SHELLS } from '../cli/quick.js';
import { completionScript } from './completion/command.js';
import { GROUPS } from './tree.js';

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
  const tree = await commandTree(GROUPS);
  const files = new Map(
    SHELLS.map((shell) => [`completions/${SCRIPT_NAMES[shell]}`, completionScript(shell, tree)]),
  );
  const table = operationsTable(await loadCatalogue());
  return files.set('docs/operations.md', OPERATIONS + table);
}

/** The table of `docs/operations.md`: one row per method and path of the specification. */
export function operationsTable(operations: readonly Operation[]): string {
  const rows = operations.flatMap((operation) =>
    [operation.method, ...(operation.otherMethods ?? [])].map((method) =>
      row(operation, method, commandOf(operation, method, operations)),
    ),
  );
  return `${[HEAD, RULE, ...rows].join('\n')}\n`;
}

const HEAD = '| method | path | command | client method | effect | shape | in the sandbox |';
const RULE = '|---|---|---|---|---|---|---|';

/** What a person types: a variant of a command is chosen by a flag. */
function commandOf(operation: Operation, method: string, all: readonly Operation[]): string {
  const words = operation.command.join(' ');
  const first = all.find(({ command }) => command.join(' ') === words);
  const version = first === operation ? '' : ` --api ${operation.path.split('/')[1]}`;
  return words + version + (method === operation.method ? '' : ` --method ${method}`);
}

function row(operation: Operation, method: string, command: string): string {
  const cells = [
    method,
    `\`${operation.path}\``,
    `\`payctl ${command}\``,
    `\`${operation.id}\``,
    operation.effect,
    operation.specified ? 'specified' : 'path only',
    operation.sandbox,
  ];
  return `| ${cells.join(' | ')} |`;
}
