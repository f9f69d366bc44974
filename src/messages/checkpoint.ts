import { payctl, phrase, shell } from '../core/command-line.js';
import { area } from '../core/message.js';

/** Signed checkpoints of the journal. */
export const checkpointMessages = area('checkpoint', () => ({
  needs: 'checkpoint needs --key, the private key that signs, and --out, the file to write',
  isThere: (file: string) => `${file} is there already; a checkpoint is a new file`,
  noKey: (flag: string, file: string) => `${flag} ${file} holds no Ed25519 key in PEM`,
  makeKey: shell`openssl genpkey -algorithm ed25519 -out checkpoint.pem; chmod 600 checkpoint.pem`,
  damagedJournal: 'the journal is damaged: a checkpoint would sign that',
  verifyFirst: phrase`${payctl`journal verify`} shows where`,
  stopped: 'stopped before every charge was read; nothing was written',

  notCheckpoint: 'it is no checkpoint of a journal that this version can read',
  damaged: 'the checkpoint is damaged, or its signature is not of its text',
  anotherCopy: 'take another copy of it',
  otherKey: (key: string, expected: string) =>
    `the checkpoint is signed by the key ${key}, not by ${expected}`,
  anyKey: (key: string) =>
    `the checkpoint is signed by the key ${key}; --key FILE checks that it is yours`,
  keyAlone: '--key is the key of a checkpoint: give --checkpoint FILE, too',
  wholeJournal: '--checkpoint needs the whole journal: leave out --since and --archive',

  removed: (at: string) => `the charge was removed: the checkpoint of ${at} has it`,
  changed: (at: string) => `lines were removed or changed that the checkpoint of ${at} has`,
  dayRemoved: (at: string) => `the file was removed: the checkpoint of ${at} has it`,
  deskRemoved: (at: string) => `what was said here was removed: the checkpoint of ${at} has it`,
  deskBackDated: (at: string) =>
    `what was said here claims to be older than the checkpoint of ${at}, which does not have it`,
  backDated: (at: string) =>
    `the charge says that it is older than the checkpoint of ${at}, which does not have it`,
}));
