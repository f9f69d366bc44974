import { formatAmount } from '../../src/core/money.js';
import { formatDate, parseDate } from '../../src/core/time.js';
import type { OwnCharge, Refund } from '../../src/reconcile/own.js';
import { seededNumbers } from '../fixtures/fake-host.js';

/** A month of payments in which breaks were planted, and the class that each must get. */
export interface Seeded {
  orders: string;
  bank: string;
  charges: OwnCharge[];
  refunds: Refund[];
  /** By reference. */
  planted: Map<string, string>;
  from: string;
  to: string;
}

const FROM = parseDate('2026-01-01') ?? 0;
const DAYS = 28;

/** Plants a payment of a day, of three baht at least. */
type Plant = (night: Night, reference: string, satang: number, day: number) => void;

class Night {
  readonly orders: string[] = [];
  readonly bank: string[] = [];
  readonly charges: OwnCharge[] = [];
  readonly next: () => number;
  #ids = 0;

  constructor(seed: number) {
    this.next = seededNumbers(seed);
  }

  amount(): number {
    return 300 + (this.next() % 1_000_000);
  }

  day(): number {
    return FROM + 1 + (this.next() % (DAYS - 2));
  }

  /** From the morning until before the cut-off. */
  time(): string {
    return `${String(8 + (this.next() % 13)).padStart(2, '0')}:15:00`;
  }

  order(
    reference: string,
    satang: number,
    day: number,
    more: { status?: string; time?: string } = {},
  ): void {
    const { status = 'paid', time = this.time() } = more;
    this.orders.push(`${reference},${text(satang)},${formatDate(day)} ${time},${status}`);
  }

  pay(
    reference: string,
    satang: number,
    day: number,
    more: { status?: string; fee?: string; id?: string } = {},
  ): string {
    this.#ids += 1;
    const { status = 'SUCCESS', fee = '', id = `TX${String(this.#ids).padStart(10, '0')}` } = more;
    this.bank.push(
      `${reference},${id},${text(satang)},${fee},${formatDate(day)},${this.time()},${status}`,
    );
    return id;
  }

  charge(reference: string, state: OwnCharge['state'], satang: number, day: number): void {
    const at = day * 86_400_000 + 3 * 3_600_000;
    this.charges.push({ reference, state, amount: satang, at, key: reference });
  }
}

function text(satang: number): string {
  return formatAmount(BigInt(satang));
}

const PLANTS: Readonly<Record<string, Plant>> = {
  'bad-line': (night, reference) => {
    night.bank.push(`${reference},TX-BAD,12,50,,${formatDate(FROM)},,SUCCESS`);
  },
  'duplicate-line': (night, reference, satang, day) => {
    night.order(reference, satang, day);
    const id = night.pay(reference, satang, day);
    night.pay(reference, satang, day, { id });
  },
  reversed: (night, reference, satang, day) => {
    night.order(reference, satang, day);
    night.pay(reference, satang, day);
    night.pay(reference, -satang, day);
  },
  'refund-missing': (night, reference, satang, day) => {
    const back = [0, satang - 1, 2 * satang][night.next() % 3] ?? 0;
    night.order(reference, satang, day, { status: 'refunded' });
    night.pay(reference, satang, day);
    if (back > 0) night.pay(reference, -back, day);
  },
  amount: (night, reference, satang, day) => {
    night.order(reference, satang, day);
    night.pay(reference, satang - 1, day, { fee: '1.50' });
  },
  'unknown-but-paid': (night, reference, satang, day) => {
    const isByJournal = night.next() % 2 === 0;
    night.order(reference, satang, day, { status: isByJournal ? 'paid' : 'pending' });
    if (isByJournal) night.charge(reference, 'open', satang, day);
    night.pay(reference, satang, day);
  },
  fee: (night, reference, satang, day) => {
    night.order(reference, satang, day);
    night.pay(reference, satang - 150, day, { fee: '1.50' });
  },
  'wrong-day': (night, reference, satang, day) => {
    night.order(reference, satang, day);
    night.pay(reference, satang, day + 1);
  },
  'paid-twice': (night, reference, satang, day) => {
    night.order(reference, satang, day);
    night.pay(reference, satang, day);
    night.pay(reference, satang, day);
  },
  timing: (night, reference, satang) => {
    if (night.next() % 2 === 0) night.order(reference, satang, FROM + DAYS + 3);
    else night.pay(reference, satang, FROM - 3);
  },
  'missing-in-orders': (night, reference, satang, day) => {
    night.pay(reference, satang, day);
  },
  'success-but-absent': (night, reference, satang, day) => {
    night.order(reference, satang, day);
    night.charge(reference, 'succeeded', satang, day);
  },
  'missing-at-bank': (night, reference, satang, day) => {
    night.order(reference, satang, day);
  },
};

/** What matches: plainly, after the cut-off, in parts, refunded as the orders say. */
const SOUND: readonly Plant[] = [
  ...Array.from(
    { length: 12 },
    (): Plant => (night, reference, satang, day) => {
      night.order(reference, satang, day);
      night.pay(reference, satang, day);
    },
  ),
  (night, reference, satang, day) => {
    night.order(reference, satang, day, { time: '22:30:00' });
    night.pay(reference, satang, day + 1);
  },
  (night, reference, satang, day) => {
    night.order(reference, satang, day);
    night.pay(reference, satang - 77, day);
    night.pay(reference, 77, day);
  },
  (night, reference, satang, day) => {
    night.order(reference, satang, day, { status: 'refunded' });
    night.pay(reference, satang, day, { status: 'void' });
  },
  (night, reference, satang, day) => {
    night.order(reference, satang, day, { status: 'refunded' });
    night.pay(reference, satang, day);
    night.pay(reference, -satang, day);
  },
];

/** So many orders, of which `breaks` are broken, each class alike. Without orders, the journal has them. */
export function seeded(rows: number, breaks: number, seed: number, withOrders = true): Seeded {
  const night = new Night(seed);
  const planted = new Map<string, string>();
  const classes = Object.keys(PLANTS);
  const every = Math.floor(rows / breaks);
  for (let index = 0; index < rows; index++) {
    // Scattered, so that neighbours are no neighbours in the file.
    const reference = `R${String((index * 7919) % rows).padStart(9, '0')}`;
    const isBroken = index % every === 0 && index / every < breaks;
    if (!isBroken) {
      SOUND[night.next() % SOUND.length]?.(night, reference, night.amount(), night.day());
      continue;
    }
    const kind = withOrders ? (classes[(index / every) % classes.length] ?? '') : 'not-in-journal';
    if (withOrders) PLANTS[kind]?.(night, reference, night.amount(), night.day());
    else night.pay(reference, night.amount(), night.day());
    planted.set(reference, kind);
  }
  const charges = withOrders ? night.charges : night.orders.flatMap(chargeOf);
  return {
    orders: `orderId,amount,paidAt,status\n${night.orders.map((line) => `${line}\n`).join('')}`,
    bank: `ref1,transRef,amount,fee,date,time,status\n${night.bank.map((line) => `${line}\n`).join('')}`,
    charges,
    refunds: withOrders ? [] : night.orders.flatMap(refundOf),
    planted,
    from: formatDate(FROM),
    to: formatDate(FROM + DAYS),
  };
}

function chargeOf(line: string): OwnCharge[] {
  const [reference = '', amount = '', date = ''] = line.split(',');
  const at = Date.parse(`${date.replace(' ', 'T')}+07:00`);
  const satang = Number(amount.replace('.', ''));
  return [{ reference, state: 'succeeded', amount: satang, at, key: reference }];
}

function refundOf(line: string): Refund[] {
  const [reference = '', , , status] = line.split(',');
  return status === 'refunded' ? [{ reference }] : [];
}
