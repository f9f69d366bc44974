import { nearest } from '../core/text.js';
import type { Command, Groups } from '../runtime/command.js';

/** A command that may be meant, with its options and arguments as in help. */
export type CommandGuess = readonly [words: string, given?: string];

const INVESTIGATE: CommandGuess = ['investigate', 'REFERENCE'];

/**
 * Words that people try first, and the commands they are looking for. A word that is a command in
 * some group (`refund`, `search`) needs no entry: it is found there.
 */
export const MEANT: Readonly<Record<string, readonly CommandGuess[]>> = {
  status: [INVESTIGATE, ['journal list'], ['token status']],
  check: [INVESTIGATE, ['slip verify'], ['doctor']],
  inquiry: [INVESTIGATE],
  lookup: [INVESTIGATE],
  track: [INVESTIGATE],
  query: [INVESTIGATE, ['bill search']],
  search: [['find'], ['bill search'], INVESTIGATE],
  payment: [['ewallet pay'], ['qr create'], ['dd charge'], ['cpm pay']],
  payments: [['find'], ['journal list']],
  transactions: [['find'], ['journal list']],
  history: [['journal list']],
  list: [['find'], ['journal list'], ['listen list']],
  transaction: [['find'], INVESTIGATE],
  orders: [['find'], ['reconcile']],
  refunds: [
    ['find', '--state reversed'],
    ['journal list', '--operation ewallet.refund'],
  ],
  confirmations: [['listen list']],
  events: [['listen list'], ['journal list']],
  balance: [['find', '--from today']],
  report: [['investigate', 'REFERENCE --report FILE.html']],
  ui: [['console']],
  web: [['console']],
  dashboard: [['console']],
  completions: [['completion', 'SHELL']],
  env: [['help environment']],
  fix: [['doctor', '--fix']],
  recover: [['journal recover']],
  log: [['journal list'], ['sandbox log']],
  logs: [['journal list'], ['sandbox log']],
  return: [['ewallet refund'], ['cpm refund']],
  reverse: [['ewallet refund'], ['cpm refund'], ['qr void']],
  wallet: [['ewallet']],
  payout: [['transfer credit send']],
  send: [['transfer credit send'], ['transfer debit send']],
  directdebit: [['dd']],
  debit: [['dd charge'], ['transfer debit send']],
  credit: [['transfer credit send']],
  scan: [['qr decode', 'FILE'], ['slip verify', 'FILE'], ['cpm pay']],
  read: [['qr decode', 'FILE']],
  receipt: [['slip verify', 'FILE']],
  logout: [['token clear']],
  auth: [['token'], ['token login']],
  signin: [['token login']],
  setup: [['init']],
  configure: [['init'], ['config set']],
  settings: [['config show']],
  profiles: [['config list']],
  switch: [['config use', 'NAME']],
  use: [['config use', 'NAME']],
  ls: [['config list'], ['journal list']],
  webhook: [['listen']],
  callback: [['listen']],
  server: [['sandbox serve'], ['listen']],
  start: [['sandbox serve'], ['listen']],
  mock: [['sandbox serve']],
  test: [['doctor'], ['--sandbox qr create', '--ref1 ORDER1 --amount 100']],
  ping: [['doctor']],
  health: [['doctor']],
  request: [['api', 'GET PATH']],
  call: [['api', 'GET PATH']],
  error: [['explain', 'CODE']],
  errors: [['help exit-codes']],
  swagger: [['openapi']],
  version: [['--version']],
};

/** `payctl profile` is about profiles at the bank; these words mean those of payctl. */
const OF_PROFILE: ReadonlyMap<string, CommandGuess> = new Map(
  Object.entries<CommandGuess>({
    list: ['config list'],
    ls: ['config list'],
    show: ['config show', 'NAME'],
    current: ['config show'],
    get: ['config get', 'SETTING'],
    set: ['config set', 'SETTING VALUE'],
    use: ['config use', 'NAME'],
    switch: ['config use', 'NAME'],
    add: ['init'],
    new: ['init'],
    create: ['init'],
    init: ['init'],
    copy: ['config copy', 'NAME TO'],
    rename: ['config rename', 'NAME TO'],
    delete: ['config delete', 'NAME'],
    remove: ['config delete', 'NAME'],
  }),
);

/** Words for the same thing: if a group has one of them, the others mean it. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['inquire', 'inquiry', 'status', 'search', 'query', 'check', 'lookup', 'find', 'get', 'show'],
  ['verify', 'check', 'validate', 'scan', 'read', 'inquire'],
  ['decode', 'read', 'scan', 'parse', 'show'],
  ['create', 'new', 'generate', 'make', 'add', 'register'],
  ['charge', 'pay', 'debit', 'collect'],
  ['send', 'pay', 'transfer'],
  ['refund', 'return', 'reverse'],
  ['void', 'cancel', 'refund', 'reverse'],
  ['list', 'ls', 'all', 'log', 'history', 'status'],
  ['show', 'view', 'get', 'cat', 'info', 'status'],
  ['delete', 'remove', 'rm', 'clear'],
  ['serve', 'start', 'run', 'up', 'server'],
  ['use', 'switch', 'select'],
  ['login', 'signin', 'auth'],
];

/** The commands that an unknown word probably means; empty if there is no guess. */
export async function commandsMeant(
  groups: Groups,
  word: string,
  prefix: readonly string[],
): Promise<CommandGuess[]> {
  const asked = word.toLowerCase();
  const [group] = prefix;
  if (group !== undefined) return guessInGroup(groups, asked, group, prefix);
  if (Object.hasOwn(MEANT, asked)) return [...(MEANT[asked] ?? [])];
  const commands = await allCommands(groups);
  return matchingCommands(commands, (words) => words.length > 1 && words.at(-1) === asked);
}

/** The commands that a misspelt first word probably means: it may be a group, a command in one, or another word that people try. */
export async function commandsNearest(groups: Groups, word: string): Promise<CommandGuess[]> {
  const names = Object.keys(groups);
  const commands = await allCommands(groups);
  const last = commands.map(({ words }) => words.at(-1) ?? '');
  const meant = nearest(word, [...names, ...Object.keys(MEANT), ...last]);
  if (meant === undefined) return [];
  return names.includes(meant) ? [[meant]] : commandsMeant(groups, meant, []);
}

async function allCommands(groups: Groups): Promise<Command[]> {
  return (await Promise.all(Object.values(groups).map(({ load }) => load()))).flat();
}

async function guessInGroup(
  groups: Groups,
  asked: string,
  group: string,
  prefix: readonly string[],
): Promise<CommandGuess[]> {
  const ofProfile = group === 'profile' ? OF_PROFILE.get(asked) : undefined;
  if (ofProfile) return [ofProfile];
  const commands = (await groups[group]?.load()) ?? [];
  const alike = SYNONYMS.filter((words) => words.includes(asked)).flat();
  const isMeant = (words: readonly string[]) =>
    words.length > prefix.length &&
    prefix.every((part, at) => words[at] === part) &&
    alike.includes(words.at(-1) ?? '');
  return matchingCommands(commands, isMeant).slice(0, 3);
}

/** Each command once, by its first spelling that fits. */
function matchingCommands(
  commands: readonly Command[],
  fits: (words: readonly string[]) => boolean,
): CommandGuess[] {
  return commands.flatMap(({ words, aliases = [] }) => {
    const spelling = [words, ...aliases].find(fits);
    return spelling ? [[spelling.join(' ')]] : [];
  });
}
