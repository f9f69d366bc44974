import { FAMILIES, loadCatalogue, loadFamily } from '../../api/catalogue.js';
import { formatAmount } from '../../api/money.js';
import type { Family, Operation } from '../../api/operation.js';
import { type PrepareParts, preparer } from '../../batch/prepare.js';
import { WHOLE } from '../../batch/shard.js';
import { type Survey, survey } from '../../batch/survey.js';
import { PayctlError } from '../../errors.js';
import { nearest } from '../../nearest.js';
import type { Command, Result } from '../command.js';
import type { Context } from '../context.js';
import { TRADE_PAID } from '../examples.js';
import { defaultsOf, gatherFields } from '../input.js';
import type { Profile } from '../parts.js';
import { expectAmount, refuseReadOnly } from '../safety.js';
import { previewRows } from './batch-dry-run.js';
import { openRows } from './batch-input.js';
import { BATCH_OPTIONS, type BatchOptions, readOptions } from './batch-options.js';
import { sendRows } from './batch-send.js';

export const batch: Command = {
  words: ['batch'],
  summary: 'one operation over the rows of a CSV or JSON Lines file',
  notes: [
    'OPERATION is an id or the words of a command: ewallet.inquire, or "ewallet inquire". The header of a CSV file names the fields as the specification or the flags do. An empty cell gives nothing.',
    'Money: all rows are checked first, count and total are shown, --yes sends them. Each row goes by way of the journal, so no run charges a reference twice.',
    'Exit 0 where every row succeeded, 11 where some did not, else the class that ended it; then --resume goes on.',
  ],
  arguments: [
    { name: 'operation', summary: 'id or words of the operation' },
    { name: 'file', summary: 'CSV or JSON Lines; - is standard input' },
  ],
  options: BATCH_OPTIONS,
  examples: [
    ...TRADE_PAID,
    "printf 'outTradeNo\\nSBXDEMO0001\\n' | payctl --sandbox batch ewallet.inquire - -f tranType=W",
    "printf 'ref1,amount\\nORDER1,100.00\\nORDER2,250.50\\n' | payctl --sandbox batch 'qr create' - -o csv --columns reference,exit,data.data.qrRawData",
  ],
  dryRun: 'shown',
  run,
};

async function run(context: Context): Promise<Result> {
  const { host, globals, wiring } = context;
  const operation = await findOperation(context.argument('operation') ?? '');
  const options = readOptions(context);
  const profile = await wiring.profile();
  const money = operation.effect === 'money';
  if (money) refuseReadOnly(operation, profile);
  else refuseMoneyOptions(operation, context);
  const parts: PrepareParts = {
    operation,
    base: await gatherFields(
      host,
      defaultsOf(operation, profile.settings),
      {
        data: context.text('data'),
        fields: context.list('field'),
        rawFields: context.list('raw-field'),
      },
      {},
    ),
    environment: profile.environment,
    outTradeNoPrefix: profile.settings('outTradeNoPrefix'),
    clock: host.clock,
    random: host.random,
  };
  const { resume, checkpoint, out } = options;
  const twice = !globals.dryRun && (money || resume || (checkpoint ?? out) !== undefined);
  const input = await openRows(context, operation, options, twice);
  try {
    if (globals.dryRun) return await previewRows(context, input, parts, options.shard);
    const total = money ? await agreed(context, profile, input.rows(), parts, options) : undefined;
    return await sendRows(context, { input, parts, options, total });
  } finally {
    input.close();
  }
}

async function findOperation(name: string): Promise<Operation> {
  const [family = ''] = name.split(/[ .]/);
  const operations = isFamily(family) ? await loadFamily(family) : [];
  const found = operations.find(
    ({ id, command, aliases = [] }) =>
      id === name || [command, ...aliases].some((words) => words.join(' ') === name),
  );
  if (found && found.effect !== 'auth') return found;
  const known = (await loadCatalogue()).filter(({ effect }) => effect !== 'auth');
  const ids = known.map(({ id }) => id);
  const guess = nearest(name.trim().replace(/ +/g, '.'), ids);
  throw new PayctlError('USAGE', `batch has no operation ${JSON.stringify(name)}`, {
    hint: guess ? `did you mean ${guess}?` : `there are ${ids.join(', ')}`,
  });
}

function refuseMoneyOptions({ command }: Operation, context: Context): void {
  const flag = ['expect-amount', 'wait'].find((name) => context.text(name) !== undefined);
  if (flag === undefined) return;
  throw new PayctlError('USAGE', `--${flag} is for money, and ${command.join(' ')} moves none`, {
    hint: `leave out --${flag}`,
  });
}

function isFamily(name: string): name is Family {
  return Object.hasOwn(FAMILIES, name);
}

/** Money: every row is checked, and a person or --yes has said yes to count and total. */
async function agreed(
  context: Context,
  profile: Profile,
  rows: Parameters<typeof survey>[0],
  parts: PrepareParts,
  { shard }: BatchOptions,
): Promise<Survey> {
  const { operation } = parts;
  const found = await survey(rows, preparer(parts), operation, shard);
  refuseWrong(found, operation);
  for (const warning of found.warnings) await context.note(`warning: ${warning}`);
  const { rows: count, satang, amounts } = found.mine;
  const total = formatAmount(satang);
  const text = [
    `${operation.command.join(' ')}: ${count} rows`,
    shard.of === WHOLE.of ? '' : ` (part ${shard.part} of ${shard.of})`,
    amounts > 0 ? `, ${total} baht in all` : '',
    `, profile ${profile.name} (${profile.environment})`,
  ].join('');
  await expectAmount(context, amounts > 0 ? total : undefined, 'the rows come to');
  if (context.globals.yes) await context.note(text);
  else await ask(context, text);
  return found;
}

export function refuseWrong({ wrong, rows, examples }: Survey, operation: Operation): void {
  if (wrong === 0) return;
  const details = examples.map(({ line, problem }) => ({
    field: `line ${line}`,
    message: problem,
  }));
  const more = wrong > examples.length ? `; the first ${examples.length}:` : '';
  throw new PayctlError(
    'USAGE',
    `${wrong} of ${rows} rows cannot be sent; nothing was sent${more}`,
    { details, executed: 'no', hint: `payctl ${operation.command.join(' ')} --help` },
  );
}

async function ask({ host, globals }: Context, text: string): Promise<void> {
  const { canPrompt, confirm } = await import('../../host/prompt.js');
  if (!globals.input || !canPrompt(host)) {
    throw new PayctlError('USAGE', `${text}: not sent without a yes`, {
      hint: 'give --yes where a script means it',
    });
  }
  if (!(await confirm(host, `${text}. Send them?`))) {
    throw new PayctlError('USAGE', 'not sent: you answered no');
  }
}
