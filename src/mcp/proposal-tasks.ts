import { EXIT, type ExitClass, isExitClass } from '../core/errors.js';
import { at, jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';
import { mcpMessages as words } from '../messages/mcp.js';
import { findCommand } from '../runtime/command.js';
import { run, type ServerSetup, type ToolResult } from './call.js';

/** A task of the protocol, revision 2025-11-25. */
export interface ProtocolTask {
  taskId: string;
  status: 'working' | 'completed' | 'failed';
  statusMessage: string;
  /** ISO 8601, as all times of the protocol. */
  createdAt: string;
  lastUpdatedAt: string;
  /** How long it is known, in milliseconds. */
  ttl: number | null;
  pollInterval: number;
}

const POLL_MS = 2_000;

/**
 * Proposals of this session as tasks: an agent waits for the person who releases one. A task is known by the
 * id of its proposal, and nobody hears of the proposals of others.
 */
export class ProposalTasks {
  readonly #setup: ServerSetup;
  readonly #tasks = new Map<string, ProtocolTask>();

  constructor(setup: ServerSetup) {
    this.#setup = setup;
  }

  /** The task of what was just proposed; undefined where nothing was. */
  begin({ data, class: ended }: ToolResult): ProtocolTask | undefined {
    const taskId = jsonText(at(data, 'proposal'));
    if (ended !== 'PROPOSED' || taskId === undefined) return undefined;
    const now = this.#setup.host.clock.now();
    const createdAt = new Date(now).toISOString();
    const expires = Date.parse(jsonText(at(data, 'expires')) ?? '');
    const ttl = Number.isFinite(expires) ? expires - now : null;
    const status = { ...this.#saidOf('open'), createdAt, lastUpdatedAt: createdAt };
    const task = this.#tasks.get(taskId) ?? { taskId, ttl, pollInterval: POLL_MS, ...status };
    this.#tasks.set(taskId, task);
    return task;
  }

  /** How it stands; undefined for a task that this session has not begun. */
  async get(taskId: string): Promise<ProtocolTask | undefined> {
    return this.#tasks.has(taskId) ? (await this.#look(taskId)).task : undefined;
  }

  /** What came of it, once a person has decided; undefined where nobody waits for it any more. */
  async result(taskId: string, signal: AbortSignal): Promise<ToolResult | undefined> {
    while (this.#tasks.has(taskId) && !signal.aborted) {
      const { task, shown } = await this.#look(taskId);
      if (task?.status !== 'working') return chargeResult(shown);
      await this.#setup.host.clock.sleep(POLL_MS, signal);
    }
    return undefined;
  }

  async #look(taskId: string): Promise<{ task: ProtocolTask | undefined; shown: ToolResult }> {
    const command = await findCommand(this.#setup.groups, ['approvals', 'show']);
    if (command === undefined) throw new TypeError('no command approvals show');
    const shown = await run(
      { command, kind: 'local' },
      { options: {}, words: [taskId], names: ['id'] },
      this.#setup,
    );
    const before = this.#tasks.get(taskId);
    const state = jsonText(at(shown.data, 'state'));
    if (before === undefined || state === undefined) return { task: before, shown };
    const said = this.#saidOf(state);
    const isNew = said.statusMessage !== before.statusMessage;
    const lastUpdatedAt = new Date(this.#setup.host.clock.now()).toISOString();
    const task = { ...before, ...said, ...(isNew && { lastUpdatedAt }) };
    this.#tasks.set(taskId, task);
    return { task, shown };
  }

  #saidOf(state: string): Pick<ProtocolTask, 'status' | 'statusMessage'> {
    const [status, message] = STATUS[state] ?? STATUS.open;
    return { status, statusMessage: this.#setup.say(message) };
  }
}

const STATUS: Readonly<Record<string, [ProtocolTask['status'], Message]>> &
  Readonly<Record<'open', [ProtocolTask['status'], Message]>> = {
  open: ['working', words.taskOpen],
  released: ['working', words.taskReleased],
  done: ['completed', words.taskDone],
  refused: ['failed', words.taskRefused],
  expired: ['failed', words.taskExpired],
};

/** As the charge ended; one that nobody released was refused. */
function chargeResult(shown: ToolResult): ToolResult {
  if (shown.isError) return shown;
  const ended = jsonText(at(shown.data, 'outcome.class'));
  const exitClass: ExitClass = isExitClass(ended) ? ended : 'REJECTED';
  return { ...shown, class: exitClass, exit: EXIT[exitClass], isError: !isExitClass(ended) };
}
