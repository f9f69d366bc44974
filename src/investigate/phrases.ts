import { bangkokDateTime } from '../api/time.js';
import { visible } from '../text.js';
import { contradictionsIn } from './contradictions.js';
import type { Sent, Source, Statement } from './evidence.js';
import type { Facts } from './facts.js';
import { walletName } from './questions.js';

export function describe({
  amount,
  wanted,
  currency,
  wallet,
  paidAt,
  reference,
}: Statement): string {
  const parts = [
    visible(amount ?? reference),
    wanted !== undefined && wanted !== amount && `of ${visible(wanted)}`,
    currency && visible(currency),
    wallet && `by ${walletName(wallet)}`,
    paidAt !== undefined && `at ${bangkokDateTime(paidAt)}`,
  ];
  return parts.filter(Boolean).join(' ');
}

export function sentText({ command, amount, at }: Sent): string {
  return `${command}${amount ? ` of ${visible(amount)}` : ''}, sent ${bangkokDateTime(at)}`;
}

/** What a reversal that was carried out did. */
export function wordFor({ operation }: Sent): string {
  return operation === 'ewallet.close' ? 'closed unpaid' : 'given back';
}

/** What a person who asks about a paid one wants to know besides. */
export function remark(facts: Facts): string {
  const [gap] = contradictionsIn(facts);
  if (gap !== undefined) return `; ${gap.message}`;
  return lacksWord(facts) ? '; no confirmation of it was received on this machine' : '';
}

/** Whether the bank should have confirmed it to this machine, and has not. */
export function lacksWord({ confirmed, payments, family }: Facts): boolean {
  const expected = family === 'bill' || family === 'card' || family === 'ewallet';
  return expected && confirmed.length === 0 && payments.length === 0;
}

export function askedOf(sources: readonly Source[]): string {
  return sources.some(({ result }) => result === 'not-found')
    ? 'the bank does not know it'
    : 'the bank could not be asked';
}

export function minutes(ms: number): string {
  const count = Math.floor(ms / 60_000);
  return count < 1 ? 'less than a minute' : `${count} minute${count === 1 ? '' : 's'}`;
}
