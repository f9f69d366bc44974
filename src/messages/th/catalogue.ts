import type { Catalogue } from '../../core/message.js';
import { address } from './address.js';
import { approvalMessages } from './approvals.js';
import { arazzo } from './arazzo.js';
import { attack } from './attack.js';
import { attackEvents } from './attack-events.js';
import { attackReport } from './attack-report.js';
import { auditMessages } from './audit.js';
import { bank } from './bank.js';
import { bankChecks } from './bank-checks.js';
import { bankCodes } from './bank-codes.js';
import { bankWords } from './bank-words.js';
import { batch } from './batch.js';
import { batchRun } from './batch-run.js';
import { bookCommands } from './book-commands.js';
import { bookEntries } from './book-entries.js';
import { bookStorage } from './book-storage.js';
import { bookPageWords, bookWords } from './book-words.js';
import { books } from './books.js';
import { breaks } from './breaks.js';
import { caseWords } from './case.js';
import { certificates } from './certificates.js';
import { charging } from './charging.js';
import { checkpointMessages } from './checkpoint.js';
import { checkNames, checks } from './checks.js';
import { columnNames } from './column-names.js';
import { commandLine } from './command-line.js';
import { confirmations } from './confirmations.js';
import { consoleWords, environments, pageNames, refusals } from './console.js';
import { approvalWords, proposalStates } from './console-approvals.js';
import { auditActs, auditWords } from './console-audit.js';
import { actWords, paymentListWords, startWords } from './console-payments.js';
import { confirmationWords, healthWords, journalWords, reconcileWords } from './console-records.js';
import { refundWords } from './console-refund.js';
import { consoleRun } from './console-run.js';
import { operatorWords, phoneWords } from './console-sandbox.js';
import { searchWords } from './console-search.js';
import { consoleServe } from './console-serve.js';
import { teamWords } from './console-team.js';
import { ticketWords } from './console-tickets.js';
import { contradictions } from './contradictions.js';
import { csv } from './csv.js';
import { customer } from './customer.js';
import { damage } from './damage.js';
import { dates } from './dates.js';
import { debitCodes } from './debit-codes.js';
import { deskMessages } from './desk.js';
import { disk } from './disk.js';
import { drawing } from './drawing.js';
import { codeFixes, codeKinds, exitFixes, exitMeanings, explaining } from './explaining.js';
import { field } from './field.js';
import { finding } from './finding.js';
import { freeCalls } from './free-calls.js';
import { headings } from './headings.js';
import { helpPages } from './help-pages.js';
import { input } from './input.js';
import { inquiries, payloads } from './inquiries.js';
import { inquiring } from './inquiring.js';
import { jobs } from './jobs.js';
import { journal } from './journal.js';
import { journalChecks } from './journal-checks.js';
import { journalCommand } from './journal-command.js';
import { labels } from './labels.js';
import { library } from './library.js';
import { listen } from './listen.js';
import { lists } from './lists.js';
import { machine } from './machine.js';
import { machineChecks } from './machine-checks.js';
import { mapping } from './mapping.js';
import { mcp } from './mcp.js';
import { network } from './network.js';
import { output } from './output.js';
import { payload } from './payload.js';
import { chargeStates, endings, paymentKinds, paymentSources, paymentStates } from './payments.js';
import { pictures } from './pictures.js';
import { planKeys } from './plan-keys.js';
import { profileCommands } from './profile-commands.js';
import { profiles } from './profiles.js';
import { prompts } from './prompts.js';
import { qr } from './qr.js';
import { reconcile } from './reconcile.js';
import { reconcileReport } from './reconcile-report.js';
import { recordClasses } from './record-classes.js';
import { recordLists } from './record-lists.js';
import { recording } from './recording.js';
import { reference } from './reference.js';
import { rejectedLines } from './rejected-lines.js';
import { report } from './report.js';
import { request } from './request.js';
import { retention } from './retention.js';
import { rows } from './rows.js';
import { running } from './running.js';
import { sandboxOperator } from './sandbox-operator.js';
import { sandboxServer } from './sandbox-server.js';
import { settings } from './settings.js';
import { setup } from './setup.js';
import { sharedStore } from './shared-store.js';
import { slips } from './slips.js';
import { smoke } from './smoke.js';
import { smokeFacts } from './smoke-facts.js';
import { smokePlans } from './smoke-plans.js';
import { smokeReport } from './smoke-report.js';
import { sources } from './sources.js';
import { state } from './state.js';
import { statementWords } from './statements.js';
import { steps } from './steps.js';
import { storeAddress } from './store-address.js';
import { storeChecks } from './store-checks.js';
import { storeClaims } from './store-claims.js';
import { storeConnection } from './store-connection.js';
import { storeDistrust } from './store-distrust.js';
import { storeLogin } from './store-login.js';
import { storeSchema } from './store-schema.js';
import { storeTrust } from './store-trust.js';
import { tags } from './tags.js';
import { terminal } from './terminal.js';
import { tickets } from './tickets.js';
import { timeline } from './timeline.js';
import { tokens } from './tokens.js';
import { transfers } from './transfers.js';
import { unreadFiles } from './unread-files.js';
import {
  confirmationStates,
  customerEnds,
  forwardingStates,
  lineTypes,
  payeeNames,
  referenceNames,
  walletNames,
} from './value-names.js';
import { verdict } from './verdict.js';
import { verdicts } from './verdicts.js';
import { walletCodes } from './wallet-codes.js';
import { wording } from './wording.js';
import { yaml } from './yaml.js';

/** All that payctl says, in Thai, by area. */
export const THAI: Catalogue = {
  attack,
  attackEvents,
  attackReport,
  address,
  approvals: approvalMessages,
  audit: auditMessages,
  bank,
  'bank-codes': bankCodes,
  'bank-words': bankWords,
  bankChecks,
  batch,
  batchRun,
  bookCommands,
  bookEntries,
  books,
  bookStorage,
  breaks,
  case: caseWords,
  certificates,
  'charge-states': chargeStates,
  charging,
  checkNames,
  checks,
  'code-fixes': codeFixes,
  'code-kinds': codeKinds,
  checkpoint: checkpointMessages,
  columnNames,
  commandLine,
  confirmationStates,
  confirmationWords,
  confirmations,
  consoleRun,
  consoleServe,
  actWords,
  paymentListWords,
  startWords,
  consoleWords,
  contradictions,
  csv,
  customer,
  customerEnds,
  damage,
  dates,
  'debit-codes': debitCodes,
  desk: deskMessages,
  disk,
  drawing,
  endings,
  environments,
  'exit-fixes': exitFixes,
  'exit-meanings': exitMeanings,
  explaining,
  field,
  finding,
  forwardingStates,
  freeCalls,
  headings,
  healthWords,
  helpPages,
  input,
  inquiries,
  inquiring,
  jobs,
  journal,
  journalChecks,
  journalCommand,
  journalWords,
  labels,
  lineTypes,
  library,
  listen,
  lists,
  machine,
  machineChecks,
  mapping,
  mcp,
  network,
  operatorWords,
  auditActs,
  auditWords,
  approvalWords,
  proposalStates,
  teamWords,
  output,
  pageNames,
  payeeNames,
  payload,
  payloads,
  'payment-kinds': paymentKinds,
  'payment-sources': paymentSources,
  'payment-states': paymentStates,
  phoneWords,
  pictures,
  planKeys,
  profileCommands,
  profiles,
  prompts,
  qr,
  reconcile,
  reconcileReport,
  reconcileWords,
  recordClasses,
  recordLists,
  recording,
  reference,
  referenceNames,
  bookPageWords,
  bookWords,
  refundWords,
  refusals,
  rejectedLines,
  report,
  request,
  retention,
  rows,
  running,
  sandboxOperator,
  sandboxServer,
  searchWords,
  settings,
  setup,
  sharedStore,
  slips,
  smoke,
  smokeFacts,
  arazzo,
  smokePlans,
  smokeReport,
  sources,
  state,
  statementWords,
  steps,
  'store-address': storeAddress,
  'store-claims': storeClaims,
  'store-connection': storeConnection,
  'store-distrust': storeDistrust,
  'store-login': storeLogin,
  'store-schema': storeSchema,
  storeChecks,
  storeTrust,
  tags,
  terminal,
  tickets,
  ticketWords,
  timeline,
  tokens,
  transfers,
  unreadFiles,
  verdict,
  verdicts,
  walletCodes,
  walletNames,
  wording,
  yaml,
};
