import { type Command, command, type Result } from '../../runtime/command.js';
import { argument, choice } from '../../runtime/parameter.js';
import { RECONCILE } from './options.js';

const reconcile = command({
  words: ['reconcile'],
  step: 'harmless',
  summary: "compare orders, the bank's file, the journal and the bank itself",
  notes: [
    "Matches own orders with the bank's file line by line: by reference, then by transaction id, then by payout, and says of every line what became of it. What the journal and the confirmations of this machine know is compared, too. It only reads: nothing that moves money is ever sent, and the journal stays as it is.",
    'Statements (camt.053, camt.054, MT940, MT942, BAI2) and workbooks (xlsx) are recognised by their contents. Tables need columns for reference, amount and date, in English or Thai. Any other file is described by a mapping; reconcile guess FILE prints one to begin with.',
    'With --inquire breaks the bank is asked about what does not match, as fast as it allows.',
    'The exit code is 0 if all matched, 11 with breaks, 14 if a line cannot be read, or a trailer, balance or total does not agree, or a page is missing, and 2 if a file or the mapping cannot be read.',
  ],
  parameters: RECONCILE,
  examples: [
    "printf 'reference,amount,date\\nA1,100.00,2026-01-31\\n' > orders.csv",
    "printf 'ref1,transRef,amount,transactionDate\\nA1,T1,100.00,2026-01-31\\n' > bank.csv",
    'payctl reconcile --orders orders.csv --bank bank.csv',
    'payctl reconcile --orders orders.csv --bank bank.csv --all -o csv',
    'payctl reconcile --orders orders.csv --bank bank.csv --report night.html --out night.jsonl',
  ],
  dryRun: 'shown',
  run: async (services, given): Promise<Result> => (await import('./run.js')).run(services, given),
});

const guess = command({
  words: ['reconcile', 'guess'],
  step: 'harmless',
  summary: 'look at a file and print a mapping for it, to be corrected by a person',
  notes: [
    'Looks at the beginning of the file: encoding, delimiter, header, kinds of lines, and how amounts and dates are written; of a statement, which field looks like the reference. What it cannot tell it leaves out. Standard error says how many lines the mapping reads.',
  ],
  parameters: {
    file: argument('file', 'statement, xlsx, CSV or fixed width; gzip, zip; - is standard input', {
      effect: 'reads',
    }),
    role: choice('--as <side>', 'whose file it is (bank)', ['orders', 'bank']),
  },
  examples: [
    "printf 'Ref No;Amount;Paid\\nA1;1,250.00;31/01/2569\\n' > bank.csv",
    'payctl reconcile guess bank.csv',
    'payctl reconcile guess bank.csv > map.yaml',
  ],
  dryRun: 'harmless',
  run: async (services, { file, role = 'bank' }): Promise<Result> =>
    (await import('./guess.js')).run(services, file, role),
});

export const commands: readonly Command[] = [reconcile, guess];
