import { describe, expect, it } from 'vitest';
import {
  type CompletionHost,
  completionValues,
  type FileOwner,
} from '../../src/commands/completion/values.js';
import { VERSION } from '../../src/core/version.js';
import { quickAnswer } from '../../src/help/quick.js';

/** Answers with the path that was asked for, so that the tests see it. */
const shown = (path: string) => (path.includes('nonsense') ? undefined : path);

describe('quickAnswer', () => {
  it.each([
    ['--version', `${VERSION}\n`],
    ['-V', `${VERSION}\n`],
    ['version', `${VERSION}\n`],
    ['token --version', `${VERSION}\n`],
    ['', 'help/payctl'],
    ['--help', 'help/payctl'],
    ['help', 'help/payctl'],
    ['ewallet pay --help', 'help/payctl-ewallet-pay'],
    ['-h ewallet', 'help/payctl-ewallet'],
    ['help ewallet pay', 'help/payctl-ewallet-pay'],
    ['help exit-codes', 'help/payctl-exit-codes'],
    ['help --json', 'help/tree.json'],
    ['completion zsh', '../completions/_payctl'],
  ])('%s', (line, expected) => {
    expect(quickAnswer(line.split(' ').filter(Boolean), shown)).toBe(expected);
  });

  it.each([
    'token',
    'ewallet',
    'ewallet pay --tran-type W --help',
    'help nonsense',
    'help ../../etc/passwd',
    'completion nonsense',
    'completion bash --quiet',
    '--version --quiet',
  ])('leaves to the program: %s', (line) => {
    expect(quickAnswer(line.split(' '), shown)).toBeUndefined();
  });
});

describe('completionValues', () => {
  const KEYS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32));
  const [whole = '', ended = '', renewed = '', hostile = ''] = KEYS;
  const intent = (reference: string) => `{"type":"intent","reference":"${reference}"}\n`;
  const FILES: Readonly<Record<string, string>> = {
    '/c/config.json': '{"version":1,"profiles":{"shop":{},"bad name":{},"$(id)":{}}}',
    [`/s/journal/${whole}.1.jsonl`]: `${intent('OPEN1')}{"torn`,
    [`/s/journal/${ended}.1.jsonl`]: intent('ENDED1'),
    [`/s/journal/${renewed}.1.jsonl`]: intent('AGAIN1'),
    [`/s/journal/${renewed}.2.jsonl`]: intent('AGAIN1'),
    [`/s/journal/${hostile}.1.jsonl`]: intent('$(reboot)'),
    '/s/journal/index.jsonl': [ended, renewed]
      .map((key) => `[1,1,"succeeded","SUCCESS",null,"${key}","ewallet.pay","R","U"]\n`)
      .join(''),
  };
  const host: CompletionHost = {
    env: { PAYCTL_CONFIG_DIR: '/c', PAYCTL_STATE_DIR: '/s' },
    platform: 'linux',
    cwd: '/',
    read: (path, from = 0) => FILES[path]?.slice(from),
    ownership: (path) => standingIn(FILES, path),
    list: (directory) =>
      Object.keys(FILES)
        .filter((path) => path.startsWith(`${directory}/`))
        .map((path) => path.slice(directory.length + 1)),
    readState: async (path) => FILES[path],
    readOpenItems: async () => [],
  };

  it('offers profiles, and nothing that means something to a shell', async () => {
    expect(await completionValues('profiles', host)).toBe('sandbox\nshop\n');
  });

  it('offers the references of open charges, and of those taken up again', async () => {
    expect(await completionValues('references', host)).toBe('OPEN1\nAGAIN1\n');
  });

  it('offers books, and the open items of the one that was named', async () => {
    const files = { '/s/books/shop.db': '', '/s/books/shop.db-journal': '' };
    const seen: CompletionHost = {
      ...host,
      ownership: (path) => standingIn(files, path),
      list: () => Object.keys(files).map((path) => path.slice('/s/books/'.length)),
      readOpenItems: async (path) => (path === '/s/books/shop.db' ? ['a1', '$(id)'] : ['b2']),
    };
    expect(await completionValues('books', seen)).toBe('shop\n');
    expect(await completionValues('items', seen, 'shop')).toBe('a1\n');
    expect(await completionValues('items', seen, '../shop')).toBe('');
  });

  it('reads the journal from where its newest index ends', async () => {
    const log = '/s/journal/index.jsonl';
    const before = 'not read again\n';
    const made = `[1,"${whole}",1,2]\n[2,"${ended}",1,2]\n`;
    const files: Readonly<Record<string, string>> = {
      ...FILES,
      [log]: `${before}${made}[2,1,"succeeded","SUCCESS",null,"${ended}","ewallet.pay","R","U"]\n`,
      '/s/index/journal/000000000000001.db': JSON.stringify({ to: 0, open: [] }),
      '/s/index/journal/000000000000002.db': JSON.stringify({
        to: before.length,
        open: [[renewed, 2]],
      }),
    };
    const seen: CompletionHost = {
      ...host,
      read: (path, from = 0) => files[path]?.slice(from),
      ownership: (path) => standingIn(files, path),
      list: (directory) =>
        directory.endsWith('index/journal') ? ['000000000000001.db', '000000000000002.db'] : [],
      readState: async (path) => files[path],
    };
    expect(await completionValues('references', seen)).toBe('AGAIN1\nOPEN1\n');
    const unreadable = { ...seen, stateIn: async () => undefined };
    expect(await completionValues('references', { ...unreadable, list: host.list })).toBe(
      'OPEN1\nAGAIN1\n',
    );
  });

  it.each([
    ['profiles', '/c'],
    ['profiles', '/c/config.json'],
    ['references', '/s'],
    ['references', '/s/journal'],
    ['references', '/s/journal/index.jsonl'],
    ['references', `/s/journal/${whole}.1.jsonl`],
  ])('offers no %s where others can write to %s', async (kind, open) => {
    const ownership: CompletionHost['ownership'] = (path) =>
      path === open ? 'foreign' : host.ownership(path);
    expect(await completionValues(kind, { ...host, ownership })).toBe('');
  });

  it('offers nothing else, and never fails', async () => {
    expect(await completionValues('secrets', host)).toBe('');
    expect(await completionValues(undefined, host)).toBe('');
    expect(await completionValues('profiles', { ...host, read: () => '{' })).toBe('');
    expect(await completionValues('profiles', { ...host, env: {} })).toBe('');
  });
});

function standingIn(files: Readonly<Record<string, string>>, path: string): FileOwner {
  const isThere = Object.keys(files).some((file) => `${file}/`.startsWith(`${path}/`));
  return isThere ? 'own' : 'absent';
}
