import { jsonText } from '../core/json.js';
import { Message } from '../core/message.js';
import { deskMessages } from '../messages/desk.js';
import type { CopyDifference } from './copy.js';
import { type Desk, type DeskEvent, subjectName } from './desk.js';
import { readEvent } from './desk-event.js';

/** Copies what the other desk lacks, but for proposals to the embedded bank; returns how many events were new. */
export async function copyDesk(
  from: Desk,
  to: Desk,
  differences: CopyDifference[],
  skipsSandbox: boolean,
): Promise<number> {
  let copied = 0;
  const damaged = new Set((await from.misplaced()).map(subjectName));
  for await (const events of groupBySubject(from)) {
    const [first] = events;
    if (first === undefined || (skipsSandbox && isSandboxProposal(first))) continue;
    const place = subjectName(first);
    const { events: there, isWhole } = await to.read(first);
    const isPrefix = there.every(({ sum }, index) => (events[index]?.sum ?? sum) === sum);
    if (damaged.has(place) || !isWhole) {
      differences.push({ references: [], place, why: deskMessages.newestDiffers });
      continue;
    }
    if (!isPrefix) {
      differences.push({ references: [], place, why: deskMessages.otherEvents });
      continue;
    }
    for (const event of events.slice(there.length)) {
      if (await to.append(event)) copied += 1;
    }
  }
  return copied;
}

async function* groupBySubject(desk: Desk): AsyncGenerator<DeskEvent[]> {
  let events: DeskEvent[] = [];
  for await (const page of desk.all()) {
    for (const event of page) {
      if (event.seq === 1 && events.length > 0) {
        yield events;
        events = [];
      }
      events.push(event);
    }
  }
  yield events;
}

function isSandboxProposal(first: DeskEvent): boolean {
  const entry = readEvent(first, undefined);
  return !(entry instanceof Message) && jsonText(entry.lasting.profile) === 'sandbox';
}
