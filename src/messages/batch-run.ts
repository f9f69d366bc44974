import { area } from '../core/message.js';
import { counted } from '../core/text.js';

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
      `${plan.command}: ${counted(plan.rows, 'row')}`,
      plan.of > 1 ? ` (part ${plan.part} of ${plan.of})` : '',
      plan.total === undefined ? '' : `, ${plan.total} baht in total`,
      `, profile ${plan.profile} (${plan.environment})`,
    ].join(''),
  sendThem: (what: string) => `${what}. Send them?`,
  unasked: (what: string) => `${what}: not sent, because it needs your confirmation`,
  refused: 'not sent: you answered no',
  cannotBeSent: ({ wrong, of, shown }: { wrong: number; of: number; shown: number }) =>
    `${wrong} of ${counted(of, 'row')} cannot be sent; nothing was sent${wrong > shown ? `; the first ${shown}:` : ''}`,
  wouldBeSent: ({ command, rows: count, total }: Survey) =>
    `${command}: ${counted(count, 'row')} would be sent${total === undefined ? '' : `, ${total} baht in total`}`,
  areWrong: (wrong: number, of: number) =>
    `${wrong} of ${counted(of, 'row')} ${of === 1 ? 'is' : 'are'} wrong; nothing was sent`,
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
      `${run.command}: ${run.of === undefined ? counted(run.rows, 'row') : `${run.rows} of ${counted(run.of, 'row')}`}`,
      run.earlier > 0 ? ` (${run.earlier} of them earlier)` : '',
      `: ${run.results || 'no rows'}`,
      run.perSecond === undefined ? '' : `, ${run.perSecond} per second`,
    ].join(''),
  confirmed: (amount: string, of: string) => `confirmed ${amount} of ${of} baht`,
  unknown: (count: number) => `${counted(count, 'outcome')} unknown: run payctl journal recover`,
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
