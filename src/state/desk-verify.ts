import { Message } from '../core/message.js';
import { deskMessages } from '../messages/desk.js';
import type { Damage } from './claims.js';
import { type Desk, type DeskEvent, type DeskSubject, subjectName } from './desk.js';
import { openUntil, readEvent } from './desk-event.js';

/** Where people find an event. */
export function eventPlace(subject: DeskSubject): string {
  return `desk, ${subjectName(subject)}`;
}

/** Checks every event, that each follows on the one before, and that what was recorded of the last is true of it. */
export async function verifyDesk(
  desk: Pick<Desk, 'all' | 'misplaced'>,
  { stopping, onEvent }: { stopping?: AbortSignal; onEvent?: (event: DeskEvent) => void } = {},
): Promise<{ events: number; faults: Damage[] }> {
  const faults: Damage[] = [];
  let events = 0;
  let before: DeskEvent | undefined;
  for await (const page of desk.all()) {
    if (stopping?.aborted) break;
    for (const event of page) {
      events += 1;
      onEvent?.(event);
      const isSame = before?.kind === event.kind && before.subject === event.subject;
      const entry = readEvent(event, isSame ? before : undefined);
      if (entry instanceof Message) {
        faults.push({ file: eventPlace(event), line: event.seq, why: entry });
      } else if (event.newest && event.newest.openUntil !== openUntil(event)) {
        faults.push({ file: eventPlace(event), line: event.seq, why: deskMessages.otherWait });
      }
      before = event;
    }
  }
  for (const position of await desk.misplaced()) {
    const why = deskMessages.newestDiffers;
    faults.push({ file: eventPlace(position), line: position.seq, why });
  }
  return { events, faults };
}
