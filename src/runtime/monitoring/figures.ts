/** What the file tells of the charges of this machine or store. */
export interface Charges {
  /** NaN where it cannot be told. */
  open: number;
  oldestSeconds: number;
}

export interface Run {
  command: string;
  exit: number;
  /** Milliseconds since the epoch. */
  endedAt: number;
  seconds: number;
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
const ROWS: Family = {
  name: 'payctl_rows',
  help: 'Rows of the last batch by how they ended.',
  label: 'result',
};

/** Families whose samples of other runs stay. */
const KEPT = [EXIT, TIMESTAMP, DURATION, ROWS];

/** By family and label, what stands in the file. */
export class Figures {
  readonly #samples = new Map<Family, Map<string, number>>();

  /** Takes over what other commands wrote into the same file; anything else in it is dropped. */
  static of(before: string, commands: ReadonlySet<string>, results: ReadonlySet<string>): Figures {
    const figures = new Figures();
    for (const line of before.split('\n')) {
      const [, name, label, value = '', number] = SAMPLE.exec(line) ?? [];
      const family = KEPT.find((one) => one.name === name && one.label === label);
      const values = label === 'command' ? commands : results;
      if (family && values.has(value)) figures.#set(family, value, Number(number));
    }
    return figures;
  }

  add({ command, exit, endedAt, seconds, rows }: Run, charges: Charges): this {
    this.#set(OPEN, '', charges.open);
    this.#set(OLDEST, '', charges.oldestSeconds);
    this.#set(EXIT, command, exit);
    this.#set(TIMESTAMP, command, Math.floor(endedAt / 1_000));
    this.#set(DURATION, command, seconds);
    if (rows) this.#samples.set(ROWS, new Map(rows));
    return this;
  }

  /** @param end milliseconds since the epoch */
  certificate(end: number): void {
    this.#set(CERTIFICATE, '', Math.floor(end / 1_000));
  }

  /** The text format of Prometheus, without time stamps. */
  toString(): string {
    const families = [OPEN, OLDEST, CERTIFICATE, EXIT, TIMESTAMP, DURATION, ROWS];
    return families.flatMap((family) => this.#linesOf(family)).join('');
  }

  #linesOf(family: Family): string[] {
    const { name, help, label } = family;
    const samples = this.#samples.get(family);
    if (samples === undefined) return [];
    const lines = Array.from(samples, ([value, number]) => {
      return `${name}${label === undefined ? '' : `{${label}="${value}"}`} ${number}\n`;
    });
    return [`# HELP ${name} ${help}\n`, `# TYPE ${name} gauge\n`, ...lines];
  }

  #set(family: Family, label: string, value: number): void {
    const samples = this.#samples.get(family) ?? new Map<string, number>();
    this.#samples.set(family, samples.set(label, value));
  }
}

/** As `toString` writes them; words of commands and names of exits need no escapes. */
const SAMPLE = /^(payctl_\w+)\{(\w+)="([\w -]+)"\} (\d+(?:\.\d+)?(?:e[+-]\d+)?)$/;
