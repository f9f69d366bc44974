import { area } from '../core/message.js';

/** Signing in to a console that a team shares. */
export const teamWords = area('teamWords', () => ({
  signIn: 'Sign in',
  signOut: 'Sign out',
  signInFirst: 'You are not signed in, or no longer. Nothing was done.',
  signedOut: 'You are signed out.',
  notSignedOut: 'You are still signed in: this form does not belong to this console.',
  noRole:
    'You are signed in, but have no role here. Ask whoever looks after the groups of your organisation.',
  unknownSignIn:
    'This sign-in was used already, took too long, or began in another browser. Sign in again.',
  providerAway: 'The provider of your sign-in cannot be reached now. Try again in a while.',
  providerRefused: 'The provider of your sign-in has not let you in.',
  unproven: 'What the provider of your sign-in answered is not valid. Nobody was signed in.',
  wrongSettings:
    'The provider of your sign-in does not know this console. Tell whoever runs it to check its settings.',
  unmask: 'Show who paid',
  unmaskedLead: 'Personal data. That you saw it stands in the audit.',
  nothingMasked: 'The bank names nobody for this payment.',
  failed: (code: string) => `a sign-in to the console failed: ${code}`,
}));
