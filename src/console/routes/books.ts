import type { Message } from '../../core/message.js';
import { bookPageWords } from '../../messages/book-words.js';
import { consoleWords } from '../../messages/console.js';
import { type Html, html } from '../../web/html.js';
import type { Answer, RequestContext, Route } from '../console.js';
import { messagePage } from '../layout.js';
import { bookPage, DECISIONS, decisionCard, ITEM_FIELD } from '../pages/book.js';

export const bookRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/reconcile/book',
    answer: (request) => show(request, request.query.get('name') ?? ''),
  },
  { method: 'POST', path: '/reconcile/resolve', answer: resolve },
];

async function show(request: RequestContext, name: string, above?: Html): Promise<Answer> {
  const { commands, audit, frame, query } = request;
  const status = await commands.run({ command: ['books', 'status'], words: [name] });
  const items = status.problem
    ? { ...status, problem: undefined }
    : await commands.run({ command: ['books', 'breaks'], words: [name] });
  audit.write({ action: 'book', what: name, kind: 'book', exit: status.exit });
  return { page: bookPage(frame, { name, status, items, page: query.get('page') }, above) };
}

/** The book itself keeps who decided what, and why; the audit keeps that it was done here. */
async function resolve(request: RequestContext): Promise<Answer> {
  const { frame, form, commands, audit } = request;
  if (frame.readOnly) return { page: messagePage(consoleWords.readOnly), status: 403 };
  const field = (name: string) => (form.fields.get(name) ?? '').trim();
  const [name, note, other] = [field('name'), field('note'), field('with')];
  const as = DECISIONS.find((one) => one === field('as')) ?? 'explained';
  const ids = [...form.fields.keys()]
    .filter((key) => key.startsWith(ITEM_FIELD))
    .map((key) => key.slice(ITEM_FIELD.length))
    // The command also takes the name of a file.
    .filter((id) => /^\w+(?:-\d+)?$/.test(id));
  if (ids.length === 0) return { ...(await show(request, name, noteOf(bookPageWords.noneChosen))) };
  audit.write({ action: 'book-resolve', what: name, kind: 'book' });
  const options = { as: as === 'matched-with' ? `${as}:${other}` : as, note };
  const ran = await commands.run({ command: ['books', 'resolve'], words: [name, ...ids], options });
  const unwritten = audit.writeAfter({
    ...{ action: 'book-resolved', what: name, kind: 'book', exit: ran.exit },
  });
  const done = { ...ran, notes: ran.notes.concat(unwritten) };
  return show(request, name, decisionCard(frame, ids.length, done));
}

function noteOf(text: Message): Html {
  return html`<p class="note" role="alert">${text}</p>`;
}
