import type { Text } from '../core/message.js';

/** What a command has to say while it runs, beside its result. */
export interface Note {
  text: Text;
  kind: 'note' | 'warning';
}

/** Notes are for who wants to know more; a warning says what somebody should do something about. */
export type Tell = (text: Text, kind: Note['kind']) => Promise<void>;
