import type { JsonSchema } from '../bank/json-schema.js';
import { isRecord } from '../core/fields.js';
import { type Tool, toolAnnotations } from './tools.js';

/** What `--tools` takes beside names of tools. */
export const GROUPS = ['read', 'offline', 'journal', 'create', 'money'] as const;
export type ToolGroup = (typeof GROUPS)[number];

export function groupForTool({ kind, command }: Tool): ToolGroup {
  if (kind !== 'local') return kind;
  return command.words[0] === 'journal' ? 'journal' : 'offline';
}

/** What checks a value: the command does so itself, and says what is wrong. */
const CHECKS = ['pattern', 'minLength', 'maxLength', 'format', 'examples', 'default'];

/**
 * A tool as it is listed. Its schema names and describes the arguments, and no more: an agent pays for
 * each byte of the list in every conversation.
 */
export function toListedTool(tool: Tool, mayPropose: boolean) {
  const { name, description, inputSchema, kind } = tool;
  const schema = shortSchema({ ...inputSchema }, true);
  return {
    ...{ name, description },
    inputSchema: { ...schema, type: 'object' as const },
    outputSchema: OUTPUT_SCHEMA,
    annotations: toolAnnotations(kind, mayPropose),
    ...(isTask(tool, mayPropose) && { execution: { taskSupport: 'optional' as const } }),
  };
}

/** A client may wait for the person who releases what it proposed. */
export function isTask({ kind }: Pick<Tool, 'kind'>, mayPropose: boolean): boolean {
  return kind === 'money' && mayPropose;
}

function shortSchema(schema: JsonSchema, isTop = false): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (CHECKS.includes(key) || (key === 'required' && isEmpty(value))) return [];
      if (key === 'additionalProperties' && !(isTop && value === false)) return [];
      if (key === 'properties' && isRecord(value)) return [[key, briefAll(value)]];
      return [[key, isRecord(value) ? shortSchema(value) : value]];
    }),
  );
}

function briefAll(schemas: Readonly<Record<string, unknown>>): JsonSchema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      isRecord(schema) ? shortSchema(schema) : schema,
    ]),
  );
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The shape of every structured result; the instructions of the server say what is in it. */
const OUTPUT_SCHEMA = {
  type: 'object' as const,
  required: ['data', 'exit', 'class', 'error', 'untrusted'],
};
