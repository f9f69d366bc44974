import { jsonText } from '../core/json.js';
import { Message } from '../core/message.js';
import type { Desk, DeskEvent } from '../state/desk.js';
import { readEvent } from '../state/desk-event.js';
import { readWho } from '../state/who.js';
import type { AuditEvent } from './events.js';
import { discreetText } from './notes.js';

/** As an audit names what was said at the desk. */
const TYPES = {
  proposed: 'proposal',
  released: 'release',
  refused: 'refusal',
  ended: 'proposal-end',
  lapsed: 'proposal-end',
  note: 'note',
} as const;

/** Proposals, releases, refusals and notes since a moment, oldest first. */
export async function* deskEventsSince(
  desk: Pick<Desk, 'since'>,
  moment: number,
  onDamaged: (place: string) => void,
): AsyncGenerator<AuditEvent> {
  for await (const page of desk.since(moment)) {
    for (const event of page) {
      const found = toAuditEvent(event);
      if (found) yield found;
      else onDamaged(`${event.kind} ${event.subject}`);
    }
  }
}

/** By its own checksum: what is before it may be older than the moment. */
function toAuditEvent(event: DeskEvent): AuditEvent | undefined {
  const entry = readEvent(event, 'any');
  if (entry instanceof Message) return undefined;
  const { at, lasting, details } = entry;
  const word = (name: string): string | undefined => jsonText(lasting[name]);
  const type = Object.entries(TYPES).find(([name]) => name === word('type'))?.[1];
  if (type === undefined) return undefined;
  const { user, sudoUser, host, machine, subject, name } = readWho(lasting.by) ?? {};
  const text = jsonText(details.reason ?? details.note ?? details.text);
  return {
    ...{ time: at, type, user, sudoUser, subject, name, host, machine },
    ...{ profile: word('profile'), operation: word('operation'), amount: word('amount') },
    reference: event.kind === 'note' ? event.subject : word('reference'),
    state: event.kind === 'note' ? undefined : word('id'),
    note: text === undefined || text === '' ? undefined : discreetText(text),
  };
}
