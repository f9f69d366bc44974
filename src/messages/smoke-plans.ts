import { area } from '../core/message.js';
import { counted } from '../core/text.js';

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
  seeHelp: (words: string) => `payctl ${words} --help lists what follows`,
  noStep: (words: string) => `${words} cannot be a step of a plan`,
  sandboxStep: 'sandbox: pay REFERENCE is a step of the embedded bank',
  noOperation: (id: string) => `there is no operation ${id}`,
  seeOperations: 'payctl openapi lists them',
  dash: (flag: string) => `a value of this step begins with a dash: ${flag} would be an option`,
  giveByName: 'give the value by its name, in with',
  choosesProfile: (flag: string) => `a step cannot choose the profile: ${flag}`,
  giveToRun: (flag: string) => `leave it out, and give it to the run: payctl ${flag} … smoke`,
  changes: (flag: string) => `changes something by ${flag}`,
  movesMoney: 'can move money',
  onLive: ({ call, risk, profile }: { call: string; risk: string; profile: string }) =>
    `${call} ${risk}, and the profile ${profile} is live`,

  noFile: (file: string) => `${file}: no such file`,
  ownPlans: 'payctl --sandbox smoke runs the plans that come with payctl',
  notUtf8: (file: string) => `${file} is not valid UTF-8`,
  mistakes: (count: number) => `${counted(count, 'mistake')} in the plans; nothing was sent`,
  seeSchema: 'payctl smoke --schema prints the form of a plan',
  noPlan: (name: string) => `--only: there is no plan ${name}`,
  planNames: (names: readonly string[]) => `the plans are ${names.join(', ')}`,
  knownNotJson: (file: string) => `--known: ${file} is not JSON`,
}));
