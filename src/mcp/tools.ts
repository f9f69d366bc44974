import type { Operation } from '../bank/define.js';
import { FAMILY_NAMES, loadFamily } from '../bank/families.js';
import { listFlags } from '../bank/flags.js';
import { type JsonSchema, type ObjectSchema, objectSchema } from '../bank/json-schema.js';
import type { Say } from '../core/message.js';
import { mcpMessages } from '../messages/mcp.js';
import { type Command, findCommand, type Groups } from '../runtime/command.js';
import { camelCase, longFlag, type Option, takesValue } from '../runtime/parameter.js';
import { apiVersionValue } from '../runtime/parse-named.js';

/** What a tool does when it is called; its annotations follow. */
export type ToolKind =
  /** Asks the bank. */
  | 'read'
  /** Makes something at the bank that moves nothing. */
  | 'create'
  /** Never sent from here: a person gets the command, or a proposal. */
  | 'money'
  /** Reads what is on this machine. */
  | 'local';

export interface Tool {
  name: string;
  description: string;
  kind: ToolKind;
  command: Command;
  /** Values that it is given whatever the arguments are. */
  fixed: Readonly<Record<string, string>>;
  inputSchema: ObjectSchema & JsonSchema;
}

/** How tools are described. */
interface Wording {
  say: Say;
  /** What moves money is written down, for a person to release. */
  mayPropose: boolean;
}

/** Commands beside the bank's operations, and whether they ask the bank. */
const COMMANDS: readonly (readonly [words: string, kind: ToolKind])[] = [
  ['find', 'read'],
  ['investigate', 'read'],
  ['reconcile', 'read'],
  ['doctor', 'read'],
  ['explain', 'local'],
  ['qr decode', 'local'],
  ['qr lint', 'local'],
  ['journal list', 'local'],
  ['journal show', 'local'],
];

/** All tools: the bank's operations but those about tokens, and the commands of support. */
export async function loadTools(groups: Groups, wording: Wording): Promise<Tool[]> {
  const tools: Tool[] = [];
  for (const family of FAMILY_NAMES) {
    const commands = (await groups[family]?.load()) ?? [];
    const operations = await loadFamily(family);
    for (const operation of operations.filter(({ effect }) => effect !== 'auth')) {
      const words = operation.command.join(' ');
      const command =
        commands.find((one) => one.operation?.id === operation.id) ??
        commands.find((one) => one.words.join(' ') === words);
      const fixed = apiVersionValue(operation, operations);
      if (command) tools.push(toTool(operation, { ...command, operation }, fixed, wording));
    }
  }
  for (const [words, kind] of COMMANDS) {
    const command = await findCommand(groups, words.split(' '));
    if (command) tools.push(localTool(command, kind, wording));
  }
  return tools;
}

function toTool(
  operation: Operation,
  command: Command,
  fixed: Tool['fixed'],
  wording: Wording,
): Tool {
  const { effect, id, specified } = operation;
  const kind = effect === 'money' || effect === 'create' ? effect : 'read';
  const fields = objectSchema(operation.input).properties;
  const flags = listFlags(operation);
  const [word] = command.arguments ?? [];
  // If the positional argument takes more than the field, the command names it itself.
  const replaced =
    word?.optional === true ? undefined : flags.find(({ flag }) => !hasOption(command, flag));
  const own = Object.fromEntries(
    Object.entries(fields).filter(([name]) => name !== replaced?.field),
  );
  const ofFields = new Set(flags.map(({ flag }) => flag));
  const more = (command.options ?? []).filter((option) => !ofFields.has(longFlag(option)));
  const properties = {
    ...own,
    ...(replaced && word && { [word.name]: { type: 'string', description: word.summary } }),
    ...toProperties(more),
  };
  const required = flags
    .filter((flag) => flag.required && !flag.setting && !flag.generated && flag !== replaced)
    .map(({ field }) => field.split('.')[0] ?? field);
  return {
    name: id.replace('.', '_'),
    description: toolDescription(command, kind, wording),
    kind,
    command,
    fixed,
    inputSchema: {
      type: 'object',
      properties,
      required: [
        ...new Set([
          ...required,
          ...(replaced && word ? [word.name] : []),
          ...(kind === 'money' && wording.mayPropose ? ['note'] : []),
        ]),
      ],
      additionalProperties: !specified,
    },
  };
}

function hasOption({ options = [] }: Command, flag: string): boolean {
  return options.some((option) => longFlag(option) === flag);
}

function localTool(command: Command, kind: ToolKind, wording: Wording): Tool {
  const { words, options = [] } = command;
  const named = command.arguments ?? [];
  const properties = Object.fromEntries(
    named.map(({ name, summary, variadic }) => {
      const schema = { type: 'string' };
      return [
        name,
        { ...(variadic ? { type: 'array', items: schema } : schema), description: summary },
      ];
    }),
  );
  return {
    name: words.join('_'),
    description: toolDescription(command, kind, wording),
    kind,
    command,
    fixed: {},
    inputSchema: {
      type: 'object',
      properties: { ...properties, ...toProperties(options) },
      required: named.filter(({ optional }) => !optional).map(({ name }) => name),
      additionalProperties: false,
    },
  };
}

function toProperties(options: readonly Option[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    options
      .filter(isOffered)
      .map((option) => [camelCase(longFlag(option).slice(2)), toProperty(option)]),
  );
}

/** A person decides about what writes, confirms or changes something, and about the bank. */
function isOffered({ effect }: Option): boolean {
  return effect === undefined || effect === 'reads';
}

function toProperty(option: Option): JsonSchema {
  const { summary, choices, fallback, repeat } = option;
  const description = fallback ? `${summary} (${fallback})` : summary;
  const schema = takesValue(option)
    ? { type: 'string', ...(choices && { enum: choices }) }
    : { type: 'boolean' };
  return repeat ? { type: 'array', items: schema, description } : { ...schema, description };
}

/** One sentence; all of the help is a resource. */
function toolDescription(
  { summary }: Command,
  kind: ToolKind,
  { say, mayPropose }: Wording,
): string {
  const { proposes, returnsCommand } = mcpMessages;
  const sends = kind === 'money' ? [say(mayPropose ? proposes : returnsCommand)] : [];
  return [`${summary}.`, ...sends].join(' ');
}

/** The names under which a tool takes arguments. */
export function argumentNames({ inputSchema }: Tool): ReadonlySet<string> {
  return new Set(Object.keys(inputSchema.properties));
}

/** Names of arguments whose value is, or may be, a file. */
export function fileArguments({ command }: Tool): ReadonlySet<string> {
  const { options = [], arguments: words = [] } = command;
  return new Set([
    ...words.filter(({ effect }) => effect === 'reads').map(({ name }) => name),
    ...options
      .filter(({ effect }) => effect === 'reads')
      .map((option) => camelCase(longFlag(option).slice(2))),
  ]);
}

/** Tool annotations of the Model Context Protocol. What only reads needs no others. */
export function toolAnnotations(kind: ToolKind, mayPropose: boolean) {
  const proposes = kind === 'money' && mayPropose;
  const openWorldHint = kind === 'read' || kind === 'create';
  if (kind !== 'create' && !proposes) return { readOnlyHint: true, openWorldHint };
  const idempotentHint = kind !== 'create';
  return { readOnlyHint: false, destructiveHint: false, idempotentHint, openWorldHint };
}
