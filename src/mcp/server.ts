import { Readable, Writable } from 'node:stream';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/mini';
import { usageError } from '../core/errors.js';
import { at, jsonText, stringifyJson, toPlain } from '../core/json.js';
import { meant } from '../core/meant.js';
import type { Say } from '../core/message.js';
import { visible } from '../core/text.js';
import { VERSION } from '../core/version.js';
import { mcpMessages as words } from '../messages/mcp.js';
import { callTool, type ServerSetup, type ToolResult } from './call.js';
import { GROUPS, groupForTool, isTask, toListedTool } from './listing.js';
import { OpenRequests } from './open-requests.js';
import { ProposalTasks, type ProtocolTask } from './proposal-tasks.js';
import { loadResources } from './resources.js';
import { loadTools, type Tool } from './tools.js';

/** Serves the protocol over the streams of the host until the input ends. */
export async function serve(setup: ServerSetup): Promise<void> {
  const chosen = chooseTools(await loadTools(setup.groups, setup), setup.tools);
  const tools = new Map(chosen.map((tool) => [tool.name, tool]));
  const { host, signals } = setup;
  const openRequests = new OpenRequests(host.clock);
  const input = Readable.from(watchInput(host.stdin.chunks(), openRequests), { objectMode: false });
  const output = new Writable({
    write(chunk: Uint8Array, _, done) {
      openRequests.noteResponses(chunk);
      void host.stdout.write(chunk).then(() => done(), done);
    },
  });
  const calls = new Calls(setup, tools, openRequests);
  const ended = new Promise<void>((end) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => end());
    signals.first.addEventListener('abort', () => end());
  });
  const handle = serveStdio(() => createMcpServer(calls, setup), {
    transport: new StdioServerTransport(input, output),
    onerror: () => undefined,
  });
  await ended;
  // After a signal calls may still be running.
  await openRequests.idle();
  await handle.close();
}

/** Those that `--tools` names, or that are in one of its groups. */
function chooseTools(all: readonly Tool[], wanted: readonly string[] | undefined): readonly Tool[] {
  if (wanted === undefined) return all;
  const known = new Set<string>([...GROUPS, ...all.map(({ name }) => name)]);
  const strange = wanted.find((word) => !known.has(word));
  if (strange !== undefined) {
    const why = words.noToolOrGroup(JSON.stringify(strange), GROUPS.join(', '));
    throw usageError(why, meant(strange, [...known]));
  }
  return all.filter((tool) => wanted.includes(tool.name) || wanted.includes(groupForTool(tool)));
}

async function* watchInput(
  chunks: AsyncIterable<Uint8Array>,
  openRequests: OpenRequests,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    openRequests.noteRequests(chunk);
    yield chunk;
  }
  // The protocol ends with its input: requests still unanswered then would never be answered.
  await openRequests.idle();
}

class Calls {
  readonly #setup: ServerSetup;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #openRequests: OpenRequests;
  readonly #tasks: ProposalTasks;

  constructor(setup: ServerSetup, tools: ReadonlyMap<string, Tool>, openRequests: OpenRequests) {
    this.#tasks = new ProposalTasks(setup);
    this.#setup = setup;
    this.#tools = tools;
    this.#openRequests = openRequests;
  }

  /** What may not be created is listed only where it was asked for: its tool answers an error. */
  list(): readonly Tool[] {
    const { mayCreate, tools } = this.#setup;
    const all = [...this.#tools.values()];
    return mayCreate || tools !== undefined ? all : all.filter(({ kind }) => kind !== 'create');
  }

  async call(name: string, given: unknown): Promise<ToolResult> {
    return this.#openRequests.running(callTool(this.#tool(name), given, this.#setup));
  }

  /** As `call`, for a client that waits for the task of it. */
  async begin(name: string, given: unknown): Promise<ProtocolTask> {
    const { say, mayPropose } = this.#setup;
    if (!isTask(this.#tool(name), mayPropose)) {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, say(words.noTaskOf(name)));
    }
    const result = await this.call(name, given);
    const task = this.#tasks.begin(result);
    if (task) return task;
    const why = jsonText(at(result.error, 'message')) ?? say(words.noTaskOf(name));
    throw invalidError(visible(why));
  }

  task(id: string): Promise<ProtocolTask | undefined> {
    return this.#openRequests.running(this.#tasks.get(id));
  }

  /** Waits for a person, so the end of the session does not wait for it. */
  taskResult(id: string, signal: AbortSignal): Promise<ToolResult | undefined> {
    return this.#tasks.result(id, signal);
  }

  #tool(name: string): Tool {
    const tool = this.#tools.get(name);
    if (tool) return tool;
    throw invalidError(this.#setup.say(words.unknownTool(visible(name))));
  }
}

function invalidError(why: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, why);
}

function createMcpServer(calls: Calls, { host, groups, say, mayPropose }: ServerSetup): Server {
  const server = new Server(
    { name: 'payctl', version: VERSION },
    {
      capabilities: {
        ...{ tools: {}, resources: {} },
        ...(mayPropose && { tasks: { requests: { tools: { call: {} } } } }),
      },
      instructions: say(words.instructions(mayPropose)),
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: calls.list().map((tool) => toListedTool(tool, mayPropose)),
  }));
  const answer = (result: ToolResult) => {
    const mark = Buffer.from(host.random.bytes(12)).toString('hex');
    return {
      content: [{ type: 'text' as const, text: toText(result, mark, say) }],
      structuredContent: toStructured(result),
      isError: result.isError,
    };
  };
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { name, arguments: given, task } = params;
    if (task !== undefined) return { content: [], task: await calls.begin(name, given) };
    return answer(await calls.call(name, given));
  });
  if (mayPropose) serveTasks(server, calls, answer, say);
  server.setRequestHandler('resources/list', async () => ({
    resources: Array.from(
      (await loadResources(groups)).values(),
      ({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType }),
    ),
  }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    const resource = (await loadResources(groups)).get(params.uri);
    if (resource === undefined) {
      const why = say(words.noResource(visible(params.uri)));
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, why);
    }
    const { uri, mimeType, text } = resource;
    return { contents: [{ uri, mimeType, text }] };
  });
  return server;
}

/** Revision 2025-11-25; later ones have no tasks in their core, and the library keeps these from them. */
function serveTasks(
  server: Server,
  calls: Calls,
  answer: (result: ToolResult) => object,
  say: Say,
): void {
  const params = z.looseObject({ taskId: z.string() });
  const unknown = (taskId: string) => invalidError(say(words.noTask(visible(taskId))));
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }) => {
    const task = await calls.task(taskId);
    if (task === undefined) throw unknown(taskId);
    return { ...task };
  });
  server.setRequestHandler('tasks/result', { params }, async ({ taskId }, { mcpReq }) => {
    const result = await calls.taskResult(taskId, mcpReq.signal);
    if (result === undefined) throw unknown(taskId);
    const _meta = { 'io.modelcontextprotocol/related-task': { taskId } };
    return { ...answer(result), _meta };
  });
}

function toStructured(result: ToolResult): Record<string, unknown> {
  const { data, exit, class: ended, error, untrusted } = result;
  return { data: toPlain(data), exit, class: ended, error: toPlain(error), untrusted };
}

/** The data between random delimiters, against prompt injection: its author cannot know them. */
function toText(result: ToolResult, mark: string, say: Say): string {
  const { data, exit, class: ended, error, notes } = result;
  return [
    say(exit === null ? words.unsent(ended) : words.exit(exit, ended)),
    `<data ${mark}>`,
    [data, ...(notes ? [{ notes }] : [])].map((one) => visible(stringifyJson(one))).join(' '),
    ...(error === null ? [] : [visible(stringifyJson(error))]),
    `</data ${mark}>`,
  ].join('\n');
}
