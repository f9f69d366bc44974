import { TRADE_PAID } from '../../bank/ewallet/examples.js';
import { withoutUndefined } from '../../core/fields.js';
import type { Json, JsonObject } from '../../core/json.js';
import { tolerate } from '../../core/tolerate.js';
import type { Progress } from '../../host/progress.js';
import type { Journal } from '../../journal/journal.js';
import type { Filter, ShownCharge } from '../../journal/list.js';
import { STATES } from '../../journal/state.js';
import { journalCommand as messages } from '../../messages/journal-command.js';
import { type Command, command } from '../../runtime/command.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { argument, choice, option, text } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { count, duration, soughtMoment } from '../../runtime/value-parsers.js';
import { accessFor } from './access.js';
import { archive } from './archive.js';
import { checkpoint } from './checkpoint.js';
import { erase } from './erase.js';
import { note, shownNote } from './note.js';
import { retain } from './retain.js';
import { settle } from './settle.js';
import { chargeFields, chargeTable, chargeView, inBangkok, NAMES, shownRow } from './shown.js';
import { usableJournal } from './usable-journal.js';
import { verify } from './verify.js';

const FILTERS = {
  reference: text('--ref <reference>', 'only this reference'),
  since: option(
    '--since <time>',
    'started at or after: 2026-01-31, today, an ISO time, or -24h',
    soughtMoment,
  ),
};

const list = command({
  words: ['journal', 'list'],
  step: 'harmless',
  summary: 'charges and initiated transfers, and their state, newest first; asks no bank',
  parameters: {
    ...FILTERS,
    until: option('--until <time>', 'started before', soughtMoment),
    state: choice('--state <state>', 'only this state', STATES),
    operation: text('--operation <id>', 'only this operation, e.g. ewallet.pay'),
    limit: option('--limit <n>', 'at most this many, the newest', count),
  },
  examples: ['payctl journal list', 'payctl journal list --state unknown --since 24h -o json'],
  dryRun: 'harmless',
  run: async (services, { state, operation, limit, ...given }) => {
    const journal = await usableJournal(services);
    const filter: Filter = {
      ...given,
      archived: false,
      ...(state && { states: [state] }),
      ...(operation !== undefined && { operations: [operation] }),
    };
    const rows = newestRows(services, journal, filter, limit);
    const items = operation === undefined ? rows : rowsOfOperation(rows, operation);
    const isFiltered = Object.keys(withoutUndefined({ ...given, state, operation })).length > 0;
    const none = isFiltered ? messages.noCharge : messages.noneYet;
    return { rows: { items, isUniform: true }, view: chargeView(journal), none };
  },
});

/** Without any, the operation may be misspelt: a charge is of one of the catalogue, or of the command `api`. */
async function* rowsOfOperation<R>(rows: AsyncIterable<R>, operation: string): AsyncGenerator<R> {
  let isNone = true;
  for await (const row of rows) {
    isNone = false;
    yield row;
  }
  if (!isNone) return;
  const { requireOperation } = await import('../../bank/require-operation.js');
  await requireOperation(operation, ['api']);
}

async function* newestRows(
  { note }: Services,
  journal: Journal,
  filter: Filter,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Json> {
  const { charges } = await import('../../journal/list.js');
  const about = Number.isFinite(limit) ? { limit: limit + 1 } : {};
  let count = 0;
  for await (const row of charges(journal, filter, { newestFirst: true, ...about })) {
    if (count === limit) return note(messages.newest(limit));
    count += 1;
    yield shownRow(row);
  }
}

/** What was sent under a reference, with all lines. Rejects with NOT_FOUND where that is nothing. */
export async function showCharges(
  services: Services,
  reference: string,
): Promise<{ shown: ShownCharge[]; data: JsonObject[] }> {
  const { show: read } = await import('../../journal/list.js');
  const shown = await read(await usableJournal(services), reference);
  const data = shown.map(({ row, lines }) => ({ ...shownRow(row), lines: lines.map(inBangkok) }));
  return { shown, data };
}

const show = command({
  words: ['journal', 'show'],
  step: 'harmless',
  summary: 'everything that the journal has on a reference; no network',
  parameters: { reference: argument('reference', 'of the charge') },
  examples: [
    ...TRADE_PAID,
    'payctl --sandbox ewallet refund --tran-type W --out-trade-no SBXDEMO0001 --total-fee 100.00',
    'payctl journal show SBXDEMO0001',
    'payctl journal show SBXDEMO0001 -o json',
  ],
  dryRun: 'harmless',
  run: async (services, { reference }) => {
    const { shown, data } = await showCharges(services, reference);
    const { notesOn } = await import('../../journal/notes.js');
    const notes = await notesOn(await services.desk(), reference);
    return {
      data: data.map((one) => ({
        ...one,
        ...(notes.length > 0 && { notes: notes.map(shownNote) }),
      })),
      table: (screen) =>
        shown.map((one) => chargeTable(one, notes.map(shownNote), screen)).join('\n'),
    };
  },
});

const recover = command({
  words: ['journal', 'recover'],
  step: 'money',
  summary: 'ask the bank about every charge whose outcome is open',
  notes: [
    'Safe from cron, at any time and in parallel. Exit 10 while any outcome is unknown, else 3 if the lines of an open charge are damaged.',
    'It sends only inquiries, but for one thing: a proposal that a second person released, and whose release was killed before its charge was sent, is sent now, once, until it expires (payctl approvals release --help).',
  ],
  parameters: {
    ...FILTERS,
    waitMs: option('--wait <duration>', 'how long to keep asking (60s; 0 asks once)', duration),
    ...MONITORED,
  },
  examples: [
    'payctl --sandbox journal recover',
    'payctl --sandbox journal recover --since 24h --wait 0',
    'payctl --sandbox journal recover --metrics payctl.prom',
  ],
  run: async (services, { reference, since, waitMs }) => {
    const { recover: run } = await import('../../journal/recover.js');
    const journal = await usableJournal(services);
    const { recordEnds, sendUnsent } = await import('../approvals/recover.js');
    await sendUnsent(services, { reference, waitMs });
    let progress: Progress | undefined;
    const { charges, class: exit } = await run({
      journal,
      connect: accessFor(services),
      ...{ reference, since, waitMs },
      stopping: services.stopping,
      onProgress({ resolved, total }) {
        progress ??= services.door.progress('journal recover', total);
        void progress.update(resolved);
      },
    });
    await progress?.clear();
    await recordEnds(services);
    await makeRoom(journal);
    const data = charges.map(({ row, message, hint }) => ({
      ...shownRow(row),
      message,
      ...(hint === undefined ? {} : { hint }),
    }));
    return { data, exit, view: { fields: [...chargeFields(journal), 'message'], names: NAMES } };
  },
});

/** Recovery runs from cron, so that a store never lacks room. What fails here `doctor` tells; how charges ended is not held up by it. */
async function makeRoom({ store }: Journal): Promise<void> {
  await tolerate(async () => store.shared?.preparePartitions());
}

export const commands: readonly Command[] = [
  list,
  show,
  verify,
  recover,
  settle,
  note,
  archive,
  retain,
  erase,
  checkpoint,
];
