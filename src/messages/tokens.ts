import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** What `token` says, and the page that a login ends on. */
export const tokens = area('tokens', () => ({
  deleted: 'the cached tokens were deleted',
  notInRaw: '-o raw does not print tokens',
  bareToken: phrase`${payctl`token --raw`} prints the bare token`,
  waiting: (address: string) => `waiting on ${address} for the user's return`,
  openYourself: (why: string) => `${why}; open the link yourself`,
  stopped: 'ended by a signal; nobody was logged in',
  nobodyReturned: (seconds: number) => `nobody returned from the bank within ${seconds} s`,
  takeCode: (state: string) =>
    phrase`${payctl`token login --auth-code CODE --state ${state}`} takes the code from the address that the bank redirected to, within its minute; if that address has another state, give that one`,
  portTaken: (port: number) => `cannot listen on port ${port} of this machine`,
  otherPort: '--redirect-port takes another one; the bank must know it as your callback address',
  notTheReturn: 'This is not the return from the bank.',
  codeReceived: 'payctl has received the code. You may close this window.',
}));
