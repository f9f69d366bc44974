import type { Message } from '../core/message.js';

/** What a command has to say while it runs, beside its result. */
export interface Note {
  text: Message;
  kind: 'note' | 'fact' | 'warning';
}

/**
 * Notes are for who wants to know more; a fact goes with the result, and is shown to everybody; a
 * warning says what somebody should do something about.
 */
export type Tell = (text: Message, kind: Note['kind']) => Promise<void>;
