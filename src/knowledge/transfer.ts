import { type Entry, entries } from './entry.js';

const WAIT = 'inquire after 45 minutes: payctl transfer inquire';

/** Codes inside CONFIRM_FAILED, and those that a debit confirm is refused with. */
export const transfer: readonly Entry[] = entries('transfer code', 'public facts', [
  ['000', 0, 'done at the payment hub, but the confirm failed', 'bank', WAIT],
  [
    '112',
    0,
    'the national switch refused the transfer',
    'bank',
    'check payee and proxy, then ask the bank',
  ],
  ['113', 0, 'the amount is not valid', 'you', 'check the amount and the limits'],
  ['114', 0, 'the account takes no deposit by this channel', 'customer', 'use another account'],
  ['117', 0, 'the channel is not valid', 'you', 'ask the bank which channels you may use'],
  ['125', 0, 'the destination bank is not valid', 'you', 'check the bank code'],
  ['VF0001', 400, 'the request is not valid', 'you', "compare the input with the command's --help"],
  ['VF0002', 400, 'the body is not valid', 'you', "compare the input with the command's --help"],
  ['VF0003', 400, 'a field failed its check', 'you', "compare the input with the command's --help"],
  ['BU0001', 409, 'the tokenizerId is unknown', 'you', 'initiate again; check the tokenizerId'],
  ['BU0006', 409, 'the transfer could not be saved', 'bank', WAIT],
  ['BU9998', 409, 'a business rule refused the transfer', 'unclear', WAIT],
  ['LB9002', 409, 'still pending at the hub', 'bank', WAIT],
  ['LB9999', 409, 'the hub does not know how it ended', 'bank', WAIT],
  ['LG0001', 409, 'the system behind answered HTTP 400', 'bank', WAIT],
  ['LG0002', 409, 'the system behind answered HTTP 404', 'bank', WAIT],
  ['LG0003', 409, 'the system behind answered HTTP 409', 'bank', WAIT],
  ['LG0004', 409, 'the system behind answered HTTP 5xx', 'bank', WAIT],
  ['LG9999', 409, 'the system behind failed in another way', 'bank', WAIT],
]);
