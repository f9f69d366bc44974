import { walletName } from '../bank/ewallet/references.js';
import { agrees } from '../bank/questions.js';
import type { Message } from '../core/message.js';
import { DAY_MS } from '../core/time.js';
import { type ChargeState, isOpen } from '../journal/state.js';
import { contradictions as says } from '../messages/contradictions.js';
import { payloads } from '../messages/inquiries.js';
import { chargeStates } from '../messages/payments.js';
import { bankRules } from './bank-rules.js';
import type { PaymentStatement, ReceivedConfirmation } from './evidence.js';
import { type Facts, hasMoved, isDone } from './facts.js';
import type { Contradiction, ContradictionRule } from './rule.js';
import { formatStatement } from './statement.js';

/** Money moved, but no record of the bank has this amount. */
function amountMismatch(
  sayBoth: (ours: string, bank: string) => Message,
  amount: string | undefined,
  statements: readonly PaymentStatement[],
): Message[] {
  const moved = statements.filter((one) => hasMoved(one) && one.amount !== undefined);
  const [first] = moved;
  if (amount === undefined || first === undefined) return [];
  // Of a partial debit the amount that was asked for is compared.
  if (moved.some((one) => agrees(amount, one.wanted ?? one.amount, true))) return [];
  return [sayBoth(amount, first.amount ?? '')];
}

/** What this machine sent, against the bank. */
const journalRules: readonly ContradictionRule[] = [
  {
    rule: 'sent-amount',
    severity: 'conflict',
    find: ({ payments, statements }) =>
      payments
        .filter(({ state }) => state !== 'rejected' && state !== 'not-executed')
        .flatMap(({ command, amount }) =>
          amountMismatch(
            (ours, bank) => says.commandAmount(command, ours, bank),
            amount,
            statements,
          ),
        ),
  },
  {
    rule: 'reversal-not-shown',
    severity: 'conflict',
    find: ({ reversals, bank }) =>
      bank && hasMoved(bank)
        ? reversals
            .filter(({ state }) => isDone(state))
            .map(({ command }) => says.reversalNotShown(command, formatStatement(bank)))
        : [],
  },
  {
    rule: 'reversed-twice',
    severity: 'conflict',
    find({ reversals }) {
      const done = reversals.filter(({ state, closesUnpaid }) => isDone(state) && !closesUnpaid);
      return done.length < 2 ? [] : [says.reversedTwice(done.map(({ command }) => command))];
    },
  },
  {
    rule: 'journal-against',
    severity: 'conflict',
    find: ({ payments, bank, isUnknown, reversals, family, all: { created = [] } }) =>
      payments.flatMap(({ command, state, wallet }) => {
        const isPaid = bank !== undefined && hasMoved(bank) && agrees(bank.wallet, wallet);
        // What was refused may have been paid by a code under the same reference.
        const isOfCode = created.some((one) => one.family === family);
        if (isPaid && isUndone(state) && !isOfCode) {
          return [says.journalAgainst(command, chargeStates[state], formatStatement(bank))];
        }
        if (!isDone(state) || reversals.length > 0) return [];
        if (isUnknown) return [says.journalUnknownToBank(command)];
        return bank?.standing === 'initiated' ? [says.journalUnconfirmed(command)] : [];
      }),
  },
  {
    rule: 'journal-behind',
    severity: 'gap',
    find: ({ payments, bank }) =>
      bank === undefined || !isFinal(bank)
        ? []
        : payments
            .filter(({ state }) => isOpen(state))
            .map(({ state }) => says.journalBehind(chargeStates[state], formatStatement(bank))),
  },
  {
    rule: 'reversed-elsewhere',
    severity: 'gap',
    find: ({ payments, reversals, confirmed, bank }) =>
      (payments.some(({ state }) => isDone(state)) || confirmed.length > 0) &&
      bank?.standing === 'refused' &&
      reversals.length === 0
        ? [says.takenBack(formatStatement(bank))]
        : [],
  },
  {
    rule: 'wrong-wallet',
    severity: 'gap',
    find: ({ payments, reversals, bank }) =>
      [...payments, ...reversals]
        .filter(({ wallet }) => !agrees(bank?.wallet, wallet))
        .map(({ command, wallet = '' }) => {
          return says.wrongWallet(command, walletName(wallet), walletName(bank?.wallet ?? ''));
        }),
  },
];

function isFinal({ standing }: PaymentStatement): boolean {
  return standing !== 'pending' && standing !== 'initiated';
}

function isUndone(state: ChargeState): boolean {
  return state === 'rejected' || state === 'not-executed' || state === 'settled-not-executed';
}

/** Received confirmations, which anyone could have sent, against the bank. */
const confirmationRules: readonly ContradictionRule[] = [
  {
    rule: 'confirmation-amount',
    severity: 'conflict',
    find: ({ confirmed, statements }) =>
      confirmed.flatMap((confirmation) => {
        const record = findRecord(confirmation, statements);
        if (record === undefined || agrees(confirmation.amount, record.amount, true)) return [];
        return [says.confirmationAmount(confirmation.amount ?? '', record.amount ?? '')];
      }),
  },
  {
    rule: 'confirmation-transaction',
    severity: 'conflict',
    find: ({ confirmed, statements }) =>
      confirmed
        .filter((one) => statements.length > 0 && findRecord(one, statements) === undefined)
        .filter(({ paidAt }) => wasAsked(paidAt, statements))
        .map(({ id }) => says.confirmationTransaction(id)),
  },
  {
    rule: 'confirmation-unpaid',
    severity: 'conflict',
    find({ confirmed: [first], bank, isUnknown, family }) {
      if (first === undefined || family === 'registration') return [];
      const amount = first.amount || undefined;
      if (isUnknown) return [says.confirmationUnknown(amount)];
      if (bank?.standing !== 'pending' && bank?.standing !== 'initiated') return [];
      return [says.confirmationUnpaid(amount, formatStatement(bank))];
    },
  },
  {
    rule: 'confirmations-differ',
    severity: 'conflict',
    find: ({ confirmed }) =>
      Array.from(differing(confirmed), ([id, differs]) => says.confirmationsDiffer(id, differs)),
  },
  {
    rule: 'not-delivered',
    severity: 'gap',
    find: ({ confirmed }) =>
      confirmed
        .filter(({ forwarding }) => forwarding === 'dead')
        .map(({ id }) => says.notDelivered(id)),
  },
];

/** By the id that several messages have, the fields in which they differ. */
function differing(confirmed: readonly ReceivedConfirmation[]): Map<string, readonly string[]> {
  const fieldsById = new Map<string, readonly string[]>();
  for (const { id, differs } of confirmed) {
    if (differs.length > (fieldsById.get(id)?.length ?? 0)) fieldsById.set(id, differs);
  }
  return fieldsById;
}

/** The bank's record of a confirmed payment; a search tells another id than a confirmation. */
function findRecord(
  { transactionId }: ReceivedConfirmation,
  statements: readonly PaymentStatement[],
): PaymentStatement | undefined {
  const named = statements.filter(
    (one) => one.transactionId !== undefined && one.kind !== 'search',
  );
  if (transactionId === undefined || named.length === 0) return statements[0];
  return named.find((one) => one.transactionId === transactionId);
}

/** Inquiries cover days, so no record is expected for a payment on another day. */
function wasAsked(paidAt: number | undefined, statements: readonly PaymentStatement[]): boolean {
  const moments = statements.flatMap((one) => one.paidAt ?? []);
  if (paidAt === undefined || moments.length === 0) return true;
  return moments.some((moment) => Math.abs(moment - paidAt) < DAY_MS);
}

/** What a QR, a slip or a person says, against the bank. */
const payloadRules: readonly ContradictionRule[] = [
  {
    rule: 'payload-broken',
    severity: 'conflict',
    find: ({ all: { decoded } }) =>
      decoded.flatMap(({ kind, faults: [first] }) =>
        first === undefined ? [] : [says.broken(payloads[kind], first)],
      ),
  },
  {
    rule: 'payload-biller',
    severity: 'conflict',
    find({ all: { decoded, billerId }, statements }) {
      const payees = [...decoded, ...statements].map((one) => one.billerId);
      const otherBiller = payees.find((payee) => !agrees(payee, billerId));
      if (otherBiller === undefined) return [];
      return [says.otherBiller(otherBiller, billerId ?? '')];
    },
  },
  {
    rule: 'payload-amount',
    severity: 'conflict',
    find: ({ all: { decoded }, statements }) =>
      decoded.flatMap(({ kind, amount }) =>
        amountMismatch(
          (ours, bank) => says.payloadAmount(payloads[kind], ours, bank),
          amount,
          statements,
        ),
      ),
  },
  {
    rule: 'expected-amount',
    severity: 'conflict',
    find: ({ all: { expectedAmount }, statements }) =>
      amountMismatch(says.givenAmount, expectedAmount, statements),
  },
];

const RULES = [...payloadRules, ...confirmationRules, ...journalRules, ...bankRules];

/** Every contradiction in the facts, conflicts first. */
export function findContradictions(facts: Facts): Contradiction[] {
  const contradictions = RULES.flatMap(({ rule, severity, find }) =>
    find(facts).map((message) => ({ rule, severity, message })),
  );
  const isGap = ({ severity }: Contradiction) => Number(severity === 'gap');
  return contradictions.sort((a, b) => isGap(a) - isGap(b));
}
