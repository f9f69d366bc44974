import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { joinWithOr } from '../core/text.js';

/** What stands around results and failures in a terminal. */
export const terminalMessages = area('terminal', () => ({
  warning: (what: string) => `warning: ${what}`,
  error: 'error:',
  details: 'details:',
  meaning: 'meaning:',
  hint: 'hint:',
  nothingFound: 'nothing found',
  hiddenColumns: (columns: readonly string[]) =>
    `no room for ${columns.join(', ')}: -o yaml shows all, --columns what you choose`,
  wholeResult: (why: string) => `${why}; the whole result is shown`,
  bodyNotKept:
    'the journal does not keep the body of an answer byte for byte; -o json shows what it keeps',
}));

/** What is wrong with a command line. */
export const commandLine = area('commandLine', () => ({
  mangled: (number: number, shown: string) => `argument ${number} is not valid UTF-8: ${shown}`,
  checkEncoding: 'check the encoding of the terminal or the script: locale',
  unknownOption: (flag: string) => `unknown option '${flag}'`,
  form: (flag: string, value: string, forms: readonly string[]) =>
    `${flag} is ${JSON.stringify(value)}; give ${flag} alone, or ${joinWithOr(forms)}`,
  takesNoValue: (flag: string) => `${flag} takes no value`,
  giveAlone: (flag: string) => `give ${flag} alone`,
  needsValue: (flag: string) => `${flag} needs a value`,
  needsValueNot: (flag: string, next: string) =>
    `${flag} needs a value, but ${next} after it is an option`,
  byEquals: (written: string) => `if the value starts with a dash, use =: ${written}`,
  noCommand: (word: string, path: string) =>
    `there is no command ${JSON.stringify(word)} in ${path}`,
  run: (commands: readonly string[]) => `run ${joinWithOr(commands)}`,
  didYouMeanCommand: (commands: readonly string[]) => `did you mean: ${joinWithOr(commands)}`,
  helpLists: (path: string, commands: readonly string[]) =>
    `${path} --help lists: ${commands.join(', ')}`,

  // Lists that are too long for what was asked.
  queryNeedsAll: (query: string, most: number) =>
    `--query ${JSON.stringify(query)} needs all items at once, and there are more than ${most} items`,
  queryEach:
    'list fewer, or begin the query with [*] or [?…], which takes one item after the other; with csv and text, name the --columns too',
  formatNeedsAll: (format: string, most: number) =>
    `-o ${format} needs all items at once, and there are more than ${most} items`,
  listFewer: 'list fewer, or use -o jsonl',
  rowsWhole: (why: string) => `${why}; rows like this are shown whole`,
}));

/** Questions that are asked by plain lines. */
export const prompts = area('prompts', () => ({
  yesOrNo: (question: string) => `${question} [y/N]`,
  answerYesOrNo: 'Answer y or n.',
  line: (question: string, usual: string) => (usual === '' ? question : `${question} (${usual})`),
  number: (most: number) => `Number, 1 to ${most}:`,
}));

/** How a result is shaped and shown. */
export const output = area('output', () => ({
  shortened: {
    terminal: (start: string, length: number) =>
      `${start}… (${length} characters; -o json shows all)`,
    page: (start: string, length: number) => `${start}… (${length} characters)`,
  },
  queryFails: (query: string, why: string) => `--query ${query} does not work: ${why}`,
  quoteQuery: 'quote it for the shell; see https://jmespath.org',
  noColumn: ({ column, fields, more }: NoColumn) => {
    const list = fields.join(', ') || 'none';
    return `--columns has no field ${column}; the fields are ${list}${more > 0 ? `, and ${more} more` : ''}`;
  },
}));

interface NoColumn {
  /** In quotation marks. */
  column: string;
  fields: readonly string[];
  /** How many fields are not listed. */
  more: number;
}

/** Help that does not exist. */
export const helpPages = area('helpPages', () => ({
  none: (asked: string) => `there is no help about ${asked}`,
  noCommand: (asked: string) => `there is no command ${asked}`,
  meant: (words: readonly string[]) =>
    phrase`did you mean: ${payctl.withoutProfile`help ${words}`}`,
  listed: phrase`${payctl.withoutProfile`--help`} lists commands and topics`,
}));
