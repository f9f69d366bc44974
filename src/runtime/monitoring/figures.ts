import { EXIT_CLASSES } from '../../core/errors.js';

/** What the file tells of the charges of this machine or store. */
export interface Charges {
  /** Whether any of the journal could not be read. */
  isDamaged: boolean;
  /** Absent where it is damaged: what cannot be read may be open. */
  open?: number;
  /** Of the charges that could be read; absent where none could. */
  oldestSeconds?: number;
}

export interface MonitoredRun {
  command: string;
  exit: number;
  /** Milliseconds since the epoch. */
  endedAt: number;
  seconds: number;
  /** How often it is meant to run; absent, what an earlier run said stays. */
  everySeconds?: number;
  /** Of a batch, by how they ended. */
  rows?: ReadonlyMap<string, number>;
  book?: BookFigures;
}

/** What is open in a book of `reconcile`. */
export interface BookFigures {
  name: string;
  /** How many, by their age as `books status` groups it. */
  ages: ReadonlyMap<string, number>;
  oldestDays: number;
}

interface Family {
  name: string;
  help: string;
  /** The labels that tell its samples apart. */
  labels?: readonly string[];
}

const OPEN: Family = { name: 'payctl_charges_open', help: 'Charges whose end is not known.' };
const DAMAGED: Family = {
  name: 'payctl_journal_damaged',
  help: '1 where the journal cannot be read, and the open charges are not known.',
};
const OLDEST: Family = {
  name: 'payctl_charges_open_oldest_age_seconds',
  help: 'Age of the oldest charge whose end is not known; 0 without one.',
};
const CERTIFICATE: Family = {
  name: 'payctl_client_certificate_end_timestamp_seconds',
  help: 'When the client certificate ends, in seconds since 1970.',
};
const EXIT: Family = {
  name: 'payctl_last_run_exit',
  help: 'Exit code of the last run; 0 while it goes on.',
  labels: ['command'],
};
const TIMESTAMP: Family = {
  name: 'payctl_last_run_timestamp_seconds',
  help: 'When the last run ended or was seen last, in seconds since 1970.',
  labels: ['command'],
};
const DURATION: Family = {
  name: 'payctl_duration_seconds',
  help: 'How long the last run took.',
  labels: ['command'],
};
const INTERVAL: Family = {
  name: 'payctl_expected_interval_seconds',
  help: 'How often the command is meant to run.',
  labels: ['command'],
};
const ROWS: Family = {
  name: 'payctl_rows',
  help: 'Rows of the last batch by how they ended.',
  labels: ['result'],
};
const ITEMS: Family = {
  name: 'payctl_book_open_items',
  help: 'Open items of a book by their age.',
  labels: ['book', 'age'],
};
const OLDEST_ITEM: Family = {
  name: 'payctl_book_open_oldest_age_seconds',
  help: 'Age of the oldest open item of a book, at the last day that both sides cover; 0 without one.',
  labels: ['book'],
};

/** In the order of the file. */
const FAMILIES = [
  ...[DAMAGED, OPEN, OLDEST, CERTIFICATE, EXIT, TIMESTAMP, DURATION, INTERVAL, ROWS],
  ...[ITEMS, OLDEST_ITEM],
];

/** Commands whose figures a file may hold. */
export const COMMANDS = [
  'journal recover',
  'batch',
  'batch work',
  'reconcile',
  'smoke',
  'listen',
  'store status',
  'doctor',
] as const;
const BATCHES: readonly string[] = ['batch', 'batch work'];

const LABELS: Readonly<Record<string, (value: string) => boolean>> = {
  command: (value) => COMMANDS.some((command) => command === value),
  result: (value) => EXIT_CLASSES.some((name) => name === value),
  book: (value) => /^[\w.-]{1,64}$/.test(value),
  age: (value) => /^(?:\d+-\d+d|older)$/.test(value),
};

/** By family and labels, what stands in the file. */
export class Figures {
  readonly #samples = new Map<Family, Map<string, number>>();

  /** What runs wrote into a file; anything else in it is dropped. */
  static read(text: string): Figures {
    const figures = new Figures();
    for (const line of text.split('\n')) {
      const [, name, labels = '', number] = SAMPLE.exec(line) ?? [];
      const family = FAMILIES.find((one) => one.name === name);
      if (family && isLabelled(family, labels)) figures.#set(family, labels, Number(number));
    }
    return figures;
  }

  add(run: MonitoredRun, charges: Charges): this {
    const { command, exit, endedAt, seconds, everySeconds, rows, book } = run;
    const labels = labelled({ command });
    this.#set(DAMAGED, '', charges.isDamaged ? 1 : 0);
    this.#set(OPEN, '', charges.open);
    this.#set(OLDEST, '', charges.oldestSeconds);
    this.#set(EXIT, labels, exit);
    this.#set(TIMESTAMP, labels, Math.floor(endedAt / 1_000));
    this.#set(DURATION, labels, seconds);
    if (everySeconds !== undefined) this.#set(INTERVAL, labels, everySeconds);
    if (rows) {
      this.#samples.delete(ROWS);
      for (const [result, count] of rows) this.#set(ROWS, labelled({ result }), count);
    }
    if (book) this.#addBook(book);
    return this;
  }

  /** @param end milliseconds since the epoch; undefined where there is no certificate, or none that can be read */
  certificate(end: number | undefined): void {
    this.#set(CERTIFICATE, '', end === undefined ? undefined : Math.floor(end / 1_000));
  }

  forget(command: string): void {
    for (const family of FAMILIES) this.#set(family, labelled({ command }), undefined);
    // Neither rows nor books name a command: rows are of the last batch, whichever it was.
    const hasBatch = BATCHES.some((batch) =>
      this.#samples.get(EXIT)?.has(labelled({ command: batch })),
    );
    if (BATCHES.includes(command) && !hasBatch) this.#samples.delete(ROWS);
    if (command === 'reconcile')
      for (const family of [ITEMS, OLDEST_ITEM]) this.#samples.delete(family);
  }

  /** The text format of Prometheus, without time stamps. */
  toString(): string {
    return FAMILIES.flatMap((family) => this.#formatFamily(family)).join('');
  }

  #addBook({ name: book, ages, oldestDays }: BookFigures): void {
    for (const [age, count] of ages) this.#set(ITEMS, labelled({ book, age }), count);
    this.#set(OLDEST_ITEM, labelled({ book }), oldestDays * 86_400);
  }

  #formatFamily(family: Family): string[] {
    const { name, help } = family;
    const samples = this.#samples.get(family);
    if (samples === undefined || samples.size === 0) return [];
    const lines = Array.from(samples, ([labels, number]) => `${name}${labels} ${number}\n`);
    return [`# HELP ${name} ${help}\n`, `# TYPE ${name} gauge\n`, ...lines];
  }

  #set(family: Family, labels: string, value: number | undefined): void {
    const samples = this.#samples.get(family) ?? new Map<string, number>();
    if (value === undefined) samples.delete(labels);
    else samples.set(labels, value);
    this.#samples.set(family, samples);
  }
}

/** As the file has them; commands, exits and names of books need no escapes. */
function labelled(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return `{${pairs.join(',')}}`;
}

/** Whether these are the labels of a family, with values that a run could have written. */
function isLabelled({ labels = [] }: Family, text: string): boolean {
  const pairs = [...text.matchAll(/(\w+)="([^"]*)"/g)];
  return (
    pairs.map(([, name]) => name).join() === labels.join() &&
    pairs.every(([, name = '', value = '']) => LABELS[name]?.(value))
  );
}

/** As `toString` writes them. */
const SAMPLE = /^(payctl_\w+)(\{(?:\w+="[\w .-]+",?)+\})? (\d+(?:\.\d+)?(?:e[+-]\d+)?)$/;
