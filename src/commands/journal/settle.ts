import { PayctlError, usageError } from '../../core/errors.js';
import { type JsonObject, number } from '../../core/json.js';
import type { SettledCharge, SettleProblem } from '../../journal/settle-all.js';
import { journalCommand as messages } from '../../messages/journal-command.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import { choice, option, optionalArgument, text } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { accessFor } from './access.js';
import { readSettlements, settlementLine } from './settlement-file.js';
import { chargeFields, chargeView, shownRow } from './shown.js';
import { usableJournal } from './usable-journal.js';

export const settle: Command = command({
  words: ['journal', 'settle'],
  summary: 'record what you found out about a charge that no inquiry can decide',
  notes: [
    'Before not-executed is recorded the bank is asked once more: while it cannot answer nothing is recorded (9 or 10), and where it knows the charge that is the conflict (12).',
    '--file settles many: CSV with the columns reference, as, note and, where a reference has several charges, operation. Every line is checked before the first is recorded; if there is any problem, each is named with its line and nothing is recorded. Lines that stand so already are passed over. What a killed run left half done, the next command that reads the journal completes. --dry-run shows what would be settled, and does not ask the bank.',
  ],
  parameters: {
    reference: optionalArgument('reference', 'of the charge'),
    as: choice('--as <verdict>', 'what happened at the bank', ['executed', 'not-executed']),
    note: option('--note <text>', 'how you know', (note) => note.trim()),
    operation: text('--operation <id>', 'which charge of the reference, e.g. ewallet.refund'),
    file: text('--file <file>', 'many at once, all or nothing: CSV', { effect: 'reads' }),
  },
  examples: [
    'payctl journal settle SBXDEMO0001 --as executed --note "on the statement of 31 January"',
    'payctl journal settle SBXDEMO0002 --as not-executed --note "the bank\'s support, case 4711"',
    'payctl journal settle --file settled.csv --dry-run',
  ],
  dryRun: 'shown',
  run: async (services, { reference, as, note, operation, file }): Promise<Result> => {
    if (file !== undefined) {
      if ([reference, as, note, operation].some((given) => given !== undefined)) {
        throw usageError(messages.settleOneWay);
      }
      return settleFile(services, file);
    }
    if (reference === undefined) throw usageError(messages.settleWhat);
    if (as === undefined || note === undefined) throw usageError(messages.settleNeeds);
    const decision = { reference, as, note, operation };
    const engine = await import('../../journal/settle.js');
    const journal = await usableJournal(services);
    const row = services.options.dryRun
      ? engine.selectCharge(decision, await engine.findCharges(journal, decision))
      : await engine.settle(journal, { ...decision, connect: accessFor(services) });
    return { data: shownRow(row), view: chargeView(journal) };
  },
});

async function settleFile(services: Services, file: string): Promise<Result> {
  const { host, stopping } = services;
  const { dryRun } = services.options;
  const decisions = await readSettlements(host, file);
  const { checkAll, recordAll } = await import('../../journal/settle-all.js');
  const journal = await usableJournal(services);
  const connect = dryRun ? undefined : accessFor(services);
  const { settled, problems } = await checkAll(journal, decisions, { connect, stopping });
  const [first] = problems;
  if (first !== undefined) throw refusal(file, first, problems);
  const isWhole = settled.length === decisions.length;
  const done = dryRun ? settled : await recordAll(journal, isWhole ? settled : []);
  return {
    data: done.map(shownLine),
    view: { fields: ['line', 'as', ...chargeFields(journal)], keep: 5 },
    ...(!isWhole && {
      problem: new PayctlError('UNAVAILABLE', messages.settleStopped, {
        hint: messages.settleAgain,
      }),
    }),
  };
}

function shownLine({ decision: { line, as, note }, row, stands }: SettledCharge): JsonObject {
  return { line: number(String(line)), as, note, stood: stands, ...shownRow(row) };
}

/** Ends as the first problem would have ended alone. */
function refusal(file: string, first: SettleProblem, problems: readonly SettleProblem[]) {
  return new PayctlError(first.error.exitClass, messages.settleNothing(problems.length), {
    executed: first.error.facts.executed ?? 'no',
    details: problems.map(({ line, error }) => ({
      field: settlementLine(file, line),
      message: error.said,
    })),
  });
}
