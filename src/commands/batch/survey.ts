import type { Operation } from '../../bank/define.js';
import { payctl } from '../../core/command-line.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { type Json, number, stringifyJson } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { formatAmount } from '../../core/money.js';
import { visible } from '../../core/text.js';
import { claimFor } from '../../journal/claim.js';
import { batchRun, rowMessages as messages } from '../../messages/batch.js';
import { running } from '../../messages/running.js';
import type { Paper, Result } from '../../runtime/command.js';
import type { Profile } from '../../runtime/profile.js';
import { requestData } from '../../runtime/result-data.js';
import { askYes, checkAmount, grantPermission } from '../../runtime/safety.js';
import type { Services } from '../../runtime/services.js';
import type { ChargePermission } from '../../state/permission.js';
import { type PrepareParts, preparer } from './operation-task.js';
import type { BatchOptions } from './options.js';
import { resultLines, wrongResult } from './result-lines.js';
import type { InputRow, PreparedRow, RejectedRow } from './row-reader.js';
import { isInShard, type RowsInput, type Shard } from './row-source.js';

/** What a whole file contains, read before anything is sent. */
export interface Survey {
  rows: number;
  /** Only this shard's rows. */
  mine: { rows: number; satang: bigint; amounts: number };
  wrong: number;
  /** The first of the wrong ones. */
  examples: RejectedRow[];
  /** The first of each, with its line. */
  warnings: { line: number; text: Message }[];
}

/** The first line of each charge, by the key of its claim. */
type FirstLines = Map<string, number>;

const EXAMPLES = 20;
const WARNINGS = 5;

/**
 * Checks every row, also those of other shards, so that a bad file stops all machines. No two rows
 * may be the same charge. `each` gets the rows of this shard and all wrong ones.
 */
export async function survey(
  rows: AsyncIterable<readonly InputRow[]>,
  prepare: (row: InputRow) => PreparedRow | RejectedRow,
  operation: Operation,
  shard: Shard,
  each: (row: PreparedRow | RejectedRow) => Promise<void> | void = () => {},
): Promise<Survey> {
  const seen: FirstLines = new Map();
  const result: Survey = {
    rows: 0,
    mine: { rows: 0, satang: 0n, amounts: 0 },
    wrong: 0,
    examples: [],
    warnings: [],
  };
  for await (const some of rows) {
    for (const row of some) {
      result.rows += 1;
      const ready = refusedIfSeen(prepare(row), operation, seen);
      if ('problem' in ready || isInShard(shard, result.rows)) await each(ready);
      if ('problem' in ready) {
        result.wrong += 1;
        if (result.examples.length < EXAMPLES) result.examples.push(ready);
      } else {
        if (isInShard(shard, result.rows)) add(result.mine, ready);
        addWarnings(result.warnings, ready);
      }
    }
  }
  return result;
}

function refusedIfSeen(
  ready: PreparedRow | RejectedRow,
  operation: Operation,
  seen: FirstLines,
): PreparedRow | RejectedRow {
  if ('problem' in ready || operation.effect !== 'money') return ready;
  const { line, reference } = ready;
  const { key, reference: name } = claimFor('https://bank.invalid', operation, ready.input);
  const first = seen.get(key);
  if (first === undefined) {
    seen.set(key, line);
    return ready;
  }
  if (reference === undefined) return { line, problem: messages.sameCall(first) };
  const same = { field: operation.reference ?? '', reference: name, line: first };
  return { line, reference, problem: messages.sameReference(same) };
}

function add(mine: Survey['mine'], { amount }: PreparedRow): void {
  mine.rows += 1;
  if (amount === undefined) return;
  mine.satang += amount;
  mine.amounts += 1;
}

function addWarnings(warnings: Survey['warnings'], { line, warnings: own }: PreparedRow): void {
  for (const text of own) {
    const isKnown = warnings.some((known) => String(known.text) === String(text));
    if (warnings.length < WARNINGS && !isKnown) warnings.push({ line, text });
  }
}

/** In baht; undefined where no row has an amount. */
export function totalInBaht({ mine }: Survey): string | undefined {
  return mine.amounts > 0 ? formatAmount(mine.satang) : undefined;
}

async function showWarnings({ warnings }: Survey, services: Services): Promise<void> {
  for (const { line, text } of warnings) await services.warn(messages.onLine(line, text));
}

/** Before money moves: checks every row, then asks for a yes (or --yes) to the count and total. */
export async function confirmedSurvey(
  services: Services,
  profile: Profile,
  input: RowsInput,
  parts: PrepareParts,
  { shard, expectAmount }: BatchOptions,
): Promise<{ survey: Survey; permission: ChargePermission }> {
  const { operation } = parts;
  const result = await survey(input.rows(), preparer(parts), operation, shard);
  refuseWrong(result, operation);
  await showWarnings(result, services);
  const total = totalInBaht(result);
  const command = operation.command.join(' ');
  const { name, environment } = profile;
  const planned = { command, rows: result.mine.rows, total, ...shard, profile: name, environment };
  await checkAmount(expectAmount, total, running.otherTotal);
  await askToSend(services, batchRun.planned(planned));
  return { survey: result, permission: await grantPermission(services, profile) };
}

/** Asks for a yes to what would be sent; with --yes only prints it. Throws USAGE. */
export async function askToSend(services: Services, planned: Message): Promise<void> {
  if (services.options.isConfirmed) return services.note(planned);
  const { sendThem, unasked, refused } = batchRun;
  await askYes(services, sendThem(planned), { unasked: unasked(planned), refused });
}

function refuseWrong({ wrong, rows, examples }: Survey, operation: Operation): void {
  if (wrong === 0) return;
  const details = examples.map(({ line, problem }) => ({
    field: messages.line(line),
    message: problem,
  }));
  const message = batchRun.cannotBeSent({ wrong, of: rows, shown: examples.length });
  const hint = payctl.withoutProfile`${operation.command} --help`;
  throw new PayctlError('USAGE', message, { details, hint });
}

/** --dry-run: what each row would send, with credentials redacted, or why it cannot be sent. */
export async function previewRows(
  services: Services,
  input: RowsInput,
  parts: PrepareParts,
  { shard, expectAmount }: Pick<BatchOptions, 'shard' | 'expectAmount'>,
  { write, screen: { say } }: Paper,
): Promise<Result> {
  const { operation } = parts;
  const caller = await services.caller();
  const lines = resultLines('jsonl', { say });
  const previewRow = async (row: PreparedRow | RejectedRow): Promise<string> => {
    if ('problem' in row) return lines.of(wrongResult(row));
    return previewLine(row, requestData(await caller.preview(operation, row.input)));
  };
  const result = await survey(input.rows(), preparer(parts), operation, shard, async (row) => {
    await write(await previewRow(row));
  });
  await showWarnings(result, services);
  const total = totalInBaht(result);
  const command = operation.command.join(' ');
  await services.note(batchRun.wouldBeSent({ command, rows: result.mine.rows, total }));
  if (result.wrong === 0) {
    if (operation.effect === 'money') await checkAmount(expectAmount, total, running.otherTotal);
    return {};
  }
  const message = batchRun.areWrong(result.wrong, result.rows);
  return { problem: usageError(message) };
}

/** The line of a row under --dry-run: what would be sent for it. */
export function previewLine(
  { line, reference }: { line: number; reference?: string },
  request: Json,
): string {
  const shown = { line: number(String(line)), reference: reference ?? null, dryRun: request };
  return `${visible(stringifyJson(shown))}\n`;
}
