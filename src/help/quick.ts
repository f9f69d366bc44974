import { VERSION } from '../core/version.js';

/**
 * What can be answered before anything is loaded: the version, and the help and completion scripts
 * that were made at build time. undefined: the command has to be resolved.
 *
 * @param read returns the text of a file by its path from here, or undefined
 */
export function quickAnswer(
  argv: readonly string[],
  read: (path: string) => string | undefined,
): string | undefined {
  const [first, second = ''] = argv;
  if (argv.join(' ') === 'version') return `${VERSION}\n`;
  if (argv.some(isVersion) && argv.every((token) => isVersion(token) || isWord(token))) {
    return `${VERSION}\n`;
  }
  if (argv.length === 2 && first === 'completion' && isShell(second)) {
    return read(`../completions/${SCRIPT_NAMES[second]}`);
  }
  if (argv.join(' ') === 'help --json') return read('help/tree.json');
  const words = first === 'help' ? argv.slice(1) : withoutHelpFlag(argv);
  if (!words?.every(isWord)) return undefined;
  return read(`help/${['payctl', ...words].join('-')}`);
}

/** The words before and after a help flag; bare `payctl` and a bare group ask for help, too. */
function withoutHelpFlag(argv: readonly string[]): readonly string[] | undefined {
  const words = argv.filter((token) => token !== '--help' && token !== '-h');
  if (words.length < argv.length || words.length === 0) return words;
  return undefined;
}

function isVersion(token: string): boolean {
  return token === '--version' || token === '-V';
}

function isWord(token: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(token);
}

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

function isShell(name: string): name is Shell {
  return SHELLS.some((shell) => shell === name);
}

/** Names under which the shells look for their scripts. */
const SCRIPT_NAMES: Readonly<Record<Shell, string>> = {
  bash: 'payctl.bash',
  zsh: '_payctl',
  fish: 'payctl.fish',
  powershell: 'payctl.ps1',
};
