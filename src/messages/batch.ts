import { area } from '../core/message.js';

/** What is wrong with the options of a batch. */
export const batchMessages = area('batch', () => ({
  unknownOperation: (name: string) => `batch has no operation ${name}`,
  chooseOneOf: (names: readonly string[]) => `choose one of ${names.join(', ')}`,
  leaveOut: (flag: string) => `leave out ${flag}`,
  jobIsForOperations: '--job is for operations; investigate has no job',
  leaveOutJob: 'leave out --job: one machine keeps the pace of the bank',
  reportIsForTickets: '--report is for tickets: payctl batch investigate',
  columnIsForTickets:
    '--reference-column is for tickets: payctl batch investigate, payctl batch "slip verify"',
  onceIsForSlips: '--once is for slips: payctl batch "slip verify"',
  onlyForPayments: (flag: string, command: string) =>
    `${flag} only applies to payments, and ${command} moves no money`,
  queryIsForOneCall: '--query works on a single call; a batch makes many',
  bothFromStandardInput: 'rows and --data cannot both come from standard input',
  bomIsForCsv: '--bom is for CSV',
  bomNeedsCsv: 'add -o csv, or leave out --bom',
  notWithJob: (flag: string) => `${flag} does not go with --job`,
  jobGoesOn: (job: string) => `a job goes on by itself; its results: payctl batch results ${job}`,
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
  output: (given: string) => `-o is ${given}; batch writes jsonl or csv`,
  unknownColumn: (column: string, known: readonly string[]) =>
    `--columns: unknown field ${column}; choose from ${known.join(', ')}, data, or data.NAME from the bank's answer`,
}));
