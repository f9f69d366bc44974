import { Message } from '../core/message.js';
import type { Fault } from './claims.js';
import type { Desk, DeskEvent } from './desk.js';
import { readEvent } from './desk-event.js';

/** Where people find an event. */
function placeOf({ kind, subject }: DeskEvent): string {
  return `desk, ${kind} ${subject}`;
}

/** Checks every event, and that each follows on the one before. */
export async function verifyDesk(
  desk: Pick<Desk, 'all'>,
  stopping?: AbortSignal,
): Promise<{ events: number; faults: Fault[] }> {
  const faults: Fault[] = [];
  let events = 0;
  let before: DeskEvent | undefined;
  for await (const page of desk.all()) {
    if (stopping?.aborted) break;
    for (const event of page) {
      events += 1;
      const isSame = before?.kind === event.kind && before.subject === event.subject;
      const entry = readEvent(event, isSame ? before : undefined);
      if (entry instanceof Message) {
        faults.push({ file: placeOf(event), line: event.seq, why: entry });
      }
      before = event;
    }
  }
  return { events, faults };
}
