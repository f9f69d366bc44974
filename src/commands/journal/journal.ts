import type { View } from '../../bank/define.js';
import { TRADE_PAID } from '../../bank/ewallet/examples.js';
import type { Connection } from '../../client/connection.js';
import { usageError } from '../../core/errors.js';
import { fromPlain, isJsonObject, type Json, type JsonObject, textOf } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import type { Progress } from '../../host/progress.js';
import { bankOf } from '../../journal/claim.js';
import type { Access, Connect } from '../../journal/inquiry.js';
import type { Journal } from '../../journal/journal.js';
import type { Filter } from '../../journal/list.js';
import type { Row } from '../../journal/rows.js';
import { STATES } from '../../journal/state.js';
import { journalCommand as messages } from '../../messages/journal-command.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { argument, choice, option, text } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { count, duration, moment } from '../../runtime/values.js';
import { archive, usableJournal } from './archive.js';
import { checkpoint } from './checkpoint.js';
import { verify } from './verify.js';

const CHARGE_FIELDS = [
  'operation',
  'reference',
  'state',
  'amount',
  'exit',
  'startedAt',
  'profile',
  'endedAt',
] as const;

/** With the machine, where several share the store. */
const fieldsOf = ({ store }: Journal): readonly string[] =>
  store.shared ? [...CHARGE_FIELDS, 'machine'] : CHARGE_FIELDS;

const viewOf = (journal: Journal): View => ({ fields: fieldsOf(journal), keep: 3 });

/**
 * Ways to the banks of open charges: the stored profile that made the charge, or that of this run,
 * and each only where its address is still the one that was called.
 */
function accessFor(context: Context): Connect {
  const accesses = new Map<string, Promise<Access | undefined>>();
  return (target) => {
    const key = `${target.profile} ${target.baseUrl}`;
    const access = accesses.get(key) ?? connect(context, target);
    accesses.set(key, access);
    return access;
  };
}

interface Target {
  profile: string;
  baseUrl: string;
}

async function connect(context: Context, target: Target): Promise<Access | undefined> {
  const { selection, services } = context;
  const own = await accessOf(services, target);
  if (own?.connection.profile === target.profile) return own;
  const named = selection.sandbox || selection.profile !== undefined;
  if (named || target.profile === 'environment') return own;
  return (
    (await accessOf(services.onProfile(target.profile), target)) ??
    // It may have got another name; what the bank knows is true whoever asks.
    own
  );
}

/** undefined also for a profile that was deleted or lost its secret: the charge stays open, and recover says so. */
async function accessOf(services: Services, { baseUrl }: Target): Promise<OwnAccess | undefined> {
  try {
    const connection = await services.connection();
    if (bankOf(connection.baseUrl) !== bankOf(baseUrl)) return undefined;
    return { connection, caller: await services.caller() };
  } catch {
    return undefined;
  }
}

type OwnAccess = Access & { connection: Connection };

const FILTERS = {
  reference: text('--ref <reference>', 'only this reference'),
  since: option(
    '--since <time>',
    'started at or after: 2026-01-31, today, an ISO time, or -24h',
    moment,
  ),
};

const list = command({
  words: ['journal', 'list'],
  step: 'harmless',
  summary: 'charges and initiated transfers, and their state; asks no bank',
  parameters: {
    ...FILTERS,
    until: option('--until <time>', 'started before', moment),
    state: choice('--state <state>', 'only this state', STATES),
    operation: text('--operation <id>', 'only this operation, e.g. ewallet.pay'),
    limit: option('--limit <n>', 'at most this many, the newest', count),
  },
  examples: ['payctl journal list', 'payctl journal list --state unknown --since 24h -o json'],
  dryRun: 'harmless',
  run: async (context, { state, limit, ...given }) => {
    const journal = await usableJournal(context);
    const filter: Filter = { ...given, archived: false, ...(state && { states: [state] }) };
    const items =
      limit === undefined
        ? allRows(journal, filter)
        : newestRows(context, journal, { ...filter, limit });
    return { list: { items, isUniform: true }, view: viewOf(journal) };
  },
});

async function* allRows(journal: Journal, filter: Filter): AsyncGenerator<Json> {
  const { charges } = await import('../../journal/list.js');
  for await (const row of charges(journal, filter)) yield shownRow(row);
}

async function* newestRows(
  { note }: Context,
  journal: Journal,
  { limit, ...filter }: Filter & { limit: number },
): AsyncGenerator<Json> {
  const { list: read } = await import('../../journal/list.js');
  const rows = await read(journal, filter, limit + 1);
  const isCut = rows.length > limit;
  for (const row of isCut ? rows.slice(1) : rows) yield shownRow(row);
  if (isCut) await note(messages.newest(limit));
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
  run: async (context, { reference }) => {
    const { show: read } = await import('../../journal/list.js');
    const shown = await read(await usableJournal(context), reference);
    return {
      data: shown.map(({ row, lines }) => ({ ...shownRow(row), lines: lines.map(inBangkok) })),
    };
  },
});

const recover = command({
  words: ['journal', 'recover'],
  step: 'harmless',
  summary: 'ask the bank about every charge whose outcome is open; sends only inquiries',
  notes: ['Safe from cron, at any time and in parallel. Exit 10 while any outcome is unknown.'],
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
  run: async (context, { reference, since, waitMs }) => {
    const { recover: run } = await import('../../journal/recover.js');
    const journal = await usableJournal(context);
    let progress: Progress | undefined;
    const { charges, class: exit } = await run({
      journal,
      connect: accessFor(context),
      ...{ reference, since, waitMs },
      stopping: context.stopping,
      onProgress({ resolved, total }) {
        progress ??= context.door.progress('journal recover', total);
        void progress.update(resolved);
      },
    });
    await progress?.clear();
    const data = charges.map(({ row, message, hint }) => ({
      ...shownRow(row),
      message,
      ...(hint === undefined ? {} : { hint }),
    }));
    return { data, exit, view: { fields: [...fieldsOf(journal), 'message'] } };
  },
});

const settle = command({
  words: ['journal', 'settle'],
  summary: 'record what you found out about a charge that no inquiry can decide',
  notes: [
    'Before not-executed is recorded the bank is asked once more: while it cannot answer nothing is recorded (9 or 10), and where it knows the charge that is the conflict (12).',
  ],
  parameters: {
    reference: argument('reference', 'of the charge'),
    as: choice('--as <verdict>', 'what happened at the bank', ['executed', 'not-executed']),
    note: option('--note <text>', 'how you know', (note) => note.trim()),
    operation: text('--operation <id>', 'which charge of the reference, e.g. ewallet.refund'),
  },
  examples: [
    'payctl journal settle SBXDEMO0001 --as executed --note "on the statement of 31 January"',
    'payctl journal settle SBXDEMO0002 --as not-executed --note "the bank\'s support, case 4711"',
  ],
  run: async (context, { as, note, ...charge }): Promise<Result> => {
    const { settle: write } = await import('../../journal/settle.js');
    if (as === undefined || note === undefined) {
      throw usageError(messages.settleNeeds);
    }
    const journal = await usableJournal(context);
    const row = await write(journal, { ...charge, as, note, connect: accessFor(context) });
    return { data: shownRow(row), view: viewOf(journal) };
  },
});

export const commands: readonly Command[] = [
  list,
  show,
  verify,
  recover,
  settle,
  archive,
  checkpoint,
];

/** Bangkok time with its offset, as in everything that people and scripts are shown. */
function shownRow(row: Row): JsonObject {
  const shown = Object.entries(row).map(([key, value]) => {
    const isMoment = key === 'startedAt' || key === 'endedAt';
    return [key, isMoment && value ? bangkok(String(value)) : fromPlain(value)] as const;
  });
  return Object.fromEntries(shown);
}

function inBangkok(line: Json): Json {
  return isJsonObject(line) ? { ...line, at: bangkok(textOf(line.at) ?? '') } : line;
}

/** A line that is damaged has no moment. */
function bangkok(text: string): string {
  const moment = Date.parse(text);
  return Number.isFinite(moment) ? channelDateTime(moment) : text;
}
