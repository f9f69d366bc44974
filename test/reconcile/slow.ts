import { formatAmount } from '../../src/core/money.js';

/** A line as the slow matcher has it; days are small numbers, no line settles later than its day. */
export interface Row {
  side: 'own' | 'bank';
  line: number;
  reference: string;
  transactionId: string;
  amount: number;
  date: number;
  /** `maybe` is no word that anybody knows. */
  status: 'paid' | 'reversed' | 'open' | 'maybe';
  payout: string;
}

/** How the bank settles, as one would tell it; days as in Row, of January 2026. */
export interface Settling {
  by?: 'payout' | 'day';
  fees: 'netted' | 'separate';
  /** Ten-thousandths. */
  rate: number;
  round: 'half-up' | 'half-even' | 'up' | 'down';
  per: 'line' | 'order';
  days: number;
  holidays: number[];
  /** The reference of lines that are fees. */
  feeLines: string;
}

export const AT_ONCE: Settling = {
  ...{ fees: 'netted', rate: 0, round: 'half-up', per: 'line' },
  ...{ days: 0, holidays: [], feeLines: 'no line' },
};

/** On paper: a part of a satang is seen as the decimals behind the point. */
function feeOf(amount: number, { rate, round }: Settling): number {
  const tenThousandths = Math.abs(amount) * rate;
  const [whole, part] = [Math.floor(tenThousandths / 10_000), tenThousandths % 10_000];
  const isUp =
    (round === 'up' && part > 0) ||
    (round === 'half-up' && part >= 5_000) ||
    (round === 'half-even' && (part > 5_000 || (part === 5_000 && whole % 2 === 1)));
  return Math.sign(amount) * (whole + (isUp ? 1 : 0));
}

/** Ticks off days in a calendar in which 3 and 4 January are the first weekend. */
function payday(day: number, { days, holidays }: Settling): number {
  const open = Array.from({ length: 60 }, (_, at) => day + 1 + at).filter(
    (one) => one % 7 !== 3 && one % 7 !== 4 && !holidays.includes(one),
  );
  return days === 0 ? day : (open[days - 1] ?? 0);
}

/**
 * Section 8 of the contract, as one would do it by hand: take lines off a table one record at a time,
 * always the best that can be found by looking at all that is left.
 *
 * @param ownDays all days that the own side covers
 */
export function slowly(
  rows: readonly Row[],
  ownDays: number[],
  bankDays: number[],
  settling = AT_ONCE,
): string[] {
  const paid = ({ side: which, date }: Row) => (which === 'own' ? payday(date, settling) : date);
  const fates: string[] = [];
  let table = [...rows].sort(before);
  const paired = new Set<string>();
  const side = (which: Row['side'], rows: readonly Row[]) =>
    rows.filter((row) => row.side === which);
  const put = (kind: string, record: readonly Row[]) => {
    const lines = (which: Row['side']) =>
      side(which, record)
        .map(({ line }) => line)
        .sort((a, b) => a - b)
        .join('+');
    fates.push(`${kind} ${lines('own')}/${lines('bank')}`);
    table = table.filter((row) => !record.includes(row));
  };
  const sum = (rows: readonly Row[]) => rows.reduce((total, { amount }) => total + amount, 0);
  const pair = (own: readonly Row[], bank: readonly Row[], byPayout = false) => {
    for (const { reference } of own) paired.add(reference);
    const [one] = own;
    const isAway = ({ date }: Row) => one && date !== one.date && date !== paid(one);
    const wrong = own.length === 1 && !byPayout && bank.some(isAway);
    const isOpen = own.some(({ status }) => status === 'open');
    const kind = isOpen ? 'unknown-but-paid' : wrong ? 'wrong-day' : 'matched';
    put(sum(own) === sum(bank) ? kind : 'amount', [...own, ...bank]);
  };

  const isBad = ({ status }: Row) => status === 'maybe';
  const feeLines = side('bank', rows).filter(
    (row) => row.reference === settling.feeLines && !isBad(row),
  );
  table = table.filter((row) => !feeLines.includes(row));
  for (const row of rows.filter(isBad)) {
    const same = table.filter(({ reference }) => row.reference && reference === row.reference);
    put('bad-line', [row, ...same.filter((other) => !isBad(other))]);
  }

  const seen = new Map<string, Row>();
  for (const row of [...table]) {
    const all = { ...row, line: 0 };
    const { side: which, reference, transactionId, amount, status } = row;
    const key = transactionId
      ? [which, reference, transactionId, amount, status]
      : Object.values(all);
    if (seen.has(key.join())) put('duplicate-line', [row]);
    else seen.set(key.join(), row);
  }

  const gives = (row: Row) =>
    row.status === 'reversed' || (row.amount < 0 && row.status !== 'open');
  const back = (row: Row) => row.side === 'bank' && gives(row);
  /** What each payee has in the end, by the words of one side: a till from which notes are taken. */
  const kept = (some: readonly Row[]) => {
    const of = (name: string) =>
      some.filter((row) => (row.reference || row.transactionId) === name);
    const names = new Set(some.map((row) => row.reference || row.transactionId));
    return [...names].reduce((total, name) => {
      const due = of(name).filter(({ status }) => status !== 'open');
      const minus = due.filter(({ amount }) => amount < 0);
      const marked = due.filter(({ amount, status }) => amount >= 0 && status === 'reversed');
      const paid = due.filter(({ amount, status }) => amount >= 0 && status === 'paid');
      if (minus.length > 0) return total + sum(due);
      return paid.length === 0 ? total : total + sum(paid) - sum(marked);
    }, 0);
  };
  /** What one side says went back: of each payee the notes with a minus, else those that are marked. */
  const returned = (some: readonly Row[]) => {
    const names = new Set(some.map((row) => row.reference || row.transactionId));
    return [...names].reduce((total, name) => {
      const due = some.filter(
        (row) => (row.reference || row.transactionId) === name && row.status !== 'open',
      );
      const minus = due.filter(({ amount }) => amount < 0);
      if (minus.length > 0) return total - sum(minus);
      return total + sum(due.filter(({ status }) => status === 'reversed'));
    }, 0);
  };
  const settle = (own: readonly Row[], bank: readonly Row[]) => {
    const says = own.filter(gives);
    const takes = bank.filter(({ status }) => status !== 'open');
    const [minus, marked] = [takes.filter(({ amount }) => amount < 0), takes.filter(gives)];
    const isLater =
      takes.length > 0 &&
      marked.length === takes.length &&
      (minus.length === 0 || minus.length === takes.length);
    const isEven = isLater ? returned(takes) === returned(own) : kept(takes) === kept(own);
    const kind = says.length === 0 ? 'reversed' : isEven ? 'matched' : 'refund-missing';
    put(kind, [...own, ...bank]);
  };
  const reversals = (ownOf: (bank: readonly Row[]) => Row[], wait: boolean) => {
    for (const key of [...new Set(table.filter(back).map(({ reference }) => reference))].sort()) {
      const bank = side('bank', table).filter(({ reference }) => reference === key);
      const own = ownOf(bank);
      if (wait && own.length === 0) continue;
      settle(own, bank);
    }
  };
  const group = (name: 'reference' | 'transactionId') => {
    for (const key of new Set(table.map((row) => row[name]))) {
      if (key === '') continue;
      const left = (which: Row['side']) =>
        side(which, table).filter(
          (row) => row[name] === key && !waits(row) && !(which === 'bank' && row.status === 'open'),
        );
      if (left('own').some(gives) && left('bank').length > 0) settle(left('own'), left('bank'));
      for (const equal of [true, false]) {
        for (;;) {
          const pairs = left('own').flatMap((own) => left('bank').map((bank) => ({ own, bank })));
          const [best] = pairs
            .filter(({ own, bank }) => !equal || own.amount === bank.amount)
            .sort(
              (a, b) =>
                closeness(a, paid) - closeness(b, paid) ||
                before(a.own, b.own) ||
                before(a.bank, b.bank),
            );
          if (best === undefined) break;
          pair([best.own], [best.bank]);
        }
        if (equal)
          for (const [one, many] of [
            ['own', 'bank'],
            ['bank', 'own'],
          ] as const) {
            for (const row of left(one)) {
              const several = subsets(left(many)).find((some) => sum(some) === row.amount);
              if (several && one === 'own') pair([row], several);
              else if (several) pair(several, [row]);
            }
          }
      }
    }
  };
  const waits = (row: Row) =>
    row.side === 'bank' && table.some((other) => back(other) && other.reference === row.reference);

  const ofReference = ([first]: readonly Row[]) =>
    side('own', table).filter(({ reference }) => reference === first?.reference);
  const ofId = (bank: readonly Row[]) => {
    const ids = bank.map(({ transactionId }) => transactionId).filter(Boolean);
    return side('own', table).filter(({ transactionId }) => ids.includes(transactionId));
  };
  const ofPayout = ([first]: readonly Row[]) =>
    side('own', table).filter(({ payout }) => payout === first?.reference);

  reversals(ofReference, true);
  group('reference');
  group('transactionId');
  reversals(ofId, true);
  reversals(ofPayout, false);
  /** The fee lines of a settlement agree where one of them has its fee, or all of them together. */
  const compareFees = (key: string, fee: number) => {
    const same = feeLines.filter(({ date, reference }) =>
      settling.by === 'day' ? String(date) === key : reference === key,
    );
    const taken = [sum(same), ...same.map(({ amount }) => amount)];
    if (same.length > 0 && !taken.includes(-fee)) put('fee', same);
    else for (const row of same) put('matched', [row]);
    for (const row of same) feeLines.splice(feeLines.indexOf(row), 1);
  };
  const sums = () => {
    const keyOf = (row: Row) => (settling.by === 'day' ? String(paid(row)) : row.payout);
    const due = side('own', table).filter(
      ({ status, amount }) => status === 'paid' || (amount < 0 && status !== 'open'),
    );
    for (const key of new Set(due.map(keyOf).filter(Boolean))) {
      const own = due.filter((row) => keyOf(row) === key);
      const gross = sum(own);
      const each = own.map(({ amount }) => feeOf(amount, settling));
      const fee =
        settling.per === 'order' ? each.reduce((a, b) => a + b, 0) : feeOf(gross, settling);
      const owed = settling.fees === 'netted' ? gross - fee : gross;
      const lines = side('bank', table).filter(
        ({ status, amount, date, reference }) =>
          status === 'paid' &&
          amount < 0 === gross < 0 &&
          (settling.by === 'day' ? String(date) : reference) === key,
      );
      const exact = lines.find(({ amount }) => amount === owed);
      for (const { reference } of own) if (lines.length > 0) paired.add(reference);
      if (exact) put('matched', [...own, exact]);
      else if (lines.length > 0)
        put(sum(lines) === owed ? 'matched' : 'amount', [...own, ...lines]);
      if (lines.length > 0 && settling.fees === 'separate') compareFees(key, fee);
    }
  };
  for (const key of new Set(side('own', table).map(({ payout }) => payout))) {
    if (settling.by === 'payout') break;
    const own = side('own', table).filter(({ payout }) => payout === key && key !== '');
    const bank = side('bank', table).filter(
      ({ reference, status }) => reference === key && status !== 'open',
    );
    if (own.length === 0 || bank.length === 0) continue;
    if (own.some(gives)) settle(own, bank);
    else pair(own, bank, true);
  }
  if (settling.by !== undefined) sums();
  for (const row of feeLines) put('matched', [row]);
  const within = (day: number, days: number[]) => days.includes(day);
  for (const row of [...table]) {
    if (row.side === 'own') {
      const due = row.status === 'paid';
      put(!due ? 'matched' : within(paid(row), bankDays) ? 'missing-at-bank' : 'timing', [row]);
    } else if (row.status === 'open') put('matched', [row]);
    else if (row.reference !== '' && paired.has(row.reference)) put('paid-twice', [row]);
    else put(within(row.date, ownDays) ? 'missing-in-orders' : 'timing', [row]);
  }
  return fates.sort();
}

function before(a: Row, b: Row): number {
  const text = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  const statuses = ['paid', 'reversed', 'open'];
  return (
    a.date - b.date ||
    text(a.transactionId, b.transactionId) ||
    a.amount - b.amount ||
    text(a.reference, b.reference) ||
    statuses.indexOf(a.status) - statuses.indexOf(b.status) ||
    text(a.payout, b.payout) ||
    a.line - b.line
  );
}

function closeness({ own, bank }: { own: Row; bank: Row }, paid: (row: Row) => number): number {
  if (own.date !== bank.date) return paid(own) === bank.date ? 2 : 3;
  return own.transactionId === bank.transactionId ? 0 : 1;
}

/** Of two or more: all of them, then the fewest first. */
function subsets(rows: readonly Row[]): Row[][] {
  const all = Array.from({ length: 2 ** rows.length }, (_, bits) =>
    rows.filter((__, at) => bits & (1 << (rows.length - 1 - at))),
  ).filter(({ length }) => length > 1);
  const place = (some: readonly Row[]) =>
    some.map((row) => rows.indexOf(row).toString(36)).join('');
  all.sort((a, b) => a.length - b.length || (place(a) < place(b) ? -1 : 1));
  return all.length === 0 ? [] : [[...rows], ...all];
}

/** A file of these rows, all of January 2026. */
export function csvOf(rows: readonly Row[]): string {
  const lines = rows.map(({ reference, transactionId, amount, date, status, payout }) =>
    [
      reference,
      transactionId,
      formatAmount(BigInt(amount)),
      `2026-01-0${date}`,
      status,
      payout,
    ].join(),
  );
  return `reference,transactionId,amount,date,status,payout\n${lines.map((line) => `${line}\n`).join('')}`;
}
