import { AT_ONCE, type Row, type Settling, slowly } from '../reconcile/slow.js';

/** A line as it lies in the slow book. */
interface Kept extends Row {
  file: string;
  waits: 'late' | 'withdrawn' | null;
}

/** What is open: its class, and what its lines say. */
export interface SlowItem {
  class: string;
  lines: string[];
}

const CLASSES = [
  ...['bad-line', 'duplicate-line', 'reversed', 'refund-missing', 'amount', 'unknown-but-paid'],
  ...['fee', 'wrong-day', 'matched', 'paid-twice', 'timing', 'missing-in-orders'],
  ...['not-in-journal', 'success-but-absent', 'missing-at-bank', 'late'],
];

/**
 * A book as one would keep it by hand: all lines of all files on one table, and each night all of it is
 * matched from the beginning.
 */
export class SlowBook {
  readonly #settling: Settling;
  #lines: Kept[] = [];
  /** By side and name: the days that it covers, or undefined. */
  readonly #files = new Map<string, [from: number, to: number] | undefined>();
  readonly #seen = new Set<string>();
  readonly #decisions: string[][] = [];
  #closed = 0;
  #next = 1;

  constructor(settling: Settling = AT_ONCE) {
    this.#settling = settling;
  }

  get closed(): number {
    return this.#closed;
  }

  /** False where the file is refused. */
  apply(side: Row['side'], name: string, rows: readonly Row[]): boolean {
    const contents = JSON.stringify([side, rows.map(says)]);
    if (this.#seen.has(contents)) return true;
    const file = `${side} ${name}`;
    const old = this.#lines.filter((line) => line.file === file);
    const dates = (some: readonly Row[]) =>
      some.filter(({ status }) => status !== 'maybe').map(({ date }) => date);
    const before = new Set(dates(old));
    const isKnown = this.#files.has(file);
    if (isKnown && before.size > 0 && !dates(rows).some((date) => before.has(date))) return false;
    this.#seen.add(contents);
    const days = dates(rows).map((date) => this.#payday(side, date));
    const day = days.length === 0 ? 99 : Math.min(...days);
    this.#files.set(file, days.length === 0 ? undefined : [day, Math.max(...days)]);
    this.#replace(file, old, rows, day);
    return true;
  }

  #replace(file: string, old: readonly Kept[], rows: readonly Row[], day: number): void {
    const left = [...old].sort(
      (a, b) => Number(a.waits === 'withdrawn') - Number(b.waits === 'withdrawn'),
    );
    for (const row of rows) {
      const at = left.findIndex((line) => says(line) === says(row));
      const same = left.splice(at, at < 0 ? 0 : 1)[0];
      if (same?.waits === 'withdrawn') same.waits = null;
      if (same !== undefined) continue;
      const settles = row.status === 'maybe' ? day : this.#payday(row.side, row.date);
      const waits = settles <= this.#closed ? 'late' : null;
      this.#lines.push({
        ...row,
        file,
        waits,
        line: this.#next++,
        date: row.status === 'maybe' ? day : row.date,
      });
    }
    for (const line of left) {
      if (line.waits === 'withdrawn') continue;
      if (line.waits === null && this.#day(line) <= this.#closed) line.waits = 'withdrawn';
      else this.#lines = this.#lines.filter((other) => other !== line);
    }
  }

  /** False where it is refused. */
  close(day: number): boolean {
    if (day <= this.#closed) return false;
    const [own, bank] = [this.#covered('own'), this.#covered('bank')];
    const isCovered = this.#lines.every((line) => {
      const settles = this.#day(line);
      const isAsked = line.status !== 'maybe' && settles > this.#closed && settles <= day;
      return !isAsked || (own.includes(settles) && bank.includes(settles));
    });
    if (isCovered) this.#closed = day;
    return isCovered;
  }

  reopen(day: number): boolean {
    if (day > this.#closed) return false;
    this.#closed = day - 1;
    this.#lines = this.#lines.filter((line) => line.waits !== 'withdrawn' || this.#day(line) < day);
    for (const line of this.#lines) if (this.#day(line) >= day) line.waits = null;
    return true;
  }

  /** A person's word about items, which holds while all of them are as they are. */
  decide(items: readonly SlowItem[]): void {
    this.#decisions.push(items.map(keyOf));
  }

  open(): SlowItem[] {
    const items = this.#items();
    const left = [...items];
    for (const keys of this.#decisions) {
      if (!keys.every((key) => items.some((item) => keyOf(item) === key))) continue;
      for (const key of keys) {
        const at = left.findIndex((item) => keyOf(item) === key);
        if (at >= 0) left.splice(at, 1);
      }
    }
    return left;
  }

  #items(): SlowItem[] {
    const lines = this.#lines.filter(({ waits }) => waits !== 'late');
    const late = this.#lines.filter(({ waits }) => waits === 'late').map((line) => [line]);
    const items = late.map((its) => itemOf('late', its));
    const plain = lines.map(plainRow);
    plain.sort((a, b) => Number(a.side === 'bank') - Number(b.side === 'bank'));
    for (const fate of slowly(plain, this.#covered('own'), this.#covered('bank'), this.#settling)) {
      const [kind = '', places = ''] = fate.split(' ');
      const numbers = places.split(/[+/]/).filter(Boolean).map(Number);
      const its = lines.filter(({ line }) => numbers.includes(line));
      const withdrawn = its.filter(({ waits }) => waits === 'withdrawn');
      if (kind !== 'matched') items.push(itemOf(withdrawn.length > 0 ? 'late' : kind, its));
      else items.push(...withdrawn.map((line) => itemOf('late', [line])));
    }
    return items.sort((a, b) => CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class));
  }

  #covered(side: Row['side']): number[] {
    return [...this.#files].flatMap(([file, days]) => {
      if (days === undefined || !file.startsWith(`${side} `)) return [];
      const [from, to] = days;
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    });
  }

  #day({ side, date, status }: Kept): number {
    return status === 'maybe' ? date : this.#payday(side, date);
  }

  #payday(side: Row['side'], date: number): number {
    return side === 'own' ? payday(date, this.#settling) : date;
  }
}

/** Without what the book knows of it, which would tell equal lines apart. */
function plainRow({
  side,
  line,
  reference,
  transactionId,
  amount,
  date,
  status,
  payout,
}: Kept): Row {
  return { side, line, reference, transactionId, amount, date, status, payout };
}

function itemOf(kind: string, lines: readonly Row[]): SlowItem {
  return { class: kind, lines: lines.map(says).sort() };
}

/** What a line says, wherever it stands; of one that cannot be read nothing else is known. */
function says({ side, reference, transactionId, amount, date, status, payout }: Row): string {
  return status === 'maybe'
    ? `${side} ${reference}?`
    : [side, reference, transactionId, amount, date, status, payout].join('|');
}

function keyOf({ lines }: SlowItem): string {
  return lines.join('\n');
}

/** Business days after a date, where 3 and 4 January are the first weekend. */
function payday(day: number, { days, holidays }: Settling): number {
  let later = day;
  for (let left = days; left > 0; ) {
    later += 1;
    if (later % 7 !== 3 && later % 7 !== 4 && !holidays.includes(later)) left -= 1;
  }
  return later;
}
