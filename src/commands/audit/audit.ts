import { exitClassForCode, usageError } from '../../core/errors.js';
import { type Json, type JsonObject, jsonText } from '../../core/json.js';
import { readPages } from '../../core/pages.js';
import { visibleLines } from '../../core/text.js';
import { channelDateTime } from '../../core/time.js';
import type { AuditEvent } from '../../journal/events.js';
import { auditMessages as messages } from '../../messages/audit.js';
import { type Command, command, type Paper, type Result } from '../../runtime/command.js';
import { choice, option } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { moment } from '../../runtime/value-parsers.js';
import { AUDIT_LOGS, type AuditLogName } from '../../state/audit-chain.js';
import { AuditLog } from '../../state/audit-log.js';
import type { Server } from '../../state/postgres/server.js';

const exportEvents = command({
  words: ['audit', 'export'],
  step: 'harmless',
  summary: 'who did what, one JSON object a line, oldest first: for a SIEM',
  notes: [
    'Each line of the journal (intent, outcome, inquiry, resolution, settlement), what was said beside it (proposal, release, refusal, proposal-end, note), what was decided and looked at on this machine (decision, look): with a shared store, run it on each machine; and what was declared about the store (declaration). The bank is not asked; docs/monitoring.md names the fields.',
  ],
  parameters: {
    since: option(
      '--since <time>',
      'from when on: 2026-01-31, today, an ISO time, or -24h',
      moment,
    ),
    format: choice('--format <format>', 'how it is written (jsonl)', ['jsonl']),
  },
  examples: [
    'payctl audit export --since -24h',
    'payctl audit export --since today --format jsonl',
  ],
  dryRun: 'harmless',
  run: async (services, { since }): Promise<Result> => {
    if (since === undefined) throw usageError(messages.exportNeeds);
    return { text: (paper) => writeEvents(services, since, paper) };
  },
});

export const commands: readonly Command[] = [exportEvents];

async function writeEvents(services: Services, since: number, paper: Paper): Promise<Result> {
  const { host, stopping } = services;
  const journal = await services.journal();
  // Fails where the journal cannot be read, which would otherwise look like one without charges.
  await journal.store.claims.prepare();
  const { eventsSince } = await import('../../journal/events.js');
  const charges = eventsSince(journal, since, ({ reference, operation }) =>
    services.warn(messages.damagedCharge(operation, reference)),
  );
  const damaged: string[] = [];
  const logged = AUDIT_LOGS.map((name) =>
    loggedEvents(new AuditLog(host, services.paths.state, name), name, since, damaged),
  );
  const declared = declarations(await services.server(), since);
  const { deskEventsSince } = await import('../../journal/desk-events.js');
  const said = deskEventsSince(await services.desk(), since, (place) => damaged.push(place));
  for await (const { time, ...event } of merged([charges, said, declared, ...logged])) {
    if (stopping.aborted) break;
    const line = { time: channelDateTime(Date.parse(time)), ...event };
    await paper.write(`${visibleLines(JSON.stringify(line))}\n`);
  }
  for (const place of damaged) await services.warn(messages.damagedLine(place));
  return {};
}

/** What was declared about the shared store, on whatever machine. */
async function* declarations(
  server: Server | undefined,
  since: number,
): AsyncGenerator<AuditEvent> {
  if (server === undefined) return;
  const { declarationsSince } = await import('../../state/postgres/declarations.js');
  for (const { at, kind, machine, user, sudoUser } of await declarationsSince(server, since)) {
    yield { time: at, type: 'declaration', user, sudoUser, host: machine, state: kind };
  }
}

async function* loggedEvents(
  log: AuditLog,
  name: AuditLogName,
  since: number,
  damaged: string[],
): AsyncGenerator<AuditEvent> {
  const lines = log.since(since, (place) => damaged.push(place));
  for await (const batch of readPages(lines)) {
    for (const line of batch) yield toAuditEvent(line, name);
  }
}

function toAuditEvent(line: JsonObject, name: AuditLogName): AuditEvent {
  const word = (field: string): string | undefined => jsonText(line[field]);
  const exit = toNumber(line.exit);
  return {
    time: new Date(Date.parse(word('at') ?? '')).toISOString(),
    type: name === 'console' ? 'look' : 'decision',
    user: word('user'),
    sudoUser: word('sudoUser'),
    subject: word('subject'),
    name: word('name'),
    address: word('address'),
    host: word('host'),
    pid: toNumber(line.pid),
    profile: word('profile'),
    operation: word('action'),
    reference: word('what'),
    amount: word('amount'),
    class: exitClassForCode(exit),
    exit,
  };
}

function toNumber(value: Json | undefined): number | undefined {
  const text = jsonText(value);
  return text === undefined ? undefined : Number(text);
}

/** Events of several sources, each in the order of time, in one order. */
async function* merged(sources: readonly AsyncGenerator<AuditEvent>[]): AsyncGenerator<AuditEvent> {
  const heads = await Promise.all(
    sources.map(async (source) => ({ source, head: await source.next() })),
  );
  for (;;) {
    const waiting = heads.flatMap((one) => (one.head.done ? [] : [{ one, event: one.head.value }]));
    const [first, ...others] = waiting;
    if (first === undefined) return;
    const next = others.reduce(
      (best, other) => (other.event.time < best.event.time ? other : best),
      first,
    );
    yield next.event;
    next.one.head = await next.one.source.next();
  }
}
