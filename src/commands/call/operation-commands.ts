import { type Fields, type Operation, shapeNotes } from '../../bank/define.js';
import { type Family, loadExamples, loadFamily } from '../../bank/families.js';
import { type Flag, listFlags } from '../../bank/flags.js';
import { isSettingName, settingVariable } from '../../config/settings.js';
import { type PayctlError, usageError } from '../../core/errors.js';
import { withoutUndefined } from '../../core/fields.js';
import { at, jsonText } from '../../core/json.js';
import { shellWord } from '../../core/text.js';
import { recordLists } from '../../messages/calls.js';
import {
  type CallValues,
  expectedAmount,
  grant,
  proposing,
  rawFields,
  wait,
} from '../../runtime/call-parameters.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import { invoke, send } from '../../runtime/invoke.js';
import {
  ABSENT,
  choice,
  group,
  type Option,
  option,
  optionalArgument,
  type Parameter,
  type Parameters,
  verbatim,
  where,
} from '../../runtime/parameter.js';
import { argumentName } from '../../runtime/read-input.js';
import type { Services } from '../../runtime/services.js';
import { count } from '../../runtime/value-parsers.js';
import type { QrDrawing } from '../qr/drawing.js';

/**
 * The commands of a family, each derived from its record in the catalogue. `own` has, by the name
 * of the operation in its family, those that do more than the call. With `next`, the second word of
 * the command line, only those that it names are made, because a run needs one.
 */
export async function familyCommands(
  family: Family,
  next: string | undefined,
  own: Readonly<Record<string, (operation: Operation) => Command>> = {},
): Promise<Command[]> {
  const operations = await loadFamily(family);
  const wanted = operations.filter(({ command, aliases = [] }) =>
    [command, ...aliases].some(([, second]) => next !== undefined && second === next),
  );
  return (wanted.length > 0 ? wanted : operations).map((operation) => {
    const build = own[operation.id.slice(family.length + 1)] ?? operationCommand;
    return build(operation);
  });
}

/** What a command adds to its call: further parameters, and what it does with the values. */
interface LargerCommand<Own> {
  own: Parameters<Own>;
  examples?: readonly string[];
  /** What it sends is not known before it begins, so it cannot be proposed. */
  isSeveralCalls?: boolean;
  run(services: Services, given: CallValues, own: Own): Promise<Result>;
}

/** A command that is one call and nothing else. */
export function operationCommand(operation: Operation): Command {
  const run = (services: Services, given: CallValues) => invoke(operation, services, given);
  return largerCommand(operation, { own: {}, run });
}

/** A command that is one call and more. */
export function largerCommand<Own extends object>(
  operation: Operation,
  { own, examples, isSeveralCalls = false, run }: LargerCommand<Own>,
): Command {
  const flags = listFlags(operation);
  const { otherMethods, effect, pages } = operation;
  return command({
    words: operation.command,
    aliases: operation.aliases,
    summary: operation.summary,
    notes: helpNotes(operation),
    parameters: {
      reference: referenceParameter(flags),
      fields: fieldParameters(operation),
      method: where(otherMethods !== undefined, methodParameter(operation)),
      own: group(own),
      limit: where(pages !== undefined, LIMIT),
      raw: RAW,
      grant: where(effect !== 'auth', grant(SAFETY)),
      waitMs: waitParameter(operation),
      expectAmount: where(effect === 'money', expectedAmount('refuse any other amount', SAFETY)),
      proposing: where(effect === 'money', proposing(!isSeveralCalls, SAFETY)),
    },
    examples: examples ?? (() => exampleLines(operation, flags)),
    operation,
    // A step of a smoke plan fetches no token: the run does.
    ...(effect !== 'auth' && { step: effect === 'money' ? 'money' : 'harmless' }),
    oneCall: true,
    ...(effect === 'read' && { isBankTime: true }),
    dryRun: 'shown',
    run: (services, { own, proposing: proposed, ...given }) =>
      run(services, { ...given, ...proposed }, own),
  });
}

const SAFETY = { group: 'Waiting and safety' };

const RAW = rawFields(
  {
    text: 'any field, as a string; a.b nests, a[] lists',
    typed: 'any field, typed: number, true, false, null, @file',
    data: 'fields as JSON: @file.json, - (standard input) or the text',
  },
  { group: 'Further fields' },
);

const LIMIT = option(
  '--limit <n>',
  'at most this many records, from as many pages as needed (1000)',
  (text, flag) => {
    const records = count(text, flag);
    if (records > 0) return records;
    throw usageError(recordLists.limitZero(flag));
  },
);

function waitParameter({ effect, bankStatus, created }: Operation) {
  const isMoney = effect === 'money';
  const summary = isMoney
    ? 'inquire until final; after a lost answer 60s by default, 0 inquires once'
    : 'inquire until the state is final, e.g. 60s';
  const canWait = isMoney || (effect === 'read' ? bankStatus : effect === 'create' && created);
  return where(Boolean(canWait), wait(summary, SAFETY));
}

function methodParameter({ method, otherMethods = [] }: Operation) {
  const summary = `HTTP method (default: ${method})`;
  return choice('--method <method>', summary, [method, ...otherMethods], { effect: 'form' });
}

function referenceParameter(flags: readonly Flag[]): Parameter<string | undefined> {
  const reference = flags.find(({ positional }) => positional);
  if (reference === undefined) return ABSENT;
  const summary = `${reference.summary}; or ${reference.flag}`;
  return optionalArgument(argumentName(reference), summary);
}

/** The fields of an operation that have flags; its schema checks them, not the command line. */
export function fieldParameters(
  operation: Operation,
  heading = operation.specified ? 'Fields' : 'Fields (publicly known, not in the specification)',
  except: readonly Flag[] = [],
): Parameter<Readonly<Record<string, string>>> {
  const own = listFlags(operation).filter(
    ({ flag }) => !except.some((excluded) => excluded.flag === flag),
  );
  const fields = own.map((flag) => [flag.field, verbatim(toOption(flag, heading))] as const);
  const all = group<Record<string, string | undefined>>(Object.fromEntries(fields));
  return { ...all, read: (values, now) => withoutUndefined<string>(all.read(values, now)) };
}

function toOption(flag: Flag, heading: string): Option {
  const { choices, conditional, limits, positional } = flag;
  const needed = flag.required && !flag.setting && !flag.generated;
  const required = needed && !positional;
  const notes = [
    needed && positional && 'required, here or as the argument',
    limits,
    conditional && `required ${conditional}`,
    describeDefault(flag),
  ].filter(Boolean);
  return {
    flags: `${flag.flag} <${placeholder(flag)}>`,
    summary: flag.summary,
    group: heading,
    ...(choices && { choices }),
    ...(required && { required }),
    ...(notes.length > 0 && { fallback: notes.join('; ') }),
  };
}

function placeholder(flag: Flag): string {
  return flag.kind === 'text' ? 'text' : flag.kind;
}

/** The default, and where it comes from. */
function describeDefault({ setting, generated, fallback }: Flag): string | undefined {
  if (setting && isSettingName(setting)) {
    return `default: ${setting} of the profile, or ${settingVariable(setting)}`;
  }
  if (generated) return 'generated if not given';
  return fallback === undefined ? undefined : `default: ${fallback}`;
}

function helpNotes(operation: Operation): string[] {
  return [...(operation.notes ?? []), ...shapeNotes(operation)];
}

async function exampleLines(operation: Operation, flags: readonly Flag[]) {
  return (await loadExamples(operation.id)) ?? plainExamples(operation, flags);
}

function plainExamples(operation: Operation, flags: readonly Flag[]): readonly string[] {
  const words = ['payctl', '--sandbox', ...operation.command].join(' ');
  const values = flags
    .filter(({ field, setting, generated }) => operation.example[field] && !setting && !generated)
    .map(({ field, flag, positional }) => {
      const value = shellWord(operation.example[field] ?? '');
      return positional ? value : `${flag} ${value}`;
    });
  const call = [words, ...values].join(' ');
  return [call, `${call} -o json`];
}

/** What is shown of the bank's answer, and how it differs from the request. */
interface ShownAnswer extends QrDrawing {
  mismatch?: PayctlError;
}

/** Sends the call, and shows the text that its answer has at one of the paths. */
export async function sendAndShow(
  operation: Operation,
  input: Fields,
  services: Services,
  given: CallValues,
  paths: readonly string[],
  show: (text: string) => Promise<ShownAnswer>,
): Promise<Result> {
  let shown: QrDrawing = {};
  const result = await send(operation, input, services, given, async ({ class: ended, data }) => {
    const text = paths.flatMap((path) => jsonText(at(data, path)) ?? []).at(0);
    if (ended !== 'SUCCESS' || text === undefined) return true;
    const { mismatch, ...answer } = await show(text);
    shown = mismatch ? { ...answer, problem: mismatch } : answer;
    return mismatch === undefined;
  });
  return { ...result, ...shown };
}
