import { formatAmount } from '../../api/money.js';
import { type PrepareParts, preparer, type Ready, type Wrong } from '../../batch/prepare.js';
import { resultLines, wrongResult } from '../../batch/result-lines.js';
import type { Shard } from '../../batch/shard.js';
import { survey } from '../../batch/survey.js';
import { PayctlError } from '../../errors.js';
import { fromPlain, type Json, number, parseJson, stringifyJson } from '../../json.js';
import { visible } from '../../text.js';
import type { Result } from '../command.js';
import type { Context } from '../context.js';
import { expectAmount } from '../safety.js';
import type { RowsInput } from './batch-input.js';

/** --dry-run: what each row would send, credentials redacted, or why it would not be sent. */
export async function previewRows(
  context: Context,
  input: RowsInput,
  parts: PrepareParts,
  shard: Shard,
): Promise<Result> {
  const { operation } = parts;
  const caller = await context.wiring.caller();
  const wrongLine = resultLines('jsonl').of;
  const lineOf = async (row: Ready | Wrong): Promise<string> => {
    if ('problem' in row) return wrongLine(wrongResult(row));
    const { method, url, headers, body } = await caller.preview(operation, row.input);
    const request: Json = { method, url, headers: fromPlain(headers) };
    if (body !== undefined) request.body = parseJson(body);
    const line = { line: number(String(row.line)), reference: row.reference ?? null };
    return `${visible(stringifyJson({ ...line, dryRun: request }))}\n`;
  };
  const found = await survey(input.rows(), preparer(parts), operation, shard, async (row) => {
    await context.host.stdout.write(await lineOf(row));
  });
  for (const warning of found.warnings) await context.note(`warning: ${warning}`);
  const { rows, satang, amounts } = found.mine;
  const total = amounts > 0 ? formatAmount(satang) : undefined;
  const sum = total === undefined ? '' : `, ${total} baht in all`;
  await context.note(`${operation.command.join(' ')}: ${rows} rows would be sent${sum}`);
  if (found.wrong === 0) {
    if (operation.effect === 'money') await expectAmount(context, total, 'the rows come to');
    return { text: '' };
  }
  const problem = new PayctlError(
    'USAGE',
    `${found.wrong} of ${found.rows} rows are wrong; nothing was sent`,
    { executed: 'no' },
  );
  return { text: '', problem };
}
