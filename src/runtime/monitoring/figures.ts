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

export interface Run {
  command: string;
  exit: number;
  /** Milliseconds since the epoch. */
  endedAt: number;
  seconds: number;
  /** How often it is meant to run; absent, what an earlier run said stays. */
  everySeconds?: number | undefined;
  /** Of a batch, by how they ended. */
  rows?: ReadonlyMap<string, number>;
}

interface Family {
  name: string;
  help: string;
  /** The label that tells its samples apart. */
  label?: string;
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
  label: 'command',
};
const TIMESTAMP: Family = {
  name: 'payctl_last_run_timestamp_seconds',
  help: 'When the last run ended or was seen last, in seconds since 1970.',
  label: 'command',
};
const DURATION: Family = {
  name: 'payctl_duration_seconds',
  help: 'How long the last run took.',
  label: 'command',
};
const INTERVAL: Family = {
  name: 'payctl_expected_interval_seconds',
  help: 'How often the command is meant to run.',
  label: 'command',
};
const ROWS: Family = {
  name: 'payctl_rows',
  help: 'Rows of the last batch by how they ended.',
  label: 'result',
};

/** In the order of the file. */
const FAMILIES = [DAMAGED, OPEN, OLDEST, CERTIFICATE, EXIT, TIMESTAMP, DURATION, INTERVAL, ROWS];

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

/** What a label may be. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  command: COMMANDS,
  result: EXIT_CLASSES,
};

/** By family and label, what stands in the file. */
export class Figures {
  readonly #samples = new Map<Family, Map<string, number>>();

  /** What runs wrote into a file; anything else in it is dropped. */
  static read(text: string): Figures {
    const figures = new Figures();
    for (const line of text.split('\n')) {
      const [, name, label, value = '', number] = SAMPLE.exec(line) ?? [];
      const family = FAMILIES.find((one) => one.name === name && one.label === label);
      const isKnown = label === undefined || LABELS[label]?.includes(value);
      if (family && isKnown) figures.#set(family, value, Number(number));
    }
    return figures;
  }

  add({ command, exit, endedAt, seconds, everySeconds, rows }: Run, charges: Charges): this {
    this.#set(DAMAGED, '', charges.isDamaged ? 1 : 0);
    this.#set(OPEN, '', charges.open);
    this.#set(OLDEST, '', charges.oldestSeconds);
    this.#set(EXIT, command, exit);
    this.#set(TIMESTAMP, command, Math.floor(endedAt / 1_000));
    this.#set(DURATION, command, seconds);
    if (everySeconds !== undefined) this.#set(INTERVAL, command, everySeconds);
    if (rows) this.#samples.set(ROWS, new Map(rows));
    return this;
  }

  /** @param end milliseconds since the epoch; undefined where there is no certificate, or none that can be read */
  certificate(end: number | undefined): void {
    this.#set(CERTIFICATE, '', end === undefined ? undefined : Math.floor(end / 1_000));
  }

  /** Removes the samples of a command. */
  forget(command: string): void {
    for (const family of FAMILIES) {
      if (family.label === 'command') this.#set(family, command, undefined);
    }
    // The rows have no command: they are of the last batch, whichever it was.
    const hasBatch = BATCHES.some((batch) => this.#samples.get(EXIT)?.has(batch));
    if (BATCHES.includes(command) && !hasBatch) this.#samples.delete(ROWS);
  }

  /** The text format of Prometheus, without time stamps. */
  toString(): string {
    return FAMILIES.flatMap((family) => this.#linesOf(family)).join('');
  }

  #linesOf(family: Family): string[] {
    const { name, help, label } = family;
    const samples = this.#samples.get(family);
    if (samples === undefined || samples.size === 0) return [];
    const lines = Array.from(samples, ([value, number]) => {
      return `${name}${label === undefined ? '' : `{${label}="${value}"}`} ${number}\n`;
    });
    return [`# HELP ${name} ${help}\n`, `# TYPE ${name} gauge\n`, ...lines];
  }

  #set(family: Family, label: string, value: number | undefined): void {
    const samples = this.#samples.get(family) ?? new Map<string, number>();
    if (value === undefined) samples.delete(label);
    else samples.set(label, value);
    this.#samples.set(family, samples);
  }
}

/** As `toString` writes them; words of commands and names of exits need no escapes. */
const SAMPLE = /^(payctl_\w+)(?:\{(\w+)="([\w -]+)"\})? (\d+(?:\.\d+)?(?:e[+-]\d+)?)$/;
