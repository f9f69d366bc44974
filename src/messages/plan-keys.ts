import { area } from '../core/message.js';

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
