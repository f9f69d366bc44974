import type { Message } from '../../core/message.js';
import { bookPageWords } from '../../messages/books.js';
import { type Html, html } from '../../web/html.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import { bookPage, decisionCard, ITEM_FIELD } from '../pages/book.js';
import { runAudited } from './audited.js';

export const bookRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/reconcile/book',
    act: 'look',
    answer: (request) => show(request, request.query.get('name') ?? ''),
  },
  { method: 'POST', path: '/reconcile/resolve', act: 'settle', answer: resolve },
];

async function show(request: RequestContext, name: string, above?: Html): Promise<RouteResult> {
  const { commands, audit, frame, query } = request;
  const status = await commands.run({ command: ['books', 'status'], words: [name] });
  const items = status.problem
    ? { ...status, problem: undefined }
    : await commands.run({ command: ['books', 'breaks'], words: [name] });
  audit.write({ action: 'book', what: name, kind: 'book', exit: status.exit });
  return { page: bookPage(frame, { name, status, items, page: query.get('page') }, above) };
}

/** The book itself keeps who decided what, and why; the audit keeps that it was done here. */
async function resolve(request: RequestContext): Promise<RouteResult> {
  const { frame } = request;
  const name = request.field('name');
  const { ids, options } = readDecision(request);
  const missing = findMissing(ids, options);
  if (missing !== undefined) {
    return show(request, name, html`<p class="note" role="alert">${missing}</p>`);
  }
  const about = { what: name, kind: 'book' } as const;
  const call = { command: ['books', 'resolve'], words: [name, ...ids], options };
  const ran = await runAudited(request, ['book-resolve', 'book-resolved'], about, call);
  return show(request, name, decisionCard(frame, ids.length, ran));
}

function readDecision({ form, field }: RequestContext) {
  const ids = [...form.fields.keys()]
    .filter((key) => key.startsWith(ITEM_FIELD))
    .map((key) => key.slice(ITEM_FIELD.length))
    .filter(isId);
  const [as, other] = [field('as'), field('with')];
  const options = { as: as === 'matched-with' && isId(other) ? `${as}:${other}` : as };
  return { ids, options: { ...options, note: field('note') } };
}

/** The command also takes the name of a file. */
function isId(text: string): boolean {
  return /^\w+(?:-\d+)?$/.test(text);
}

/** In the words of the page, before the command says it with its flags. */
function findMissing(
  ids: readonly string[],
  { as, note }: { as: string; note: string },
): Message | undefined {
  if (ids.length === 0) return bookPageWords.noneChosen;
  if (as === 'matched-with') return bookPageWords.noOther;
  return note === '' ? bookPageWords.noNote : undefined;
}
