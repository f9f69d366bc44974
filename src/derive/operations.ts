import type { Operation } from '../api/operation.js';

/** The table of `docs/operations.md`: one row per method and path of the specification. */
export function operationsTable(operations: readonly Operation[]): string {
  const rows = operations.flatMap((operation) =>
    [operation.method, ...(operation.otherMethods ?? [])].map((method) => row(operation, method)),
  );
  return `${[HEAD, RULE, ...rows].join('\n')}\n`;
}

const HEAD = '| method | path | command | client method | effect | shape |';
const RULE = '|---|---|---|---|---|---|';

function row(operation: Operation, method: string): string {
  const further = method === operation.method ? '' : ` --method ${method}`;
  const cells = [
    method,
    `\`${operation.path}\``,
    `\`payctl ${operation.command.join(' ')}${further}\``,
    `\`${operation.id}\``,
    operation.effect,
    operation.specified ? 'specified' : 'path only',
  ];
  return `| ${cells.join(' | ')} |`;
}
