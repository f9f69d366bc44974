import { maskCards, maskValue } from '../bank/privacy.js';
import { type JsonObject, textOf } from '../core/json.js';
import { Message } from '../core/message.js';
import type { Desk, DeskEvent, DeskSubject } from '../state/desk.js';
import { addEvent, type DeskWriter, readEvent } from '../state/desk-event.js';
import { type Who, whoIn, whoText } from '../state/who.js';

/** What somebody wrote about a payment. It is never deleted; what is personal in it may be erased. */
export interface Note {
  /** ISO 8601 in UTC. */
  at: string;
  by: Who;
  /** undefined once it was erased. */
  text: string | undefined;
  /** Of the charge whose reason it is. */
  operation?: string;
}

/** What somebody writes down. */
export interface NewNote {
  reference: string;
  by: Who;
  text: string;
  /** Where it is the reason of a charge: of which operation. */
  operation?: string;
}

/** Adds a note; the same reason again, because its charge was tried again, is not added twice. */
export async function addNote(
  { clock, ...writer }: DeskWriter & { clock: { now(): number } },
  { reference, by, text, operation }: NewNote,
): Promise<Note[]> {
  const events = await addEvent(writer, subjectOf(reference), async (before) => {
    const isThere = (note: Note) => note.text === text && note.operation === operation;
    if (operation !== undefined && notesIn(before).some(isThere)) return undefined;
    const at = new Date(clock.now()).toISOString();
    const lasting: JsonObject = { type: 'note', by: whoText(by) };
    if (operation !== undefined) lasting.operation = operation;
    return { at, lasting, details: { text } };
  });
  return notesIn(events);
}

/** The notes on a payment, the oldest first. */
export async function notesOn(desk: Pick<Desk, 'read'>, reference: string): Promise<Note[]> {
  return notesIn((await desk.read(subjectOf(reference))).events);
}

function subjectOf(reference: string): DeskSubject {
  return { kind: 'note', subject: reference };
}

/** Those that can be trusted; `journal verify` names the others. */
function notesIn(events: readonly DeskEvent[]): Note[] {
  return events.flatMap((event, index) => {
    const entry = readEvent(event, events[index - 1]);
    if (entry instanceof Message) return [];
    const { at, lasting, details } = entry;
    const by = whoIn(lasting.by);
    const operation = textOf(lasting.operation);
    if (lasting.type !== 'note' || by === undefined) return [];
    return { at, by, text: textOf(details.text), ...(operation !== undefined && { operation }) };
  });
}

/** As many digits as accounts, telephones and citizens have, however they are separated. */
const NUMBERS = /(?<!\d)\d(?:[ -]?\d){8,}(?!\d)/g;
const ADDRESSES = /[^\s@,;<>]+@[^\s@,;<>]+/g;

/** What somebody wrote, for others: numbers and addresses of people masked. */
export function discreetText(text: string): string {
  return maskCards(text)
    .replace(ADDRESSES, (address) => maskValue(address, 'email'))
    .replace(NUMBERS, (digits) => maskValue(digits));
}
