// @ts-check
// What a shop does: charge number N is the same in every run, so that a command can be given its
// reference, day or amount without looking into the store.

export const BASE_URL = 'http://127.0.0.1:9/partners';
export const PROFILE = 'environment';
export const COMPANY = '12345';
/** Charges that nobody knows the end of. */
export const OPEN = 50;

const DAY_MS = 24 * 3_600_000;
/** Of a hundred charges. */
const OPERATIONS = shares({
  'ewallet.pay': 60,
  'cpm.pay': 20,
  'dd.charge': 10,
  'ewallet.close': 7,
  'ewallet.refund': 3,
});
/** Of a thousand charges that have ended. `learnt`: the answer was lost, and an inquiry told. */
const ENDS = shares({ paid: 950, refused: 30, unsent: 5, learnt: 12, settled: 3 });
/** Of a hundred confirmations. */
const CONFIRMATIONS = shares({ wallet: 50, bill: 35, card: 15 });
const PRICES = ['20.00', '35.00', '49.00', '59.00', '65.00', '79.00', '99.00', '100.00'];
const NAMES = ['Somchai', 'Malee', 'Anong', 'Prasit', 'Kanya', 'Wichai', 'Siriporn', 'Niran'];
const FAMILIES = ['Jaidee', 'Srisuk', 'Thongchai', 'Boonmee', 'Rattana', 'Saetang', 'Chaiyo'];

export const MACHINES = ['till-1', 'till-2', 'till-3', 'webshop'];
export const USERS = ['nok', 'ploy', 'somsak', 'shop'];

export function reference(number) {
  return `SHOP${String(number).padStart(10, '0')}`;
}

export function transactionId(number) {
  return `202601012200137203${String(number).padStart(10, '0')}`;
}

/**
 * The charges of so many days that end now.
 *
 * @param {{ all: number, days: number, until: number }} size
 */
export function openShop({ all, days, until }) {
  const since = until - days * DAY_MS;
  const at = (number) => Math.round(since + (number / all) * (until - since - 60_000));
  return { all, at, charge: (number) => charge(number, all, at(number)) };
}

function charge(number, all, at) {
  const roll = dice(number);
  const operation = OPERATIONS(roll());
  const end = isOpen(number, all) ? 'open' : ENDS(roll());
  return {
    number,
    at,
    operation,
    // Only the inquiry of a wallet's payment is made up here.
    end: end === 'learnt' && operation !== 'ewallet.pay' ? 'paid' : end,
    /** The customer has not finished; of other open charges the answer was lost. */
    isPending: end === 'open' && number % 3 === 0,
    amount: chooseAmount(roll),
    machine: Math.floor(roll() * MACHINES.length),
    user: Math.floor(roll() * USERS.length),
    confirmation: CONFIRMATIONS(roll()),
    payer: `${chosen(NAMES, roll)} ${chosen(FAMILIES, roll)}`,
  };
}

function chosen(list, roll) {
  return list[Math.floor(roll() * list.length)];
}

/** Half of the open ones are recent, the others are spread over all months. */
function isOpen(number, all) {
  const half = OPEN / 2;
  const isRecent = number > all - 4 * half && number % 4 === 0;
  const step = Math.floor(all / half);
  return isRecent || (number % step === Math.floor(step / 2) && number <= all - 4 * half);
}

/** A third has one of a few prices, the others anything up to 5,000 baht. */
function chooseAmount(roll) {
  if (roll() < 1 / 3) return chosen(PRICES, roll);
  return (20 + Math.floor(roll() ** 3 * 498_000) / 100).toFixed(2);
}

/** Chooses by weight; the weights make a whole. */
function shares(weights) {
  const entries = Object.entries(weights);
  const whole = entries.reduce((sum, [, weight]) => sum + weight, 0);
  return (roll) => {
    let left = roll * whole;
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return entries[0]?.[0] ?? '';
  };
}

/** Numbers from 0 to 1 that follow from the number alone (mulberry32). */
function dice(number) {
  let state = (number * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
