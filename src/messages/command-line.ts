import { area } from '../core/message.js';
import { listed } from '../core/text.js';

/** What is wrong with a command line. */
export const commandLine = area('commandLine', () => ({
  mangled: (number: number, shown: string) => `argument ${number} is not valid UTF-8: ${shown}`,
  checkEncoding: 'check the encoding of the terminal or the script: locale',
  unknownOption: (flag: string) => `unknown option '${flag}'`,
  didYouMean: (what: string) => `did you mean ${what}?`,
  form: (flag: string, value: string, forms: readonly string[]) =>
    `${flag} is ${JSON.stringify(value)}; give ${flag} alone, or ${listed(forms)}`,
  takesNoValue: (flag: string) => `${flag} takes no value`,
  giveAlone: (flag: string) => `give ${flag} alone`,
  needsValue: (flag: string) => `${flag} needs a value`,
  needsValueNot: (flag: string, next: string) =>
    `${flag} needs a value, but ${next} after it is an option`,
  byEquals: (written: string) => `if the value starts with a dash, use =: ${written}`,
  noCommand: (word: string, path: string) =>
    `there is no command ${JSON.stringify(word)} in ${path}`,
  run: (commands: readonly string[]) => `run ${listed(commands)}`,
  didYouMeanCommand: (commands: readonly string[]) => `did you mean: ${listed(commands)}`,
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
