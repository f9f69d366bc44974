import { shell } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { disk } from '../messages/disk.js';
import type { Flaw } from './trust.js';

const MESSAGES: Readonly<Record<Flaw, (path: string) => Message>> = {
  link: (path) => disk.isLink(path),
  kind: (path) => disk.isOdd(path),
  owner: (path) => disk.ofOther(path),
  writable: (path) => disk.othersWrite(path),
};

/**
 * A file or directory that somebody else could have meddled with, with the command that repairs it.
 * A failing disk may be passed over, this never.
 */
export class Untrusted extends PayctlError {
  constructor(path: string, flaw: Flaw) {
    super('CONFIG', MESSAGES[flaw](path), { hint: flawFix(flaw, path) });
  }
}

function flawFix(flaw: Flaw, path: string): Message {
  if (flaw === 'owner') return disk.takeOver(path);
  return {
    writable: shell`chmod go-w ${path}`,
    kind: shell`mv ${path} ${`${path}.aside`}`,
    link: shell`target=$(readlink -f ${path}) && rm ${path} && mv "$target" ${path}`,
  }[flaw];
}
