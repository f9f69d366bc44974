import { FAMILIES, FAMILY_NAMES, type Family } from './bank/families.js';
import type { Command, Group, Groups } from './runtime/command.js';

const OFFLINE = new Set(['decode', 'lint', 'render']);

/** Families whose commands are more than their calls. */
const MORE: Readonly<Partial<Record<Family, Omit<Group, 'summary'>>>> = {
  token: {
    load: async (next) => {
      const { commands } = await import('./commands/token/token.js');
      const isNamed = next !== undefined && commands.some(({ words }) => words[1] === next);
      return isNamed ? commands : [...commands, (await import('./commands/token/login.js')).login];
    },
  },
  ewallet: { load: async (next) => (await import('./commands/ewallet/ewallet.js')).commands(next) },
  qr: {
    load: async (next) =>
      OFFLINE.has(next ?? '')
        ? (await import('./commands/qr/offline.js')).offlineCommands
        : (await import('./commands/qr/qr.js')).commands(),
  },
  transfer: {
    load: async (next) => (await import('./commands/transfer/transfer.js')).commands(next),
  },
  dd: { load: async (next) => (await import('./commands/dd/dd.js')).commands(next) },
  slip: { load: async () => [await (await import('./commands/slip/slip.js')).command()] },
  profile: {
    elsewhere: 'payctl config list shows the profiles of payctl itself',
    load: (next) => calls('profile', next),
  },
};

async function calls(family: Family, next?: string): Promise<readonly Command[]> {
  return (await import('./commands/call/operation-commands.js')).familyCommands(family, next);
}

function familyGroup(family: Family): Group {
  const { summary } = FAMILIES[family];
  return { summary, load: (next) => calls(family, next), ...MORE[family] };
}

export const GROUPS: Groups = {
  ...Object.fromEntries(FAMILY_NAMES.map((family) => [family, familyGroup(family)])),
  api: {
    summary: 'any call, authenticated',
    load: async () => [(await import('./commands/api/api.js')).api],
  },
  batch: {
    summary: 'one operation over the rows of a file',
    load: async () => (await import('./commands/batch/batch.js')).commands,
  },
  investigate: {
    summary: 'find out what became of a payment, from any reference, slip or QR',
    load: async () => [(await import('./commands/investigate/investigate.js')).investigate],
  },
  reconcile: {
    summary: "compare orders, the bank's file, the journal and the bank itself",
    load: async () => (await import('./commands/reconcile/command.js')).commands,
  },
  books: {
    summary: 'reconciling that remembers from night to night',
    load: async () => (await import('./commands/books/books.js')).commands,
  },
  find: {
    summary: 'find payments without a reference: by amount, day, payer or kind',
    load: async () => [(await import('./commands/find/find.js')).find],
  },
  journal: {
    summary: 'what this machine sent that can move money, and how it ended',
    load: async () => (await import('./commands/journal/journal.js')).commands,
  },
  approvals: {
    summary: 'what was proposed, and is sent once a second person releases it',
    load: async () => (await import('./commands/approvals/approvals.js')).commands,
  },
  audit: {
    summary: 'who did what, for a SIEM',
    load: async () => (await import('./commands/audit/audit.js')).commands,
  },
  store: {
    summary: 'the shared store of several machines',
    load: async () => (await import('./commands/store/store.js')).commands,
  },
  metrics: {
    summary: 'the file of --metrics, for Prometheus',
    load: async () => [(await import('./commands/metrics/metrics.js')).forget],
  },
  listen: {
    summary: 'receive payment confirmations: keep, verify, forward, list, replay',
    load: async () => (await import('./commands/listen/listen.js')).commands,
  },
  smoke: {
    summary: 'run plans of calls and expectations, on the embedded bank or a real one',
    load: async () => [(await import('./commands/smoke/smoke.js')).smokeCommand(GROUPS)],
  },
  attack: {
    summary: 'faults, orders and lies of a bank against your own application',
    load: async () => [(await import('./commands/attack/attack.js')).attack],
  },
  console: {
    summary: 'the web page of support: search, slips, journal, confirmations',
    load: async () => [(await import('./console/command.js')).consoleFor(GROUPS)],
  },
  mcp: {
    summary: 'tools for agents, by the Model Context Protocol',
    load: async () => [(await import('./mcp/command.js')).mcpCommand(GROUPS)],
  },
  sandbox: {
    summary: 'the embedded bank and its customer side',
    load: async () =>
      (await import('./commands/sandbox/operator.js')).commandsWith(async (services, groups) =>
        (await import('./console/run.js')).openSandboxPages(services, groups),
      ),
  },
  init: {
    summary: 'set up a profile',
    load: async () => [(await import('./commands/init/init.js')).init],
  },
  config: {
    summary: 'profiles and their settings',
    load: async () => (await import('./commands/config/config.js')).commands,
  },
  doctor: {
    summary: 'check profile, files, network and journal, and say how to fix them',
    load: async () => [(await import('./commands/doctor/doctor.js')).doctor],
  },
  explain: {
    summary: 'what a code or a state means, and what to do about it',
    load: async () => [(await import('./commands/explain/command.js')).explain],
  },
  openapi: {
    summary: 'OpenAPI 3.1 of every operation of the bank',
    load: async () => [(await import('./commands/openapi/command.js')).openapi],
  },
  completion: {
    summary: 'the completion script of your shell',
    load: async () => [(await import('./commands/completion/command.js')).completion],
  },
  help: {
    summary: 'help of a command or about a topic; --json for machines',
    load: async () => [(await import('./commands/help/command.js')).helpCommand(GROUPS)],
  },
};
