import { FAMILIES, FAMILY_NAMES, type Family } from '../bank/families.js';
import type { Command, Group, Groups } from '../cli/command.js';

const OFFLINE = new Set(['decode', 'lint', 'render']);

/** Families whose commands are more than their calls. */
const MORE: Readonly<Partial<Record<Family, Omit<Group, 'summary'>>>> = {
  token: {
    load: async (next) => {
      const commands = (await import('./token/token.js')).commands();
      const isNamed = next !== undefined && commands.some(({ words }) => words[1] === next);
      return isNamed ? commands : [...commands, (await import('./token/login.js')).login];
    },
  },
  ewallet: { load: async (next) => (await import('./ewallet/ewallet.js')).commands(next) },
  qr: {
    load: async (next) =>
      OFFLINE.has(next ?? '')
        ? (await import('./qr/offline.js')).offlineCommands
        : (await import('./qr/qr.js')).commands(),
  },
  transfer: { load: async (next) => (await import('./transfer/transfer.js')).commands(next) },
  dd: { load: async (next) => (await import('./dd/dd.js')).commands(next) },
  slip: { load: async () => [await (await import('./slip/slip.js')).command()] },
  profile: {
    elsewhere: 'payctl config list shows the profiles of payctl itself',
    load: (next) => calls('profile', next),
  },
};

async function calls(family: Family, next?: string): Promise<readonly Command[]> {
  return (await import('./call/operation-commands.js')).commandsOf(family, next);
}

function groupOf(family: Family): Group {
  const { summary } = FAMILIES[family];
  return { summary, load: (next) => calls(family, next), ...MORE[family] };
}

export const GROUPS: Groups = {
  ...Object.fromEntries(FAMILY_NAMES.map((family) => [family, groupOf(family)])),
  api: {
    summary: 'any call, authenticated',
    load: async () => [(await import('./api/api.js')).api],
  },
  batch: {
    summary: 'one operation over the rows of a file',
    load: async () => (await import('./batch/batch.js')).commands,
  },
  investigate: {
    summary: 'find out what became of a payment, from any reference, slip or QR',
    load: async () => [(await import('./investigate/investigate.js')).investigate],
  },
  reconcile: {
    summary: "compare orders, the bank's file, the journal and the bank itself",
    load: async () => (await import('./reconcile/command.js')).commands,
  },
  find: {
    summary: 'find payments without a reference: by amount, day, payer or kind',
    load: async () => [(await import('./find/find.js')).find],
  },
  journal: {
    summary: 'what this machine sent that can move money, and how it ended',
    load: async () => (await import('./journal/journal.js')).commands,
  },
  store: {
    summary: 'the shared store of several machines',
    load: async () => (await import('./store/store.js')).commands,
  },
  listen: {
    summary: 'receive payment confirmations: keep, verify, forward, list, replay',
    load: async () => (await import('./listen/listen.js')).commands,
  },
  smoke: {
    summary: 'run plans of calls and expectations, on the embedded bank or a real one',
    load: async () => [(await import('./smoke/smoke.js')).smokeOf(GROUPS)],
  },
  console: {
    summary: 'the web page of support: search, slips, journal, confirmations',
    load: async () => [(await import('./console/console.js')).consoleFor(GROUPS)],
  },
  mcp: {
    summary: 'tools for agents, by the Model Context Protocol',
    load: async () => [(await import('./mcp/mcp.js')).mcpOf(GROUPS)],
  },
  sandbox: {
    summary: 'the embedded bank and its customer side',
    load: async () => (await import('./sandbox/operator.js')).commands,
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
    load: async () => [(await import('./completion/command.js')).completionOf(GROUPS)],
  },
  help: {
    summary: 'help of a command or about a topic; --json for machines',
    load: async () => [(await import('./help/command.js')).helpOf(GROUPS)],
  },
};
