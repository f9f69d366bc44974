import type { People, View } from '../people.js';

const token: View = { fields: ['accessToken', 'tokenType', 'expiresIn', 'expiresAt'] };

export const people: People<typeof import('./operations.js')> = {
  issue: {
    view: token,
    sandbox: 'issues tokens of 30 minutes, by client credentials or by a code of consent',
  },
  refresh: { view: token, sandbox: 'renews the token of a customer' },
  authorize: {
    view: {},
    sandbox: 'gives the link of the log-in page; `sandbox consent` is the customer',
  },
};
