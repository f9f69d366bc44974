import { payctl, phrase, shell } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize, visible } from '../core/text.js';

/** What is wrong with the options of a batch. */
export const batchMessages = area('batch', () => ({
  unknownOperation: (name: string) => `batch has no operation ${name}`,
  chooseOneOf: (names: readonly string[]) => `choose one of ${names.join(', ')}`,
  jobIsForOperations: '--job is for operations; investigate has no job',
  leaveOutJob: 'leave out --job: one machine keeps the pace of the bank',
  reportIsForTickets: phrase`--report is for tickets: ${payctl`batch investigate`}`,
  columnIsForTickets: phrase`--reference-column is for tickets: ${payctl`batch investigate`}, ${payctl`batch "slip verify"`}`,
  onceIsForSlips: phrase`--once is for slips: ${payctl`batch "slip verify"`}`,
  onlyForPayments: (flag: string, command: string) =>
    `${flag} only applies to payments, and ${command} moves no money`,
  queryIsForOneCall: '--query works on a single call; a batch makes many',
  bothFromStandardInput: 'rows and --data cannot both come from standard input',
  bomIsForCsv: '--bom is for CSV',
  bomNeedsCsv: 'add -o csv, or leave out --bom',
  notWithJob: (flag: string) => `${flag} does not go with --job`,
  jobGoesOn: (job: string) =>
    phrase`a job goes on by itself; its results: ${payctl`batch results ${job}`}`,
  jobName: (name: string) =>
    `the job name ${name} cannot be used: give up to 64 letters, digits, dots, - and _`,
  input: 'the input',
  standardOutput: 'standard output',
  checkpoint: 'the checkpoint',
  sameFile: ({ one, other, file }: { one: string; other: string; file: string }) =>
    `${one} and ${other} are the same file, ${file}`,
  differentFiles: 'use a different file for each',
  concurrency: (given: number, most: number) => `--concurrency is ${given}; use 1 to ${most}`,
  rate: (given: string) =>
    `--rate is ${given}; give rows per second, e.g. 5 or 0.5, or 0 for no limit`,
  shardOrShards: '--shard and --shards cannot be combined',
  shard: (given: string) =>
    `--shard is ${given}; parts count from 1: 1/8 is the first of eight, 8/8 the last`,
  shards: (given: string, index: string) =>
    `--shards is ${given} and JOB_COMPLETION_INDEX is ${index}; parts count from 1: 1/8 is the first of eight, 8/8 the last`,
  shardsNeedIndex: '--shards needs JOB_COMPLETION_INDEX in the environment',
  giveIndex: 'run it as a Kubernetes Indexed Job, or give --shard 2/8',
  output: (given: string) => `-o is ${given}; batch writes a line for each row, as jsonl or csv`,
  oneArray: phrase`-o jsonl has one JSON object a line; ${shell`jq -s .`} makes one array of them`,
  unknownColumn: (column: string, known: readonly string[]) =>
    `--columns: unknown field ${column}; choose from ${known.join(', ')}, data, or data.NAME from the bank's answer`,
}));

/** What would be sent. */
interface Survey {
  command: string;
  rows: number;
  /** In baht. */
  total: string | undefined;
}

/** How a batch goes, from the question whether to send to how it ended. */
export const batchRun = area('batchRun', () => ({
  planned: (plan: Survey & { part: number; of: number; profile: string; environment: string }) =>
    [
      `${plan.command}: ${pluralize(plan.rows, 'row')}`,
      plan.of > 1 ? ` (part ${plan.part} of ${plan.of})` : '',
      plan.total === undefined ? '' : `, ${plan.total} baht in total`,
      `, profile ${plan.profile} (${plan.environment})`,
    ].join(''),
  sendThem: (what: string) => `${what}. Send them?`,
  unasked: (what: string) => `nothing was sent, because your confirmation is needed for ${what}`,
  refused: 'not sent: you answered no',
  cannotBeSent: ({ wrong, of, shown }: { wrong: number; of: number; shown: number }) =>
    `${wrong} of ${pluralize(of, 'row')} cannot be sent; nothing was sent${wrong > shown ? `; the first ${shown}:` : ''}`,
  wouldBeSent: ({ command, rows: count, total }: Survey) =>
    `${command}: ${pluralize(count, 'row')} would be sent${total === undefined ? '' : `, ${total} baht in total`}`,
  areWrong: (wrong: number, of: number) =>
    `${wrong} of ${pluralize(of, 'row')} ${of === 1 ? 'is' : 'are'} wrong; nothing was sent`,
  ended: (run: {
    command: string;
    rows: number;
    /** Absent where nobody counted them. */
    of: number | undefined;
    earlier: number;
    results: string;
    perSecond: string | undefined;
  }) =>
    [
      `${run.command}: ${run.of === undefined ? pluralize(run.rows, 'row') : `${run.rows} of ${pluralize(run.of, 'row')}`}`,
      run.earlier > 0 ? ` (${run.earlier} of them earlier)` : '',
      `: ${run.results || 'no rows'}`,
      run.perSecond === undefined ? '' : `, ${run.perSecond} per second`,
    ].join(''),
  confirmed: (amount: string, of: string) => `confirmed ${amount} of ${of} baht`,
  unknown: (count: number) =>
    phrase`${pluralize(count, 'outcome')} unknown: run ${payctl`journal recover`}`,
  notAllDone: (goOn: string) => `not all rows are done; continue with ${goOn}`,
  stopped: (why: string) => `the batch was stopped: ${why}`,
  fixAndGoOn: (goOn: string) => `fix the problem, then continue with ${goOn}`,
  stopping: (seconds: number) =>
    `stopping: waiting up to ${seconds} s for rows in flight (a second signal stops at once)`,
  notSuccessful: (count: number) => `${count} not successful`,
  paceNotShared: (why: string) => `the pace is not shared with other machines for now: ${why}`,
  cannotBeResumed: (why: string) => `this run cannot be resumed: ${why}`,
  otherBatch: (checkpoint: string) =>
    `the checkpoint ${checkpoint} belongs to another batch: the input, the operation, the bank, the fields for every row or the shard is different`,
  sameInput: (checkpoint: string) =>
    `use the original input and options, or remove ${checkpoint} to start over`,
  inUse: (file: string) => `another run is using ${file}; nothing was sent`,
  waitForIt: 'wait until it has finished',
  notEmpty: (file: string) => `${file} exists and is not empty; nothing was sent`,
  resumeOrElsewhere: 'continue it with --resume, or choose another file',
  noCheckpoint: (results: string, checkpoint: string) =>
    `${results} has results, but its checkpoint ${checkpoint} is missing`,
  startOver: (results: string) => `remove ${results} to start over; no reference is charged twice`,
  foreignLine: (file: string, line: number) =>
    `${file}:${line} is not a line of this batch: another program wrote it after the last run; nothing was sent`,
  moveLine: 'move the line elsewhere, then continue with --resume',
}));

/** How far a job is. */
interface Done {
  job: string;
  done: number;
  /** Absent while they are loaded. */
  of: number | undefined;
  results: string;
}

/** Batches whose rows lie in the shared store. */
export const jobMessages = area('jobs', () => ({
  sandboxHasNoStore: 'a job lies in a shared store, and the sandbox never uses one',
  noStore: 'a job lies in a shared store, and this profile has none',
  notFound: (name: string) => `the shared store has no job ${name}`,
  keepsTerms: (job: string) => `the job ${job} keeps the rate and the wait that it began with`,
  other: (job: string) =>
    `the job ${job} has another file, operation or other fields for every row; nothing was sent`,
  otherName: (job: string) =>
    phrase`${payctl`batch status ${job}`}; another file needs another name`,
  ofAnother: ({ job, differs, profile }: { job: string; differs: string; profile: string }) =>
    `the job ${job} belongs to another ${differs} than the profile ${profile}; nothing was sent`,
  bank: 'bank',
  application: 'application',
  company: 'company',
  environment: 'environment',
  nameProfile: 'name its profile with -p',
  otherVersion: (job: string) => `the job ${job} was begun by another version of payctl`,
  loading: (job: string) => `the rows of the job ${job} are not all loaded yet`,
  loadAgain: 'wait, or if its loader died run the same batch with --job again',
  planned: (plan: {
    job: string;
    command: string;
    open: number;
    of: number;
    total: string | undefined;
    profile: string;
    environment: string;
  }) =>
    [
      `job ${plan.job}, ${plan.command}: ${pluralize(plan.open, 'row')} of ${plan.of} open`,
      plan.total === undefined ? '' : `, ${plan.total} baht in total`,
      `, profile ${plan.profile} (${plan.environment})`,
    ].join(''),
  mayBeTaken: 'another worker may have taken its row',
  inFlightElsewhere: 'another worker is still sending a row',
  statusUnread: (why: string) => `how far the job is cannot be read: ${why}`,
  ended: ({
    job,
    command,
    done,
    of = 0,
    results,
    lastMinute,
  }: Done & { command: string; lastMinute: number }) =>
    `job ${job}, ${command}: ${done} of ${pluralize(of, 'row')}: ${results || 'no rows'}, ${lastMinute} in the last minute`,
  othersHaveRest: (count: number) => `other workers have the last ${pluralize(count, 'row')}`,
  resultsBy: (job: string) => phrase`the results: ${payctl`batch results ${job}`}`,
  head: (job: string, operation: string, since: string) =>
    `job ${job}, ${operation}, since ${since}`,
  status: ({
    done,
    of,
    results,
    perSecond,
    secondsLeft,
  }: Omit<Done, 'job'> & {
    perSecond: string;
    secondsLeft: string | undefined;
  }) =>
    [
      of === undefined
        ? `${done} done, the rows are not all loaded yet`
        : `${done} of ${pluralize(of, 'row')}`,
      `: ${results || 'no rows'}; ${perSecond} per second`,
      secondsLeft === undefined ? '' : `, ${secondsLeft} s left`,
    ].join(''),
  worker: ({
    machine,
    leased,
    done,
    seen,
  }: {
    machine: string;
    leased: number;
    done: number;
    seen: string;
  }) =>
    `worker ${machine}: at work on ${pluralize(leased, 'row')}, ${done} done, last seen ${seen}`,
  workerGone: ({ machine, done, seen }: { machine: string; done: number; seen: string }) =>
    `worker ${machine}: gone, ${done} done, last seen ${seen}`,
  goesOn: (done: number, of: number | undefined) =>
    `${done} of ${of ?? 'the'} rows are done; the job goes on`,
}));

/** What is wrong with the rows of a file, or with its header. */
export const rowMessages = area('rows', () => ({
  notUtf8: 'is not UTF-8 text: save the file as UTF-8',
  notAnObject: 'is not a JSON object; give {"field": …}',
  notJson: (why: string) => `is not JSON: ${why}`,
  malformed: 'malformed',
  cells: (cells: number, columns: number) =>
    `has ${pluralize(cells, 'cell')}, but the header has ${columns}`,
  unreadable: 'cannot be read',
  field: (field: string, problem: string) => `${field} ${problem}`,
  problems: (problems: readonly string[]) => visible(problems.join('; ')),
  sameCall: (line: number) => `the same call is already on line ${line}`,
  sameReference: ({ field, reference, line }: { field: string; reference: string; line: number }) =>
    `${field} ${reference} is already on line ${line}`,
  line: (line: number) => `line ${line}`,
  onLine: (line: number, what: string) => `line ${line}: ${what}`,
  namedTwice: (column: string) => `the header names ${column} twice; nothing was sent`,
  unknownColumn: (column: { name: string; command: string; known: readonly string[] }) =>
    `the header names ${column.name}, which ${column.command} does not have; it has ${column.known.join(', ')}; nothing was sent`,
  markOwnColumn: 'to carry a column of your own, put # before its name',
}));

/** Tickets and slips, a row each. */
export const ticketMessages = area('tickets', () => ({
  lineEnds: 'the header never ends: the lines of this file end with CR alone; nothing was sent',
  saveAsCsv: 'save it as CSV in UTF-8',
  noReference: (names: readonly string[], columns: readonly string[]) =>
    `the header has no column ${names.join(' or ')}; it has ${columns.join(', ')}; nothing was sent`,
  nameReference: 'say which one has the references: --reference-column NAME',
  ofWholeBatch: (column: string) =>
    `the header names ${column}, which is one for the whole batch; nothing was sent`,
  give: (flag: string) => `give ${flag}`,
  ofResult: (column: string) =>
    `the header names ${column}, which is a column of the result; nothing was sent`,
  otherColumnName: 'give yours another name',
  notText: (column: string) => `${column} is not a text`,
  notTruth: (column: string, given: string) => `${column} is ${given}; give true or false`,
  empty: (column: string) => `${column} is empty`,
  unknownField: (field: string, known: readonly string[]) =>
    `${field} is no field of this batch; it has ${known.join(', ')}`,
  reportOfOneRun: '--report shows all tickets of one run, and --resume does the rest of another',
  reportOverwrites: (file: string) => `--report would overwrite ${file}`,
  standardInput: '"-" is standard input, which a row cannot read',
  wouldBeAsked: (command: string, count: number) =>
    `${command}: ${pluralize(count, 'row')} would be asked about`,
  stopped: 'stopped',
  slipConfirmed: 'the bank confirms the slip',
  slipToCompare: (amount: string) =>
    `the bank confirms the slip, and ${amount} baht: compare it with the slip and the order`,
  slipAccepted: 'the bank confirms the slip, and it is accepted',
  verifiedBefore: (what: string, when: string) =>
    `${what} (seen before: accepted, or verified for another order, on ${when}, Bangkok)`,
}));
