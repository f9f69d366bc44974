import type { Catalogue } from '../../core/message.js';
import { bankCodes } from './bank-codes.js';
import { bankWords } from './bank-words.js';
import { caseWords } from './case.js';
import { common } from './common.js';
import { contradictions } from './contradictions.js';
import { dates } from './dates.js';
import { debitCodes } from './debit-codes.js';
import { codeFixes, codeKinds, exitFixes, exitMeanings, explaining } from './explaining.js';
import { finding } from './finding.js';
import { inquiries, payloads } from './inquiries.js';
import { chargeStates, endings, paymentKinds, paymentSources, paymentStates } from './payments.js';
import { reference } from './reference.js';
import { report } from './report.js';
import { steps } from './steps.js';
import { terminal } from './terminal.js';
import { timeline } from './timeline.js';
import { verdicts } from './verdicts.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  'bank-codes': bankCodes,
  'bank-words': bankWords,
  case: caseWords,
  'charge-states': chargeStates,
  'code-fixes': codeFixes,
  'code-kinds': codeKinds,
  common,
  contradictions,
  dates,
  'debit-codes': debitCodes,
  endings,
  'exit-fixes': exitFixes,
  'exit-meanings': exitMeanings,
  explaining,
  finding,
  inquiries,
  payloads,
  'payment-kinds': paymentKinds,
  'payment-sources': paymentSources,
  'payment-states': paymentStates,
  reference,
  report,
  steps,
  terminal,
  timeline,
  verdicts,
};
