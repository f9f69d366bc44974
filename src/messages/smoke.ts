import { area } from '../core/message.js';
import { counted } from '../core/text.js';

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
  givePage: (named: string) => `${named}: give FILE.html`,
  ended: 'ended by a signal; the steps that were left are skipped',

  lacking: (settings: readonly string[]) => `the profile lacks ${settings.join(', ')}`,
  afterFailure: (step: number) => `step ${step} failed`,
  bySignal: (signal: string) => `ended by ${signal}`,
  noSandbox: 'there is no sandbox here',
  recorded: 'a recording answers in place of the embedded bank',
  live: (call: string, risk: string) =>
    `${call} ${risk}, and the profile is live; nothing was sent`,
  unsent: (why: string) => `${why}; nothing was sent`,
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
    `${counted(plans, 'plan')}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  differs: ({ where, what, first, second }: Compared) =>
    `${where}: ${what}: ${first} here, ${second} there`,
  differences: (count: number) => counted(count, 'difference'),
  known: (count: number) => `${count} known`,
}));
