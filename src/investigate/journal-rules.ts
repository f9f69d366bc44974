import { isOpen, type State } from '../journal/state.js';
import type { Sent, Statement } from './evidence.js';
import { hasMoved, isDone } from './facts.js';
import { walletName } from './questions.js';
import { otherAmount, type Rule } from './rule.js';
import { told } from './sources.js';

/** What this machine sent, against the bank. */
export const journalRules: readonly Rule[] = [
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
            .map(({ command }) => `we sent ${command}, the bank shows none: it says ${told(bank)}`)
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
        if (bank && hasMoved(bank) && isUndone(state) && sameWallet(wallet, bank)) {
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
        .filter(({ wallet }) => bank?.wallet && wallet && wallet !== bank.wallet)
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

function sameWallet(wallet: string | undefined, bank: Statement): boolean {
  return wallet === undefined || bank.wallet === undefined || wallet === bank.wallet;
}

function list(sent: readonly Sent[]): string {
  return sent.map(({ command }) => command).join(' and ');
}
