// @ts-check
// What is asked of a store, each time about another charge.
import { openShop, reference, transactionId } from './shop.mjs';

const HOUR_MS = 3_600_000;

/**
 * `connected`: it calls the bank, which answers at once; others find nobody there. `exits`: what it may
 * end with, 0 unless given.
 *
 * @typedef {object} Question
 * @property {string} name
 * @property {(charge: any) => string[]} args
 * @property {boolean} [connected]
 * @property {readonly number[]} [exits]
 */

/** @type {readonly Question[]} */
export const QUESTIONS = [
  ask('journal list --limit 20'),
  ask('journal list --limit 20 --state rejected'),
  ask('journal list --limit 20 --state settled-executed'),
  ask('journal list --limit 20 --state partial'),
  ask('journal list --limit 20 --state unknown'),
  ask('journal list --limit 20 --operation ewallet.refund'),
  ask('journal list --limit 20 --operation transfer.creditConfirm'),
  ask('journal list --limit 20 --until TIME'),
  ask('journal list --since BEFORE --until TIME'),
  ask('journal list --ref REF'),
  ask('journal show REF'),
  ask('journal show NOBODY00000001'),
  ask('journal recover --ref NOBODY00000001'),
  ask('store status'),
  ask('find --kind ewallet --limit 20 --from DAY --to DAY'),
  ask('find --kind qr --limit 20 --from DAY --to DAY'),
  ask('find --kind ewallet --from DAY --to DAY --amount BAHT'),
  ask('find --kind qr --from DAY --to DAY --payer NAME'),
  ask('find --from DAY --to DAY'),
  ask('find --from DAY --to DAY --state refused'),
  ask('find --from DAY --to DAY --ref1 REF'),
  ask('find --from DAY --to DAY --sums'),
  ask('investigate REF'),
  ask('investigate TRANSACTION'),
  ask('investigate NOBODY00000001'),
  ask('listen list --limit 20'),
  ask('listen list --ref REF'),
  ask('listen list --limit 20 --state contradicted'),
  ask('listen list --limit 20 --forwarding waiting'),
  ask('__complete investigate SHOP'),
  ask('doctor'),
  {
    name: 'a charge',
    args: ({ unique }) => [...CLOSE, '--out-trade-no', `NEW${unique}`, '--yes'],
    connected: true,
  },
];

const CLOSE = [
  ...['ewallet', 'close', '--tran-type', 'W'],
  ...['--company-id', '00100', '--terminal-id', '100000000000001'],
];

/** Words of a command that stand for those of a charge. */
const VALUES = {
  TIME: ({ at }) => new Date(at).toISOString(),
  BEFORE: ({ at }) => new Date(at - HOUR_MS / 10).toISOString(),
  DAY: ({ at }) => new Date(at + 7 * HOUR_MS).toISOString().slice(0, 10),
  REF: ({ number }) => reference(number),
  TRANSACTION: ({ number }) => transactionId(number),
  BAHT: ({ amount }) => amount,
  NAME: ({ payer }) => payer,
};

/** A question that the bank need not answer: nobody is there. What is open or unknown has its exit. */
function ask(name) {
  const words = name.split(' ');
  return {
    name,
    args: (charge) => words.map((word) => VALUES[word]?.(charge) ?? word),
    exits: [0, 5, 6, 9, 10, 14],
  };
}

/** Days before and after the one that is asked about: a payment is looked for in those beside it, too. */
const MARGIN_DAYS = 3;

/**
 * The charges that the rounds ask about, and never one twice: of the day before yesterday, so that each store
 * has whole days around it, and of the newest day where it has fewer.
 */
export function chooseSubjects(size) {
  const { all, days, until } = size;
  const shop = openShop(size);
  const perDay = Math.min(all, Math.floor(all / days));
  const ofToday = ((until + 7 * HOUR_MS) % (24 * HOUR_MS)) / (24 * HOUR_MS);
  const newest = days > MARGIN_DAYS ? Math.floor(all - perDay * (1 + ofToday)) : all;
  let round = 0;
  return () => {
    round += 1;
    const unique = `${process.pid}${String(round).padStart(6, '0')}`;
    return { ...shop.charge(newest - ((round * 7_919) % perDay)), unique };
  };
}
