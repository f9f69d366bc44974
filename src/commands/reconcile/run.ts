import { PayctlError } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import { joined, type Text } from '../../core/message.js';
import { programOf } from '../../core/program.js';
import { visible } from '../../core/text.js';
import { reconcileMessages as words } from '../../messages/reconcile.js';
import { rejectedLines } from '../../messages/rejected-lines.js';
import { rejectedAt } from '../../reconcile/bad-line.js';
import { controlFault } from '../../reconcile/control-fault.js';
import { isBreak, Presenter } from '../../reconcile/present.js';
import { type Reconciled, type Request, reconcile } from '../../reconcile/reconcile.js';
import type { Result, Screen } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import type { ValuesOf } from '../../runtime/parameter.js';
import { refuseCurl } from '../../runtime/run-options.js';
import { type LocalKnowledge, readLocalKnowledge } from './local-knowledge.js';
import { mappingsOf, type Options, type RECONCILE, readOptions, sourcesOf } from './options.js';
import { shown, write } from './show.js';

export async function run(context: Context, given: ValuesOf<typeof RECONCILE>): Promise<Result> {
  refuseCurl(context);
  const options = readOptions(context, given);
  if (options.book !== undefined) {
    return (await import('./book.js')).run(context, options, options.book);
  }
  const previews: Json[] = [];
  const result = await reconcile(await requestOf(context, options, previews));
  if (context.dryRun && asks(options)) return { data: { dryRun: previews } };
  await warnOfFaults(context, result);
  const { tableOf } = await import('./table.js');
  const present = <T extends Text>(word: (text: Text) => T) =>
    new Presenter(result, programOf(context.selection).join(' '), word);
  const table = (screen: Screen) => tableOf(result, present(screen.say), screen);
  const finished = { result, end: exitOf(result), present, table };
  if (!context.dryRun) await write(context, options, finished);
  return { ...finished.end, ...shown(context, finished) };
}

function asks({ bank, inquire }: Options): boolean {
  return bank.length === 0 || inquire === 'breaks';
}

async function askOf(context: Context, options: Options, local: LocalKnowledge, previews: Json[]) {
  if (!asks(options)) return undefined;
  const { asker, previewer } = await import('./ask.js');
  return context.dryRun ? previewer(context, local, previews) : asker(context, local, options.out);
}

async function requestOf(context: Context, options: Options, previews: Json[]): Promise<Request> {
  const { orders, bank, days, tolerance, cutoff, all } = options;
  const local = await readLocalKnowledge(context);
  const seed = () => Buffer.from(context.host.random.bytes(4)).readInt32LE();
  return {
    sources: [...sourcesOf(context, 'orders', orders), ...sourcesOf(context, 'bank', bank)],
    mappings: await mappingsOf(context, options.map),
    ...{ days, tolerance, cutoff, all, seed },
    ...{ charges: local.charges, refunds: local.refunds, confirmations: local.confirmations },
    ask: await askOf(context, options, local, previews),
  };
}

/** Says which lines cannot be read. */
export async function warnOfFaults(context: Context, { bad, inputs }: Reconciled): Promise<void> {
  for (const line of bad) await context.warn(rejectedAt(line));
  for (const { file, wrapped } of inputs) {
    for (const line of wrapped) {
      const fault = rejectedLines.wrapped;
      await context.warn(rejectedLines.at({ file: visible(file), line, fault }));
    }
  }
}

/** How a run ends whose records are these breaks, or none. */
export function exitOf(
  { inputs, bad, missing, records }: Reconciled,
  hasBreaks = records.some(({ kind }) => isBreak(kind)),
): Pick<Result, 'exit' | 'problem'> {
  const disagreeing = inputs.filter(({ control }) => control?.agrees === false);
  if (bad.length + disagreeing.length + missing.length === 0) {
    return { exit: hasBreaks ? 'PARTIAL' : 'SUCCESS' };
  }
  const unread = bad.length === 0 ? [] : [words.unread(bad.length)];
  const faults = [...unread, ...disagreeing.map(controlFault), ...missing];
  return { problem: new PayctlError('BAD_DATA', joined(faults), { hint: words.restReconciled }) };
}
