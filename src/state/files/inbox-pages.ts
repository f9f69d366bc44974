import { type InboxEntries, type InboxPage, messageKey } from '../inbox.js';
import type { FoundLine, InboxView } from './inbox-view.js';

/** A page of these messages, with what came of them. */
export async function inboxPage(
  view: InboxView,
  messages: readonly FoundLine[],
): Promise<InboxPage> {
  const lines = await relatedLines(view, messages);
  const first = new Map<string, number>();
  for (const { entry, place } of lines) {
    const key = messageKey(entry);
    if (entry.type === 'received' && !first.has(key)) first.set(key, place);
  }
  // A message that came twice belongs to the page where it came first.
  const own = messages.filter(({ entry, place }) => first.get(messageKey(entry)) === place);
  return {
    entries: lines.map(({ entry }) => entry),
    own: new Set(own.map(({ entry }) => messageKey(entry))),
    damaged: view.damaged,
  };
}

export function wholePage({ entries, damaged }: InboxEntries): InboxPage {
  return { entries, damaged, own: new Set(entries.map(messageKey)) };
}

/** All lines about these messages, and about others of the same ids, in order. */
export async function relatedLines(
  view: InboxView,
  messages: readonly FoundLine[],
): Promise<FoundLine[]> {
  const found: FoundLine[] = [];
  for (const id of new Set(messages.map(({ entry }) => entry.id))) {
    const lines = await view.find(id);
    found.push(...lines.filter(({ entry }) => entry.id === id));
  }
  return found.sort((a, b) => a.place - b.place);
}
