import { VERSION } from '../version.js';

/**
 * What can be answered before anything is loaded: the version, and help that was rendered when
 * the program was built. undefined: the command has to be resolved.
 *
 * @param readHelp text of a page by its words joined with `-`; undefined where there is none
 */
export function quickAnswer(
  argv: readonly string[],
  readHelp: (page: string) => string | undefined,
): string | undefined {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) return `${VERSION}\n`;
  const asked = argv[0] === 'help' ? argv.slice(1) : withoutHelpFlag(argv);
  if (!asked?.every(isWord)) return undefined;
  return readHelp(['payctl', ...asked].join('-'));
}

/** The words before and after a help flag; bare `payctl` and a bare group ask for help, too. */
function withoutHelpFlag(argv: readonly string[]): readonly string[] | undefined {
  const words = argv.filter((token) => token !== '--help' && token !== '-h');
  if (words.length < argv.length || words.length === 0) return words;
  return undefined;
}

function isWord(token: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(token);
}
