import type { Operation } from '../../bank/define.js';

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
