import type { Json } from '../../core/json.js';
import type { Text } from '../../core/message.js';
import { Presenter } from '../../reconcile/present.js';
import { type Request, reconcile } from '../../reconcile/reconcile.js';
import type { Result, Screen } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import type { ValuesOf } from '../../runtime/parameter.js';
import { exitFor, warnOfFaults } from './faults.js';
import { type LocalKnowledge, readLocalKnowledge } from './local-knowledge.js';
import {
  givenMappings,
  type Options,
  openSources,
  type RECONCILE,
  readOptions,
} from './options.js';
import { shown, write } from './show.js';

export async function run(context: Context, given: ValuesOf<typeof RECONCILE>): Promise<Result> {
  const options = readOptions(context, given);
  if (options.book !== undefined) {
    return (await import('./book.js')).run(context, options, options.book);
  }
  const previews: Json[] = [];
  const result = await reconcile(await toRequest(context, options, previews));
  if (context.dryRun && asks(options)) return { data: { dryRun: previews } };
  await warnOfFaults(context, result);
  const { reconcileTable } = await import('./table.js');
  const present = <T extends Text>(word: (text: Text) => T) => new Presenter(result, word);
  const table = (screen: Screen) => reconcileTable(result, present(screen.say), screen);
  const finished = { result, end: exitFor(result), present, table };
  if (!context.dryRun) await write(context, options, finished);
  return { ...finished.end, ...shown(context, finished) };
}

function asks({ bank, inquire }: Options): boolean {
  return bank.length === 0 || inquire === 'breaks';
}

async function createAsk(
  context: Context,
  options: Options,
  local: LocalKnowledge,
  previews: Json[],
) {
  if (!asks(options)) return undefined;
  const { asker, previewer } = await import('./ask.js');
  return context.dryRun ? previewer(context, local, previews) : asker(context, local, options.out);
}

async function toRequest(context: Context, options: Options, previews: Json[]): Promise<Request> {
  const { orders, bank, days, tolerance, cutoff, all } = options;
  const local = await readLocalKnowledge(context);
  const seed = () => Buffer.from(context.host.random.bytes(4)).readInt32LE();
  return {
    sources: [...openSources(context, 'orders', orders), ...openSources(context, 'bank', bank)],
    mappings: await givenMappings(context, options.map),
    ...{ days, tolerance, cutoff, all, seed },
    ...{ charges: local.charges, refunds: local.refunds, confirmations: local.confirmations },
    ask: await createAsk(context, options, local, previews),
  };
}
