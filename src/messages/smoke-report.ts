import { area } from '../core/message.js';

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
  outcome: 'Outcome',
  exit: 'Exit',
  code: 'Code',
  state: 'State',
  line: 'Line',
  request: 'Request',
  unlike: (expected: string, seen: string) => `expected ${expected}, seen ${seen}`,
  none: 'none',
  differences: 'Differences',
  noDifference: 'The two banks do not differ.',
  known: (count: number) => `${count} more are known.`,
  step: 'Step',
  what: 'What',
  field: 'Field',
  first: 'Here',
  second: 'There',
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
}));
