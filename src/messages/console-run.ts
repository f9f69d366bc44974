import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** What the console says of itself. */
export const consoleRun = area('consoleRun', () => ({
  followLink: 'Open this link in a browser of this machine. It works once; ctrl-C ends.',
  noBrowser: (why: string) => `no browser was opened: ${why}`,
  idleEnd: 'nobody has asked for a page for a while: the console ends',
  idleRange: (flag: string, given: string) => `${flag} is ${given}; give 1s to 24h`,
  pageFailed: (path: string, error: string) => `a bug in payctl: no page for ${path}: ${error}`,
  auditLacksEnd: (why: string) => `the audit log does not say how this ended: ${why}`,
  settingsChanged: (place: string, environment: string) =>
    phrase`the settings have changed since this console was started for ${place}, ${environment}; nothing was sent. End it and start it again: ${payctl`console`}`,
}));
