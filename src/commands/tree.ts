import type { Command } from '../cli/command.js';

/** The first words of the command line. Each group is loaded only when it is named. */
export interface Group {
  summary: string;
  /** Where to look instead, for a word that is no command here. */
  elsewhere?: string;
  /** All commands, or at least the one whose second word is given: a decoder needs no catalogue. */
  load(next?: string): Promise<readonly Command[]>;
}

const calls = async (
  family: Parameters<typeof import('./call/operation-commands.js').commandsOf>[0],
) => (await import('./call/operation-commands.js')).commandsOf(family);

const OFFLINE = new Set(['decode', 'lint', 'render']);

export const GROUPS: Readonly<Record<string, Group>> = {
  token: {
    summary: 'fetch, show and clear access tokens; log a user in',
    load: async () => [
      ...(await import('./token/token.js')).commands,
      (await import('./token/login.js')).login,
    ],
  },
  ewallet: {
    summary: 'e-wallet QR payments: create, pay, inquire, cancel, refund, close',
    load: async () => (await import('./ewallet/ewallet.js')).commands(),
  },
  qr: {
    summary: 'Thai QR: create, inquire, void, decode, lint, render',
    load: async (next) =>
      OFFLINE.has(next ?? '')
        ? (await import('./qr/offline.js')).offlineCommands
        : (await import('./qr/qr.js')).commands(),
  },
  transfer: {
    summary: 'real-time credit and debit transfers',
    load: async () => (await import('./transfer/transfer.js')).commands(),
  },
  dd: {
    summary: 'direct debit: register, charge, inquire',
    load: async () => (await import('./dd/dd.js')).commands(),
  },
  bill: { summary: 'bill payment inquiry', load: () => calls('bill') },
  slip: {
    summary: 'verify the slip of a payment',
    load: async () => [await (await import('./slip/slip.js')).command()],
  },
  cpm: { summary: 'consumer-presented QR: pay, refund', load: () => calls('cpm') },
  profile: {
    summary: 'customer and merchant profiles of the bank',
    elsewhere: 'payctl config list shows the profiles of payctl itself',
    load: () => calls('profile'),
  },
  api: {
    summary: 'any call, authenticated',
    load: async () => [(await import('./api/api.js')).api],
  },
  batch: {
    summary: 'one operation over the rows of a file',
    load: async () => [(await import('./batch/batch.js')).batch],
  },
  investigate: {
    summary: 'find out what became of a payment, from any reference, slip or QR',
    load: async () => [(await import('./investigate/investigate.js')).investigate],
  },
  journal: {
    summary: 'what this machine sent that can move money, and how it ended',
    load: async () => (await import('./journal/journal.js')).commands,
  },
  listen: {
    summary: 'receive payment confirmations: keep, verify, forward, list, replay',
    load: async () => (await import('./listen/listen.js')).commands,
  },
  sandbox: {
    summary: 'the embedded bank and its customer side',
    load: async () => (await import('./sandbox/sandbox.js')).commands,
  },
  init: {
    summary: 'set up a profile',
    load: async () => [(await import('./init/init.js')).init],
  },
  config: {
    summary: 'profiles and their settings',
    load: async () => (await import('./config/config.js')).commands,
  },
  doctor: {
    summary: 'check profile, files, network and journal, and say how to fix them',
    load: async () => [(await import('./doctor/doctor.js')).doctor],
  },
  explain: {
    summary: 'what a code or a state means, and what to do about it',
    load: async () => [(await import('./explain/command.js')).explain],
  },
  openapi: {
    summary: 'OpenAPI 3.1 of every operation of the bank',
    load: async () => [(await import('./openapi/command.js')).openapi],
  },
  completion: {
    summary: 'the completion script of your shell',
    load: async () => [(await import('./completion/command.js')).completion],
  },
  help: {
    summary: 'help of a command or about a topic; --json for machines',
    load: async () => [(await import('./help/command.js')).help],
  },
};
