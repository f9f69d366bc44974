import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

interface Compared {
  where: string;
  /** What differs, by its name in the results. */
  what: string;
  first: string;
  second: string;
}

interface Unlike {
  what: string;
  expected: string;
  seen: string;
}

interface Counts {
  plans: number;
  passed: number;
  failed: number;
  skipped: number;
}

/** What came of the steps of plans. */
export const smokeMessages = area('smoke', () => ({
  knownWithoutCompare: '--known is about the differences of --compare',
  addCompare: 'add --compare PROFILE',
  ended: 'ended by a signal; the steps that were left are skipped',

  lacking: (settings: readonly string[]) => `the profile lacks ${settings.join(', ')}`,
  afterFailure: (step: number) => `step ${step} failed`,
  bySignal: (signal: string) => `ended by ${signal}`,
  noSandbox: 'there is no sandbox here',
  recorded: 'a recording answers in place of the embedded bank',
  live: (call: string, risk: string) =>
    `${call} ${risk}, and the profile is live; nothing was sent`,
  hint: (hint: string) => `hint: ${hint}`,
  field: (field: string, problem: string) => `${field}: ${problem}`,

  anyOf: (exits: readonly string[]) =>
    [exits.slice(0, -1).join(', '), ...exits.slice(-1)].filter(Boolean).join(' or '),
  unlike: ({ what, expected, seen }: Unlike) => `${what}: expected ${expected}, seen ${seen}`,
  none: 'none',
  unsaved: (path: string) => `save: the data has no ${path}`,

  passed: 'ok',
  failed: 'FAILED',
  skipped: 'skipped',
  exit: (code: number) => `exit ${code}`,
  summary: ({ plans, passed, failed, skipped }: Counts) =>
    `${pluralize(plans, 'plan')}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  differs: ({ where, what, first, second }: Compared) =>
    `${where}: ${what}: ${first} here, ${second} there`,
  differences: (count: number) => pluralize(count, 'difference'),
  known: (count: number) => `${count} known`,
}));

/** What can be unlike what was expected, and what can differ between two banks. */
export const smokeFacts = area('smokeFacts', () => ({
  exit: 'exit',
  code: 'code',
  state: 'state',
  query: 'data',
  save: 'to save',
  within: 'within',
  httpStatus: 'HTTP status',
  missing: 'missing field',
  additional: 'additional field',
  type: 'type',
  format: 'format',
}));

/** The page of a smoke test. */
export const smokeReport = area('smokeReport', () => ({
  title: 'Smoke test',
  made: (at: string, bank: string) => `Made ${at}; Bank ${bank}`,
  madeOfTwo: ({ at, bank, other }: { at: string; bank: string; other: string }) =>
    `Made ${at}; Bank ${bank} compared with ${other}`,
  plans: 'Plans',
  plan: 'Plan',
  file: (name: string) => `File ${name}`,
  call: 'Call',
  exit: 'Exit',
  line: 'Line',
  request: 'Request',
  unlike: (expected: string, seen: string) => `expected ${expected}, seen ${seen}`,
  none: 'none',
  differences: 'Differences',
  noDifference: 'The two banks do not differ.',
  known: (count: number) => `${count} more ${count === 1 ? 'is' : 'are'} known.`,
  step: 'Step',
  what: 'What',
  field: 'Field',
  first: 'Here',
  second: 'There',
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
}));

/** What each key of a plan of `smoke` takes. */
export const planKeys = area('planKeys', () => ({
  name: 'the name of the plan',
  vars: 'a map of names and their values; {{random 9}} is nine letters and digits',
  steps: 'a list of one or more steps',
  call: "an operation id (ewallet.create) or a command's words (qr decode)",
  sandbox: 'a command of the embedded bank without the word sandbox, e.g. pay REFERENCE',
  with: 'a map of fields, options and arguments',
  expect: 'a map of exit, code, state, query and within',
  exit: 'an exit code or class, or a list of them',
  code: "the bank's code",
  state: "the bank's word for the state",
  query: 'a map of JMESPath queries and the values that they must select',
  within: 'a duration such as 500ms or 2s',
  save: 'a map of names and the JMESPath queries of their values',
  eventually: 'a duration such as 10s: how long the step is repeated',
  always: 'true or false: whether the step runs after a failure, too',
}));

interface UnknownKey {
  key: string;
  guess: string | undefined;
  known: readonly string[];
}

/** What is wrong with the plans of `smoke`, before anything is sent. */
export const smokePlans = area('smokePlans', () => ({
  isMap: 'a plan is a map with name and steps',
  stepIsMap: 'a step is a map with call or sandbox',
  callOrSandbox: 'a step has either call or sandbox',
  unknownKey: ({ key, guess, known }: UnknownKey) =>
    `there is no key ${key} here; ${guess === undefined ? `the keys are ${known.join(', ')}` : `did you mean ${guess}?`}`,
  missing: (key: string) => `${key} is missing`,
  mustBe: (key: string, meaning: string) => `${key} must be ${meaning}`,
  mustBeLike: ({ key, meaning, guess }: { key: string; meaning: string; guess: string }) =>
    `${key} must be ${meaning}; did you mean ${guess}?`,
  somethingElse: 'something else',
  query: (query: string, why: string) => `the query ${query} does not work: ${why}`,
  unknownPlace: (written: string) => `${written} is unknown; did you mean {{random 9}}?`,
  unknownVariable: (name: string) =>
    `no variable ${name} is known here; name it in vars, or save it in an earlier step`,
  variableLike: (name: string, guess: string) =>
    `no variable ${name} is known here; did you mean \${${guess}}?`,
  /** An error of what the step calls, and what helps. */
  call: (why: string, help: string) => `${why}; ${help}`,

  notWhole: (call: string) => `${call} is not a whole command`,
  seeHelp: (words: readonly string[]) =>
    phrase`${payctl.withoutProfile`${words} --help`} lists what follows`,
  noStep: (words: string) => `${words} cannot be a step of a plan`,
  sandboxStep: 'sandbox: pay REFERENCE is a step of the embedded bank',
  seeOperations: phrase`${payctl.withoutProfile`openapi`} lists them`,
  dash: (flag: string) => `a value of this step begins with a dash: ${flag} would be an option`,
  giveByName: 'give the value by its name, in with',
  choosesProfile: (flag: string) => `a step cannot choose the profile: ${flag}`,
  giveToRun: (flag: string) =>
    phrase`leave it out, and give it to the run: ${payctl`${flag} … smoke`}`,
  changes: (flag: string) => `changes something by ${flag}`,
  movesMoney: 'can move money',
  onLive: ({ call, risk, profile }: { call: string; risk: string; profile: string }) =>
    `${call} ${risk}, and the profile ${profile} is live`,

  mistakes: (count: number) => `${pluralize(count, 'mistake')} in the plans; nothing was sent`,
  seeSchema: phrase`${payctl.withoutProfile`smoke --schema`} prints the form of a plan`,
  noPlan: (name: string) => `--only: there is no plan ${name}`,
  planNames: (names: readonly string[]) => `the plans are ${names.join(', ')}`,
  knownNotJson: (file: string) => `--known: ${file} is not JSON`,
}));

/** What a plan of `smoke` and a workflow of Arazzo cannot say of each other. */
export const arazzo = area('arazzo', () => ({
  stepLeftOut: (step: string, why: string) => `${step} is left out: ${why}`,
  partLeftOut: (step: string, what: string) => `${step}: ${what} is left out`,
  step: (n: number, call: string) => `step ${n} (${call})`,
  notOneCall: 'it is not one call of the bank',
  noControl: 'no control call does that',
  ownToken: 'payctl fetches tokens by itself',
  ofCustomer: "it needs a customer's token",
  endsHere: (exit: string) => `${exit} is decided by payctl, not by an answer`,
  madeElsewhere: (name: string) => `it uses \${${name}} of a step that is left out`,
  made: (place: string) => `${place} may stand in vars alone`,
  fromFile: 'its fields are in a file',
  query: (query: string) => `the query ${query}`,

  giveOne: '--arazzo takes one document of Arazzo, or plans',
  noWorkflows: 'a document of Arazzo has workflows with steps',
  chooseWorkflow: (names: readonly string[]) =>
    `the document has several workflows; choose one by --only: ${names.join(', ')}`,
  noOperation: (name: string) => `the bank has no operation ${name}`,
  namesOperation: 'a step names an operation by operationId or operationPath',
  noValue: (name: string) =>
    `the input ${name} has no default: give it one, or a pattern such as ^SBX[A-Z0-9]{9}$`,
  unknownValue: (expression: string) =>
    `${expression} is no input, and no output of an earlier step`,
  condition: (condition: string) => `the condition ${condition}`,
  key: (key: string) => key,
}));
