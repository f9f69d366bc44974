import { maskCards, maskValue } from '../bank/privacy.js';
import { withoutUndefined } from '../core/fields.js';
import { type JsonObject, jsonText } from '../core/json.js';
import { Message } from '../core/message.js';
import type { Desk, DeskEvent, DeskSubject } from '../state/desk.js';
import { addEvent, type DeskWriter, readEvent } from '../state/desk-event.js';
import { readWho, type Who, whoText } from '../state/who.js';
import { normalizeBankUrl } from './claim.js';

/** What somebody wrote about a payment. Only retention deletes it; what is personal in it may be erased before. */
export interface Note {
  /** ISO 8601 in UTC. */
  at: string;
  by: Who;
  /** undefined once it was erased. */
  text: string | undefined;
  /** Of the payment; absent where whoever wrote it had chosen no bank. */
  bank?: string;
  /** Of the charge whose reason it is. */
  operation?: string;
}

export interface NewNote {
  reference: string;
  by: Who;
  text: string;
  /** Where the payment is; empty where nobody said. */
  baseUrl: string;
  /** Where it is the reason of a charge: of which operation. */
  operation?: string;
}

/** Adds a note; the same reason again, because its charge was tried again, is not added twice. */
export async function addNote(
  { clock, ...writer }: DeskWriter & { clock: { now(): number } },
  { reference, by, text, baseUrl, operation }: NewNote,
): Promise<Note[]> {
  const bank = normalizeBankUrl(baseUrl);
  const events = await addEvent(writer, noteSubject(reference), async (before) => {
    const isThere = (note: Note) => note.text === text && note.operation === operation;
    if (operation !== undefined && readNotes(before, bank).some(isThere)) return undefined;
    const at = new Date(clock.now()).toISOString();
    const lasting: JsonObject = { type: 'note', by: whoText(by) };
    if (bank !== '') lasting.bank = bank;
    if (operation !== undefined) lasting.operation = operation;
    return { at, lasting, details: { text } };
  });
  return readNotes(events);
}

/** The notes on a payment, the oldest first; those of one bank, and those of none. */
export async function notesOn(
  desk: Pick<Desk, 'read'>,
  reference: string,
  bank?: string,
): Promise<Note[]> {
  return readNotes((await desk.read(noteSubject(reference))).events, bank);
}

function noteSubject(reference: string): DeskSubject {
  return { kind: 'note', subject: reference };
}

/** Those that can be trusted; `journal verify` names the others. */
function readNotes(events: readonly DeskEvent[], wanted?: string): Note[] {
  return events.flatMap((event, index) => {
    const entry = readEvent(event, events[index - 1]);
    if (entry instanceof Message) return [];
    const { at, lasting, details } = entry;
    const by = readWho(lasting.by);
    const [bank, operation] = [jsonText(lasting.bank), jsonText(lasting.operation)];
    if (lasting.type !== 'note' || by === undefined) return [];
    if (wanted !== undefined && bank !== undefined && bank !== wanted) return [];
    return { at, by, text: jsonText(details.text), ...withoutUndefined({ bank, operation }) };
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
