/**
 * What a run loads together is one file: opening a file costs a third of a millisecond, as much as
 * 20 kB of code that is not used. A group includes what it imports; the first group that matches a
 * module has it. Each begins with the module that is its entry.
 */
const GROUPS = {
  start: [
    'src/start',
    'src/(run|cli/run-line|runtime/(user-file|command))',
    'src/host/(node|loopback)',
    'src/(cli/output/print|format/(render|select))',
    'src/commands/qr/drawing',
    'src/runtime/monitoring/parameters',
    'src/bank/(path|reference)',
  ],
  settings: ['src/config/resolve', 'src/sandbox/seed/profile'],
  connection: [
    'src/core/hash',
    'src/config/(connection|secrets|secret-identity)',
    'src/state/token-(store|rows)',
    'src/commands/token/token',
  ],
  source: ['src/runtime/source'],
  qr: ['src/commands/qr/offline', 'src/qr/(decode|lint|tree)'],
  call: [
    'src/client/caller',
    'src/bank/(fields|define|check|families|answers|ewallet/references)',
    'src/runtime/(invoke|remember-codes)',
    'src/commands/call/operation-commands',
    'src/messages/network',
  ],
  ewallet: ['src/commands/ewallet/ewallet', 'src/bank/ewallet/operations'],
  journal: [
    'src/journal/claim',
    'src/journal/list',
    'src/state/files/(store|inbox|claim-index)',
    'src/callbacks/stored',
  ],
  charge: ['src/runtime/charging', 'src/journal/charge'],
  shared: [
    'src/config/shared-store',
    'src/state/postgres/(store|server|tokens)',
    'node_modules/postgres/.*',
  ],
  network: ['src/client/transport-got', 'src/config/tls', 'node_modules/got/.*'],
  files: ['src/core/records', 'src/host/bulk'],
  reconcile: ['src/commands/reconcile/command', 'src/commands/reconcile/run', 'src/reconcile/own'],
  bank: ['src/sandbox/bank', 'src/sandbox/(server/transport|ledger/store)'],
};

const names = Object.keys(GROUPS);

/**
 * To the bundler, each group is an entry: that gives its names as values, while any other chunk has a
 * getter for each, which costs a call 2 ms.
 */
export const entries = Object.fromEntries(names.map((name) => [name, `${GROUPS[name][0]}.ts`]));

const CHUNK = 'chunks/[name]-[hash].js';
/** Loaded by their names. */
const NAMED = ['start', 'index', 'testing'];

export const chunks = {
  entryFileNames: ({ name }) => (NAMED.includes(name) ? '[name].js' : CHUNK),
  chunkFileNames: CHUNK,
  codeSplitting: {
    groups: names.map((name, index) => ({
      name,
      test: new RegExp(`/(${GROUPS[name].join('|')})\\.[jt]s$`),
      priority: names.length - index,
    })),
  },
};

/** Packages that only some commands may load. */
const LATE = /node_modules\/(zod|got|hpagent|conf|libsql|yaml|inquirer|postgres|saxes)\//;
/** What Node takes milliseconds to load, and a command without a call does not need. */
const SLOW = ['node:crypto', 'node:net', 'node:http', 'node:https', 'node:tls', 'node:zlib'];
const NEVER_LATE = ['start', 'main', 'settings', 'connection', 'journal', 'reconcile'];

/** Throws when one of those is in a chunk that every command loads, or a quick one. */
export function checkChunks(files) {
  const calls = files.find(({ name }) => name === 'call')?.fileName;
  for (const { name, moduleIds = [], imports } of files) {
    if (!NEVER_LATE.includes(name)) continue;
    const costly = moduleIds.find((id) => LATE.test(id));
    if (costly) throw new Error(`${costly} lies in ${name}, which must stay small`);
    const slow = name === 'start' && SLOW.find((id) => imports.includes(id));
    if (slow) throw new Error(`${slow} would be loaded by every command`);
    if (imports.includes(calls)) throw new Error(`${name} would load all that makes calls`);
  }
}
