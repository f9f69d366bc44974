import { usageError } from '../../core/errors.js';
import { fromPlain, type JsonObject } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import { discreetText, type Note } from '../../journal/notes.js';
import { journalCommand as messages } from '../../messages/journal-command.js';
import { type Command, command } from '../../runtime/command.js';
import { writeNote } from '../../runtime/notes.js';
import { argument, option } from '../../runtime/parameter.js';
import { noteText } from '../../runtime/value-parsers.js';
import { whoText } from '../../state/who.js';

export const note: Command = command({
  words: ['journal', 'note'],
  summary: 'write down what is to be known about a payment; no note can be taken back',
  notes: [
    'It is shown by journal show, investigate, its report and its bundle, with numbers and addresses of people masked. What moves money takes --note for its reason. journal erase --personal erases texts, journal retain --keep-notes removes old notes.',
  ],
  parameters: {
    reference: argument('reference', 'of the payment'),
    text: option('--text <text>', 'what is to be known; required', noteText),
  },
  examples: [
    'payctl journal note SBXDEMO0001 --text "the customer called, case 4711"',
    'payctl journal note SBXDEMO0001 --text "given back in the shop" -q notes[-1].text',
  ],
  run: async (services, { reference, text }) => {
    if (text === undefined) throw usageError(messages.noteNeeds);
    const notes = await writeNote(services, reference, text);
    return { data: { reference, notes: notes.map(shownNote) } };
  },
});

export function shownNote({ at, by, text, operation }: Note): JsonObject {
  return {
    at: channelDateTime(Date.parse(at)),
    by: fromPlain(whoText(by)),
    ...(operation !== undefined && { operation }),
    text: text === undefined ? null : discreetText(text),
  };
}
