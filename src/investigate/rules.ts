import { walletName } from '../bank/ewallet/references.js';
import { agrees } from '../bank/questions.js';
import { DAY_MS } from '../core/time.js';
import { isOpen, type State } from '../journal/state.js';
import { told } from './ask.js';
import {
  type Confirmed,
  type Facts,
  hasMoved,
  isDone,
  isSameMoment,
  isSamePayment,
  type Sent,
  type Statement,
} from './evidence.js';

/**
 * conflict: two statements that cannot both be true; no verdict stands on them.
 * gap: one side knows less than the other, or a person should look; the verdict stands.
 */
export interface Contradiction {
  rule: string;
  severity: 'conflict' | 'gap';
  message: string;
}

export interface Rule extends Pick<Contradiction, 'rule' | 'severity'> {
  /** A message for each place where the facts contradict each other. */
  find(facts: Facts): string[];
}

/** Money moved, but no record has this amount. */
function otherAmount(
  saying: string,
  amount: string | undefined,
  statements: readonly Statement[],
): string[] {
  const moved = statements.filter((one) => hasMoved(one) && one.amount !== undefined);
  const [first] = moved;
  if (amount === undefined || first === undefined) return [];
  // Of a partial debit the amount that was asked for is compared.
  if (moved.some((one) => agrees(amount, one.wanted ?? one.amount, true))) return [];
  return [`${saying} ${amount}, the bank says ${first.amount}`];
}

/** The bank against itself. */
const bankRules: readonly Rule[] = [
  {
    rule: 'paid-twice',
    severity: 'conflict',
    find({ readings, statements, all: { decoded } }) {
      // A code that many pay is paid many times.
      if (decoded.some((payload) => payload.static === true)) return [];
      if (!readings.some(({ derived }) => !derived)) return [];
      const paid = distinct(statements.filter(hasMoved));
      if (paid.length < 2) return [];
      const amounts = paid.map(({ amount = '?' }) => amount).join(' and ');
      return [`paid ${paid.length} times under one reference: ${amounts}`];
    },
  },
  {
    rule: 'inquiries-differ',
    severity: 'conflict',
    find({ statements }) {
      const slip = statements.find(({ kind }) => kind === 'slip');
      const bills = statements.filter(({ kind }) => kind === undefined);
      const searched = statements.filter(({ kind }) => kind === 'search');
      const near = bills.find((bill) => slip && isSameMoment(slip.paidAt, bill.paidAt));
      const amounts =
        slip && near && !agrees(slip.amount, near.amount, true)
          ? [`the slip says ${slip.amount}, bill inquire says ${near.amount}`]
          : [];
      const standings = bills.flatMap((bill) => {
        const same = searched.find((other) => isSamePayment(bill, other));
        if (same === undefined || same.standing === bill.standing) return [];
        return [`bill inquire says ${told(bill)}, bill search says ${told(same)}`];
      });
      return [...amounts, ...standings];
    },
  },
];

/** Payments, each counted once however many inquiries tell of it; each wallet has its own. */
function distinct(statements: readonly Statement[]): Statement[] {
  const asked = new Set(statements.map(({ source }) => source));
  const [most = []] = [...asked]
    .map((source) => statements.filter((one) => one.source === source))
    .sort((a, b) => b.length - a.length);
  return most;
}

/** What this machine sent, against the bank. */
const journalRules: readonly Rule[] = [
  {
    rule: 'sent-amount',
    severity: 'conflict',
    find: ({ payments, statements }) =>
      payments
        .filter(({ state }) => state !== 'rejected' && state !== 'not-executed')
        .flatMap(({ command, amount }) => otherAmount(`our ${command} says`, amount, statements)),
  },
  {
    rule: 'reversal-not-shown',
    severity: 'conflict',
    find: ({ reversals, bank }) =>
      bank && hasMoved(bank)
        ? reversals
            .filter(({ state }) => isDone(state))
            .map(
              ({ command }) => `we sent ${command}, but the bank shows none: it says ${told(bank)}`,
            )
        : [],
  },
  {
    rule: 'reversed-twice',
    severity: 'conflict',
    find({ reversals }) {
      const done = reversals.filter(({ state }) => isDone(state));
      return done.length < 2 ? [] : [`${list(done)} both succeeded: it was given back twice`];
    },
  },
  {
    rule: 'journal-against',
    severity: 'conflict',
    find: ({ payments, bank, isUnknown, reversals }) =>
      payments.flatMap(({ command, state, wallet }) => {
        if (bank && hasMoved(bank) && isUndone(state) && agrees(bank.wallet, wallet)) {
          return [`our journal says that ${command} was ${state}, the bank says ${told(bank)}`];
        }
        const bankSays = isUnknown
          ? 'does not know it'
          : bank?.standing === 'initiated' && 'says that it is not confirmed';
        if (!isDone(state) || reversals.length > 0 || !bankSays) return [];
        return [`our journal says that ${command} succeeded, the bank ${bankSays}`];
      }),
  },
  {
    rule: 'journal-behind',
    severity: 'gap',
    find: ({ payments, bank }) =>
      payments
        .filter(({ state }) => isOpen(state) && bank && isFinal(bank))
        .map(({ state }) => `our journal says ${state}, the bank says ${bank && told(bank)}`),
  },
  {
    rule: 'reversed-elsewhere',
    severity: 'gap',
    find: ({ payments, reversals, confirmed, bank }) =>
      (payments.some(({ state }) => isDone(state)) || confirmed.length > 0) &&
      bank?.standing === 'refused' &&
      reversals.length === 0
        ? [`it was paid, and the bank now says ${told(bank)}: taken back, but not by this machine`]
        : [],
  },
  {
    rule: 'wrong-wallet',
    severity: 'gap',
    find: ({ payments, reversals, bank }) =>
      [...payments, ...reversals]
        .filter(({ wallet }) => !agrees(bank?.wallet, wallet))
        .map(({ command, wallet = '' }) => {
          return `we sent ${command} to ${walletName(wallet)}, the bank has it in ${walletName(bank?.wallet ?? '')}`;
        }),
  },
];

function isFinal({ standing }: Statement): boolean {
  return standing !== 'pending' && standing !== 'initiated';
}

function isUndone(state: State): boolean {
  return state === 'rejected' || state === 'not-executed' || state === 'settled-not-executed';
}

function list(sent: readonly Sent[]): string {
  return sent.map(({ command }) => command).join(' and ');
}

/** Received confirmations, which anyone could have sent, against the bank. */
const confirmationRules: readonly Rule[] = [
  {
    rule: 'confirmation-amount',
    severity: 'conflict',
    find: ({ confirmed, statements }) =>
      confirmed.flatMap((confirmation) => {
        const record = recordOf(confirmation, statements);
        if (record === undefined || agrees(confirmation.amount, record.amount, true)) return [];
        return [`the confirmation says ${confirmation.amount}, the inquiry says ${record.amount}`];
      }),
  },
  {
    rule: 'confirmation-transaction',
    severity: 'conflict',
    find: ({ confirmed, statements }) =>
      confirmed
        .filter((one) => statements.length > 0 && recordOf(one, statements) === undefined)
        .filter(({ paidAt }) => wasAsked(paidAt, statements))
        .map(({ id }) => `the confirmation ${id} names a transaction that the bank does not have`),
  },
  {
    rule: 'confirmation-unpaid',
    severity: 'conflict',
    find({ confirmed: [first], bank, isUnknown, family }) {
      if (first === undefined || family === 'registration') return [];
      const says = first.amount ? `of ${first.amount}` : 'of a payment';
      if (isUnknown) return [`a confirmation ${says} arrived, but the bank has no such payment`];
      if (bank?.standing !== 'pending' && bank?.standing !== 'initiated') return [];
      return [
        `a confirmation ${says} arrived, but the bank says that it is not paid: ${told(bank)}`,
      ];
    },
  },
  {
    rule: 'confirmations-differ',
    severity: 'conflict',
    find: ({ confirmed }) =>
      Array.from(
        differing(confirmed),
        ([id, differs]) =>
          `confirmation ${id} arrived with different contents (${differs.join(', ')}): one may be forged`,
      ),
  },
  {
    rule: 'not-delivered',
    severity: 'gap',
    find: ({ confirmed }) =>
      confirmed
        .filter(({ forwarding }) => forwarding === 'dead')
        .map(({ id }) => `confirmation ${id} was received, but your application never accepted it`),
  },
];

/** By the id that several messages have, the fields in which they differ. */
function differing(confirmed: readonly Confirmed[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { id, differs } of confirmed) {
    if (differs.length > (found.get(id)?.length ?? 0)) found.set(id, differs);
  }
  return found;
}

/** The bank's record of a confirmed payment; a search tells another id than a confirmation. */
function recordOf(
  { transactionId }: Confirmed,
  statements: readonly Statement[],
): Statement | undefined {
  const named = statements.filter(
    (one) => one.transactionId !== undefined && one.kind !== 'search',
  );
  if (transactionId === undefined || named.length === 0) return statements[0];
  return named.find((one) => one.transactionId === transactionId);
}

/** Records are asked for by days: of a payment of another day there is none to expect. */
function wasAsked(paidAt: number | undefined, statements: readonly Statement[]): boolean {
  const moments = statements.flatMap((one) => one.paidAt ?? []);
  if (paidAt === undefined || moments.length === 0) return true;
  return moments.some((moment) => Math.abs(moment - paidAt) < DAY_MS);
}

/** What a QR, a slip or a person says, against the bank. */
const payloadRules: readonly Rule[] = [
  {
    rule: 'payload-broken',
    severity: 'conflict',
    find: ({ all: { decoded } }) =>
      decoded.flatMap(({ kind, faults: [first] }) =>
        first === undefined ? [] : [`the ${kind} is broken or was altered: ${first}`],
      ),
  },
  {
    rule: 'payload-biller',
    severity: 'conflict',
    find({ all: { decoded, billerId }, statements }) {
      const payees = [...decoded, ...statements].map((one) => one.billerId);
      const other = payees.find((payee) => !agrees(payee, billerId));
      if (other === undefined) return [];
      return [`it pays biller ${other}, but the profile has biller ${billerId}`];
    },
  },
  {
    rule: 'payload-amount',
    severity: 'conflict',
    find: ({ all: { decoded }, statements }) =>
      decoded.flatMap(({ kind, amount }) =>
        otherAmount(`the ${kind} asks for`, amount, statements),
      ),
  },
  {
    rule: 'expected-amount',
    severity: 'conflict',
    find: ({ all: { expectedAmount }, statements }) =>
      otherAmount('--amount says', expectedAmount, statements),
  },
];

const RULES = [...payloadRules, ...confirmationRules, ...journalRules, ...bankRules];

/** Every contradiction in the facts, conflicts first. */
export function contradictionsIn(facts: Facts): Contradiction[] {
  const found = RULES.flatMap(({ rule, severity, find }) =>
    find(facts).map((message) => ({ rule, severity, message })),
  );
  const isGap = ({ severity }: Contradiction) => Number(severity === 'gap');
  return found.sort((a, b) => isGap(a) - isGap(b));
}
