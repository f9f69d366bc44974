import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

const READ = 'PNG, JPEG, WebP, GIF';

/** Pictures, files and payloads that a person gives. */
export const sources = area('sources', () => ({
  notPicture: (source: string) => `${JSON.stringify(source)} is no picture: use ${READ}`,
  tooLarge: (source: string, bytes: number, most: number) =>
    `${source} has ${bytes} bytes; the limit is ${most}`,
  cropAndSave: {
    terminal: 'crop the picture to the code and save it as PNG',
    page: 'Crop the picture to the code.',
  },
  noFile: {
    terminal: (source: string) => `no such file: ${JSON.stringify(source)}`,
    page: () =>
      'This is the name of a file. Choose the file or drop it here; a page opens none by its name.',
  },
  isDirectory: {
    terminal: (source: string) => `no such file: ${JSON.stringify(source)} is a directory`,
    page: () =>
      'This is the name of a file. Choose the file or drop it here; a page opens none by its name.',
  },
  checkPath: { terminal: 'check the path; - reads standard input', page: '' },
  relativeTo: {
    terminal: (directory: string) => `paths are relative to ${directory}; - reads standard input`,
    page: () => '',
  },
  homeUnquoted: {
    terminal: 'the shell expands ~ only outside quotes; - reads standard input',
    page: '',
  },
  typeIt: {
    terminal: (command: readonly string[]) =>
      phrase`type the reference printed on the slip: ${payctl`${command} REFERENCE --sending-bank CODE`}`,
    page: () => 'Search for the reference printed on the slip.',
  },
  /** Where a picture cannot be read. */
  orTypeIt: {
    terminal: (hint: string, command: readonly string[]) =>
      phrase`${hint}; or type the reference printed on the slip: ${payctl`${command} REFERENCE --sending-bank CODE`}`,
    page: (hint: string) => `${hint} Or search for the reference printed on the slip.`,
  },
  neither: `the source is neither a picture (${READ}) nor UTF-8 text`,
  foreign: {
    terminal: (format: string) => `the source is ${format}, which is not supported; use ${READ}`,
    page: (format: string) => `The file is ${format}. Take a screenshot of it and use that.`,
  },
  screenshot: {
    terminal: (command: string) => `take a screenshot of it, or: ${command}`,
    page: () => '',
  },
}));
