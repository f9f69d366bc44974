import { area } from '../core/message.js';

/** What stands in a case for the bank. */
export const caseWords = area('case', () => ({
  title: 'A case for the support of the bank, written by payctl investigate.',
  verdict: (exit: number, sentence: string) => `Verdict (exit ${exit}): ${sentence}`,
  contradiction: (severity: string, what: string) => `${severity}: ${what}`,
  files: `\
case.json         what was found, as data
timeline.txt      what happened when, Bangkok time
requests.csv      every call: time, operation, requestUId, HTTP status, business code
environment.json  version of payctl, and which company, terminal and biller asked
SHA256SUMS        checksums of the files above`,
  leftOut: `\
There are no credentials, names, accounts or message bodies in it. References stand in clear,
because the bank finds the payment by them. Notes are there as they were written, numbers and
addresses of people masked: read them before you send it.`,
}));
