import { nearest } from '../core/text.js';
import type { Command, Groups } from '../runtime/command.js';

/** A command that may be meant. */
export interface Guess {
  words: string;
  /** Its options and arguments, as in help. */
  given?: string;
}

/**
 * Words that people try first, and the commands they are looking for. A word that is a command in
 * some group (`refund`, `search`) needs no entry: it is found there.
 */
export const MEANT: Readonly<Record<string, readonly Guess[]>> = {
  status: [
    { words: 'investigate', given: 'REFERENCE' },
    { words: 'journal list' },
    { words: 'token status' },
  ],
  check: [
    { words: 'investigate', given: 'REFERENCE' },
    { words: 'slip verify' },
    { words: 'doctor' },
  ],
  inquiry: [{ words: 'investigate', given: 'REFERENCE' }],
  lookup: [{ words: 'investigate', given: 'REFERENCE' }],
  track: [{ words: 'investigate', given: 'REFERENCE' }],
  query: [{ words: 'investigate', given: 'REFERENCE' }, { words: 'bill search' }],
  search: [
    { words: 'find' },
    { words: 'bill search' },
    { words: 'investigate', given: 'REFERENCE' },
  ],
  payment: [
    { words: 'ewallet pay' },
    { words: 'qr create' },
    { words: 'dd charge' },
    { words: 'cpm pay' },
  ],
  payments: [{ words: 'find' }, { words: 'journal list' }],
  transactions: [{ words: 'find' }, { words: 'journal list' }],
  history: [{ words: 'journal list' }],
  list: [{ words: 'find' }, { words: 'journal list' }, { words: 'listen list' }],
  transaction: [{ words: 'find' }, { words: 'investigate', given: 'REFERENCE' }],
  orders: [{ words: 'find' }, { words: 'reconcile' }],
  refunds: [
    { words: 'find', given: '--state reversed' },
    { words: 'journal list', given: '--operation ewallet.refund' },
  ],
  confirmations: [{ words: 'listen list' }],
  events: [{ words: 'listen list' }, { words: 'journal list' }],
  balance: [{ words: 'find', given: '--from today' }],
  report: [{ words: 'investigate', given: 'REFERENCE --report FILE.html' }],
  ui: [{ words: 'console' }],
  web: [{ words: 'console' }],
  dashboard: [{ words: 'console' }],
  completions: [{ words: 'completion', given: 'SHELL' }],
  env: [{ words: 'help environment' }],
  fix: [{ words: 'doctor', given: '--fix' }],
  recover: [{ words: 'journal recover' }],
  log: [{ words: 'journal list' }, { words: 'sandbox log' }],
  logs: [{ words: 'journal list' }, { words: 'sandbox log' }],
  return: [{ words: 'ewallet refund' }, { words: 'cpm refund' }],
  reverse: [{ words: 'ewallet refund' }, { words: 'cpm refund' }, { words: 'qr void' }],
  wallet: [{ words: 'ewallet' }],
  payout: [{ words: 'transfer credit send' }],
  send: [{ words: 'transfer credit send' }, { words: 'transfer debit send' }],
  directdebit: [{ words: 'dd' }],
  debit: [{ words: 'dd charge' }, { words: 'transfer debit send' }],
  credit: [{ words: 'transfer credit send' }],
  scan: [
    { words: 'qr decode', given: 'FILE' },
    { words: 'slip verify', given: 'FILE' },
    { words: 'cpm pay' },
  ],
  read: [{ words: 'qr decode', given: 'FILE' }],
  receipt: [{ words: 'slip verify', given: 'FILE' }],
  logout: [{ words: 'token clear' }],
  auth: [{ words: 'token' }, { words: 'token login' }],
  signin: [{ words: 'token login' }],
  setup: [{ words: 'init' }],
  configure: [{ words: 'init' }, { words: 'config set' }],
  settings: [{ words: 'config show' }],
  profiles: [{ words: 'config list' }],
  switch: [{ words: 'config use', given: 'NAME' }],
  use: [{ words: 'config use', given: 'NAME' }],
  ls: [{ words: 'config list' }, { words: 'journal list' }],
  webhook: [{ words: 'listen' }],
  callback: [{ words: 'listen' }],
  server: [{ words: 'sandbox serve' }, { words: 'listen' }],
  start: [{ words: 'sandbox serve' }, { words: 'listen' }],
  mock: [{ words: 'sandbox serve' }],
  test: [
    { words: 'doctor' },
    { words: '--sandbox qr create', given: '--ref1 ORDER1 --amount 100' },
  ],
  ping: [{ words: 'doctor' }],
  health: [{ words: 'doctor' }],
  request: [{ words: 'api', given: 'GET PATH' }],
  call: [{ words: 'api', given: 'GET PATH' }],
  error: [{ words: 'explain', given: 'CODE' }],
  errors: [{ words: 'help exit-codes' }],
  swagger: [{ words: 'openapi' }],
  version: [{ words: '--version' }],
};

/** `payctl profile` is about profiles at the bank; these words mean those of payctl. */
const OF_PROFILE: Readonly<Record<string, Guess>> = {
  list: { words: 'config list' },
  ls: { words: 'config list' },
  show: { words: 'config show', given: 'NAME' },
  current: { words: 'config show' },
  get: { words: 'config get', given: 'SETTING' },
  set: { words: 'config set', given: 'SETTING VALUE' },
  use: { words: 'config use', given: 'NAME' },
  switch: { words: 'config use', given: 'NAME' },
  add: { words: 'init' },
  new: { words: 'init' },
  create: { words: 'init' },
  init: { words: 'init' },
  copy: { words: 'config copy', given: 'NAME TO' },
  rename: { words: 'config rename', given: 'NAME TO' },
  delete: { words: 'config delete', given: 'NAME' },
  remove: { words: 'config delete', given: 'NAME' },
};

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
): Promise<Guess[]> {
  const asked = word.toLowerCase();
  const [group] = prefix;
  if (group !== undefined) return inGroup(groups, asked, group, prefix);
  if (Object.hasOwn(MEANT, asked)) return [...(MEANT[asked] ?? [])];
  const commands = await allCommands(groups);
  return matchingCommands(commands, (words) => words.length > 1 && words.at(-1) === asked);
}

/** The commands that a misspelt first word probably means: it may be a group, a command in one, or another word that people try. */
export async function commandsNearest(groups: Groups, word: string): Promise<Guess[]> {
  const names = Object.keys(groups);
  const commands = await allCommands(groups);
  const last = commands.map(({ words }) => words.at(-1) ?? '');
  const meant = nearest(word, [...names, ...Object.keys(MEANT), ...last]);
  if (meant === undefined) return [];
  return names.includes(meant) ? [{ words: meant }] : commandsMeant(groups, meant, []);
}

async function allCommands(groups: Groups): Promise<Command[]> {
  return (await Promise.all(Object.values(groups).map(({ load }) => load()))).flat();
}

async function inGroup(
  groups: Groups,
  asked: string,
  group: string,
  prefix: readonly string[],
): Promise<Guess[]> {
  if (group === 'profile' && Object.hasOwn(OF_PROFILE, asked)) {
    const meant = OF_PROFILE[asked];
    if (meant) return [meant];
  }
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
): Guess[] {
  return commands.flatMap(({ words, aliases = [] }) => {
    const spelling = [words, ...aliases].find(fits);
    return spelling ? [{ words: spelling.join(' ') }] : [];
  });
}
