import { join } from 'node:path';
import type { Message } from '../../core/message.js';
import { temporaryDirectory } from '../../host/disk.js';
import { actWords as words } from '../../messages/console-payments.js';
import { html } from '../../web/html.js';
import type { CommandResult } from '../commands.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import { paymentLink } from '../format.js';
import { failureCard, noteList } from '../notices.js';
import { runAudited } from './audited.js';
import { report } from './search.js';

/** What is done about a payment, beside refunding it. */
export const actRoutes: readonly Route[] = [
  { method: 'POST', path: '/recover', act: 'recover', answer: recover },
  { method: 'POST', path: '/settle', act: 'settle', answer: settle },
  { method: 'POST', path: '/note', act: 'note', answer: note },
  {
    method: 'GET',
    path: '/report.html',
    act: 'export',
    answer: (request) => file(request, 'report'),
  },
  { method: 'GET', path: '/case.zip', act: 'export', answer: (request) => file(request, 'bundle') },
];

/** Asks the bank. What was released and not sent yet is sent now: a second person has agreed to it. */
async function recover(request: RequestContext): Promise<RouteResult> {
  const reference = request.field('reference');
  const call = { command: ['journal', 'recover'], options: { ref: reference, wait: '5s' } };
  const ran = await runAudited(request, ['recover', 'recovered'], { what: reference }, call);
  return shownWith(request, ran, words.recovered);
}

async function settle(request: RequestContext): Promise<RouteResult> {
  const { field } = request;
  const [reference, operation] = [field('reference'), field('operation')];
  const said = { as: field('as'), note: field('note') };
  const ran = await runAudited(
    request,
    ['settle', 'settled'],
    { what: reference },
    {
      ...{ command: ['journal', 'settle'], typed: reference },
      options: { ...said, ...(operation && { operation }) },
    },
  );
  return shownWith(request, ran, words.settled);
}

async function note(request: RequestContext): Promise<RouteResult> {
  const [reference, text] = [request.field('reference'), request.field('text')];
  const call = { command: ['journal', 'note'], typed: reference, options: { text } };
  const ran = await runAudited(request, ['note', 'noted'], { what: reference }, call);
  return shownWith(request, ran, words.noted);
}

/** The page of the payment as it stands now, and above it how that ended. */
function shownWith(
  request: RequestContext,
  { exit, problem, notes }: CommandResult,
  done: Message,
): Promise<RouteResult> {
  const { frame, field } = request;
  const said = exit === 0 ? done : words.stillOpen;
  const notice = html`${problem ? failureCard(frame, problem) : html`<p class="note" role="status">${said}</p>`}${noteList(frame, notes)}`;
  return report(request, field('id'), undefined, notice);
}

const FILES = {
  report: { name: 'report.html', type: 'text/html; charset=utf-8' },
  bundle: { name: 'case.zip', type: 'application/zip' },
} as const;

const MOST_BYTES = 16 * 1024 * 1024;

/** The page or the case that `investigate` writes, to be kept. */
async function file(request: RequestContext, kind: keyof typeof FILES): Promise<RouteResult> {
  const { query, commands, audit, files, frame } = request;
  const id = query.get('id') ?? '';
  if (id === '') return { to: '/' };
  const { name, type } = FILES[kind];
  const { path: cwd, remove } = temporaryDirectory();
  try {
    const options = { [kind]: name, lang: frame.lang };
    const ran = await commands.run({ command: ['investigate'], options, typed: id, cwd });
    audit.write({ action: `${kind}-file`, what: id, exit: ran.exit });
    const text = files.readForeign(join(cwd, name), MOST_BYTES);
    if (text === undefined) return { to: paymentLink(id) };
    return { text, type, name };
  } finally {
    remove();
  }
}
