import { loadCatalogue } from '../bank/families.js';
import type { Command, Groups } from '../cli/command.js';
import { versionOf } from '../cli/named.js';
import { resolveCommand } from '../cli/resolve-command.js';
import { PayctlError } from '../core/errors.js';
import { type Json, textOf } from '../core/json.js';
import { nearest } from '../core/text.js';
import type { Step } from './plan.js';

/** These wait for people or other programs, or change what a plan must leave alone. */
const NEVER = new Set([
  'smoke',
  'listen',
  'sandbox serve',
  'console',
  'mcp',
  'init',
  'help',
  'completion',
]);

/** The command of a step, and what was written after its words. */
export interface Call {
  command: Command;
  rest: readonly string[];
  /** Whether it can move money at the bank. */
  isMoney: boolean;
}

/** Finds the commands of steps; what a plan names wrongly throws USAGE. */
export class Calls {
  readonly #groups: Groups;

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  async of({
    call,
    isSandbox,
    with: given,
  }: Pick<Step, 'call' | 'isSandbox' | 'with'>): Promise<Call> {
    const words = call.split(/\s+/).filter(Boolean);
    const named = isSandbox ? ['sandbox', ...words] : await this.#wordsOf(words);
    const { command, rest } = await resolveCommand(named, this.#groups);
    if (command === undefined) {
      throw new PayctlError('USAGE', `${call} is not a whole command`, {
        hint: `payctl ${named.join(' ')} --help lists what follows`,
      });
    }
    const name = command.words.join(' ');
    if (NEVER.has(name) || (!isSandbox && command.words[0] === 'sandbox')) {
      throw new PayctlError('USAGE', `${name} cannot be a step of a plan`, {
        hint: isSandbox ? undefined : 'sandbox: pay REFERENCE is a step of the embedded bank',
      });
    }
    return { command, rest, isMoney: !isSandbox && (await canMoveMoney(command, rest, given)) };
  }

  /** An operation id stands for the words of its command. */
  async #wordsOf(words: readonly string[]): Promise<readonly string[]> {
    const [first = '', ...rest] = words;
    if (!first.includes('.')) return words;
    const catalogue = await loadCatalogue();
    const found = catalogue.find(({ id }) => id === first);
    if (found) return [...found.command, ...versionOf(found, catalogue), ...rest];
    const guess = nearest(
      first,
      catalogue.map(({ id }) => id),
    );
    throw new PayctlError('USAGE', `there is no operation ${first}`, {
      hint: guess ? `did you mean ${guess}?` : 'payctl openapi lists them',
    });
  }
}

async function canMoveMoney(
  command: Command,
  rest: readonly string[],
  given: ReadonlyMap<string, Json>,
): Promise<boolean> {
  const [group] = command.words;
  if (group === 'api')
    return (rest[0] ?? textOf(given.get('method')) ?? '').toUpperCase() !== 'GET';
  if (group !== 'batch') return command.operation?.effect === 'money';
  const [, next] = command.words;
  if (next !== undefined) return next === 'work';
  // Whatever is not known to move none may move money: a name that only a run fills, for one.
  const id = rest[0] ?? textOf(given.get('operation')) ?? '';
  const named = (await loadCatalogue()).find((one) => [one.id, one.command.join(' ')].includes(id));
  return named === undefined || named.effect === 'money';
}
