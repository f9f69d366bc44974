import { checkInput } from '../bank/check.js';
import type { Fields, InputContext, Operation } from '../bank/define.js';
import { nest } from '../bank/envelope.js';
import { loadOperation } from '../bank/families.js';
import { defaultsOf, generated } from '../bank/generate.js';
import type { Caller } from '../client/caller.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import { defined } from '../core/fields.js';
import { fromPlain, stringifyJson } from '../core/json.js';
import type { Clock, Random } from '../host/host.js';
import type { Question } from './questions.js';

/** A question that was answered in some way, or could not be put. */
export type Asked = { question: Question } & (
  | { outcome: Outcome /** When it was put. */; at: number }
  | { why: string }
);

export interface Bank {
  caller: Caller;
  clock: Clock;
  random: Random;
  environment: InputContext['environment'];
  settings(name: string): string | undefined;
  signal: AbortSignal;
}

/** Calls a second and operation that the bank allows. */
const PER_SECOND = 5;

export type Asker = (questions: readonly Question[]) => Promise<Asked[]>;

/** Puts questions at once, but never more of one operation a second than the bank allows. */
export function createAsker(bank: Bank): Asker {
  const pace = createPace(bank);
  return (questions) => Promise.all(questions.map((question) => ask(bank, pace, question)));
}

/** What would be sent: the operation and its complete input, or why it cannot be sent. */
export async function prepare(
  { clock, random, environment, settings }: Omit<Bank, 'caller' | 'signal'>,
  { operation: id, input }: Question,
): Promise<{ operation: Operation; input: Fields } | { why: string }> {
  const operation = await loadOperation(id);
  if (operation.effect !== 'read')
    throw new PayctlError('INTERNAL', `investigate never sends ${id}`);
  const now = clock.now();
  const given = { ...nest(defaultsOf(operation, settings)), ...defined(input) };
  const complete = { ...given, ...generated(operation, given, { now, random }) };
  const outTradeNoPrefix = settings('outTradeNoPrefix');
  const checked = checkInput(operation, complete, { environment, now, outTradeNoPrefix });
  if (checked.ok) return { operation, input: checked.value };
  const [problem] = checked.problems;
  return { why: `${problem?.field} ${problem?.message}` };
}

/** Names a question, however often its own times and ids are made anew. */
export function keyOf({ operation, input }: Question): string {
  return `${operation} ${stringifyJson(fromPlain(defined(input)))}`;
}

async function ask(bank: Bank, pace: Pace, question: Question): Promise<Asked> {
  const prepared = await prepare(bank, question);
  if ('why' in prepared) return { question, why: prepared.why };
  const { operation, input } = prepared;
  await pace(operation.id);
  const { signal } = bank;
  const at = bank.clock.now();
  return { question, outcome: await bank.caller.call(operation, input, { signal }), at };
}

type Pace = (operation: string) => Promise<void>;

function createPace({ clock, signal }: Bank): Pace {
  const starts = new Map<string, number[]>();
  return async (operation) => {
    const before = starts.get(operation) ?? [];
    starts.set(operation, before);
    const now = clock.now();
    const start = Math.max(now, (before.at(-PER_SECOND) ?? Number.NEGATIVE_INFINITY) + 1000);
    before.push(start);
    if (start > now) await clock.sleep(start - now, signal);
  };
}
