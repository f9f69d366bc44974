import { area } from '../core/message.js';

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
