import type { Json } from '../../core/json.js';
import type { Text } from '../../core/message.js';
import { Presenter } from '../../reconcile/present.js';
import { type Request, reconcile } from '../../reconcile/reconcile.js';
import type { Result, Screen } from '../../runtime/command.js';
import type { ValuesOf } from '../../runtime/parameter.js';
import { refuseCurl } from '../../runtime/run-options.js';
import type { Services } from '../../runtime/services.js';
import { randomSeed } from '../books/clerk.js';
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

export async function run(services: Services, given: ValuesOf<typeof RECONCILE>): Promise<Result> {
  refuseCurl(services.options);
  const options = readOptions(services, given);
  if (options.book !== undefined) {
    return (await import('./book.js')).run(services, options, options.book);
  }
  const previews: Json[] = [];
  const result = await reconcile(await toRequest(services, options, previews));
  if (services.options.dryRun && asks(options)) return { data: { dryRun: previews } };
  await warnOfFaults(services, result);
  const { reconcileTable } = await import('./table.js');
  const present = <T extends Text>(word: (text: Text) => T) => new Presenter(result, word);
  const table = (screen: Screen) => reconcileTable(result, present(screen.say), screen);
  const finished = { result, end: exitFor(result), present, table };
  if (!services.options.dryRun) await write(services, options, finished);
  return { ...finished.end, ...shown(services, finished) };
}

function asks({ bank, inquire }: Options): boolean {
  return bank.length === 0 || inquire === 'breaks';
}

async function createAsk(
  services: Services,
  options: Options,
  local: LocalKnowledge,
  previews: Json[],
) {
  if (!asks(options)) return undefined;
  const { asker, previewer } = await import('./ask.js');
  return services.options.dryRun
    ? previewer(services, local, previews)
    : asker(services, local, options.out);
}

async function toRequest(services: Services, options: Options, previews: Json[]): Promise<Request> {
  const { orders, bank, days, tolerance, cutoff, all } = options;
  const local = await readLocalKnowledge(services);
  return {
    sources: [...openSources(services, 'orders', orders), ...openSources(services, 'bank', bank)],
    mappings: await givenMappings(services, options.map),
    ...{ days, tolerance, cutoff, all, seed: randomSeed(services) },
    ...{ charges: local.charges, refunds: local.refunds, confirmations: local.confirmations },
    ask: await createAsk(services, options, local, previews),
  };
}
