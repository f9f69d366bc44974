import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { joinWithOr } from '../core/text.js';

const quoted = (text: string): string => JSON.stringify(text);

/** What is wrong with what a person has typed. */
export const inputMessages = area('input', () => ({
  // Values of options and arguments.
  choose: {
    terminal: (name: string, value: string, choices: readonly string[]) =>
      `${name} is ${quoted(value)}; give ${choices.join(', ')}`,
    page: (_, value: string) => `${quoted(value)} is none of the choices.`,
  },
  tooLong: {
    terminal: (flag: string, most: number, given: number) =>
      `${flag} takes at most ${most} characters, not ${given}`,
    page: (_, most: number) => `This is too long: write at most ${most} characters.`,
  },
  empty: {
    terminal: (flag: string) => `${flag} is empty`,
    page: 'A field that must be filled in is empty.',
  },
  giveOrLeave: { terminal: (flag: string) => `give a value, or leave out ${flag}`, page: '' },
  notDuration: (flag: string, value: string) =>
    `${flag} is ${quoted(value)}; give a duration such as 30s, 2m or 500ms`,
  notMoment: {
    terminal: (flag: string, value: string) =>
      `${flag} is ${quoted(value)}; give 2026-01-31, today, yesterday, an ISO time, or -24h`,
    page: (_, value: string) => `${quoted(value)} is not a time.`,
  },
  notDay: {
    terminal: (flag: string, value: string) =>
      `${flag} is ${quoted(value)}; give a day as YYYY-MM-DD, today or yesterday`,
    page: (_, value: string) => `${quoted(value)} is not a day: write 2026-01-31 or 31/01/2026.`,
  },
  notCount: (flag: string, value: string) =>
    `${flag} is ${quoted(value)}; give a whole number of at most six digits`,
  notPort: (flag: string, port: number) => `${flag} is ${port}; give a port, 0 to 65535`,
  wrong: {
    terminal: (flag: string, problem: string) => `${flag} ${problem}`,
    page: (_, problem: string) => `What you gave ${problem}`,
  },
  oneValue: (name: string) => `${name} takes one value, not a list`,
  noText: (name: string) => `${name} takes a text or a number`,
  missingArgument: (name: string) => `missing required argument '${name}'`,
  unexpectedArgument: (value: string) => `unexpected argument ${quoted(value)}`,
  notUtf8: (value: string) => `${quoted(value)} is not valid UTF-8`,

  // Global options.
  rawAlone: (option: string) =>
    `-o raw prints the answer as it came, so it cannot go with ${option}`,
  withJson: (option: string) => `use ${option} with -o json, or leave it out`,
  notProfileName: (from: string, name: string) =>
    `${from} is ${quoted(name)}, which is not a valid profile name`,
  badColumns: (value: string) =>
    `--columns is ${quoted(value)}; separate names with commas, e.g. a,b`,
  badTimeout: (value: string) => `--timeout is ${value}; give more than 0 and at most 24h`,
  badRequestUId: (length: number) =>
    `--request-uid must be exactly 32 letters and digits; this one has ${length} characters`,

  // Fields.
  problems: (command: string, count: number) =>
    `${command}: ${count === 1 ? 'one problem' : `${count} problems`} in the input; nothing was sent`,
  unknownValue: (value: string, choices: readonly string[], field: string) =>
    `is ${quoted(value)}; use ${joinWithOr(choices)}, or send another value with -f ${field}=…`,
  fileForReference: (value: string, name: string) =>
    `${quoted(value)} looks like a file, but ${name} is a reference`,
  investigateFile: (flag: string) =>
    phrase`${payctl`investigate FILE`} reads a file; give a reference of that name with ${flag}`,
  twoReferences: (word: string, flag: string, value: string) =>
    `two references are given: ${quoted(word)}, and ${flag} ${value}`,
  noName: (owner: string, name: string) => `${owner} has no ${name}`,
  noNameMeant: (owner: string, name: string, guess: string) =>
    `${owner} has no ${name}; did you mean ${guess}?`,
  inputTwice: 'standard input is named twice, but it can be read only once',
  oneInFile: 'put one of them in a file: @FILE',
  bothFlags: (field: string) => `${field} is given by both -F and -f`,
  useOne: 'use one of them',
  dataNotJson: (why: string) => `--data is not JSON: ${why}`,
  giveJson: 'give a JSON object, @FILE or -',
  dataNotObject: '--data is not a JSON object; give {"field": …}, @FILE or -',
  noFile: (flag: string, path: string) => `${flag} names the file ${path}, which does not exist`,
  sourceNotUtf8: (flag: string, source: string) => `${flag} ${source} is not valid UTF-8`,
  convert: 'iconv -t UTF-8 converts a file',
  notPair: (flag: string, pair: string) => `${flag} is ${quoted(pair)}; give key=value`,
  notFieldName: (path: string) => `${quoted(path)} is not a field name`,
  fieldNames: 'write name, name.inner for a nested field, or name[] for an item of a list',
  taken: (path: string) =>
    `${quoted(path)} is given, but what contains it already has another value`,
}));
