import { area } from '../core/message.js';

/** What the storage of proposals and notes says. */
export const deskMessages = area('desk', () => ({
  another: 'it holds no proposals and notes of payctl',
  noSqlite: (machine: string) =>
    `proposals and notes in files need SQLite (libsql), which is not installed or has no build for ${machine}`,
  damaged: (subject: string) =>
    `what was said of ${subject} is damaged: the newest event is not the one that was recorded; nothing was written`,
  newestDiffers: 'the newest event is not the one that was recorded',
  otherWait: 'until when it waits for somebody is not recorded as its newest event says',
  stopped: 'stopped before anything was written',
  otherEvents: 'it has other events there',
}));
