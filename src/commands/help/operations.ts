import type { Operation } from '../../bank/define.js';
import { loadShown } from '../../bank/families.js';

/** The table of `docs/operations.md`: one row per method and path of the specification. */
export async function operationsTable(operations: readonly Operation[]): Promise<string> {
  const rows = operations.map(async (operation) => {
    const sandbox = (await loadShown(operation.id))?.sandbox ?? '';
    return [operation.method, ...(operation.otherMethods ?? [])].map((method) =>
      row(operation, method, commandOf(operation, method, operations), sandbox),
    );
  });
  return `${[HEAD, RULE, ...(await Promise.all(rows)).flat()].join('\n')}\n`;
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

function row(operation: Operation, method: string, command: string, sandbox: string): string {
  const cells = [
    method,
    `\`${operation.path}\``,
    `\`payctl ${command}\``,
    `\`${operation.id}\``,
    operation.effect,
    operation.specified ? 'specified' : 'path only',
    sandbox,
  ];
  return `| ${cells.join(' | ')} |`;
}
