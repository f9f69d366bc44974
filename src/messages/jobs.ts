import { area } from '../core/message.js';
import { counted } from '../core/text.js';

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
  otherName: (job: string) => `payctl batch status ${job}; another file needs another name`,
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
      `job ${plan.job}, ${plan.command}: ${counted(plan.open, 'row')} of ${plan.of} open`,
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
    `job ${job}, ${command}: ${done} of ${counted(of, 'row')}: ${results || 'no rows'}, ${lastMinute} in the last minute`,
  othersHaveRest: (count: number) => `other workers have the last ${counted(count, 'row')}`,
  resultsBy: (job: string) => `the results: payctl batch results ${job}`,
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
        : `${done} of ${counted(of, 'row')}`,
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
  }) => `worker ${machine}: at work on ${counted(leased, 'row')}, ${done} done, last seen ${seen}`,
  workerGone: ({ machine, done, seen }: { machine: string; done: number; seen: string }) =>
    `worker ${machine}: gone, ${done} done, last seen ${seen}`,
  goesOn: (done: number, of: number | undefined) =>
    `${done} of ${of ?? 'the'} rows are done; the job goes on`,
}));
